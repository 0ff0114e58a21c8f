import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded apart. */
export type Later<Props> = {
  /** Starts loading it. */
  load: () => Promise<void>
  /**
   * Returns the component itself once it is loaded: `lazy` alone would show what stands in its place for a moment, and
   * the page would jump. Use the same as long as it is drawn: another component begins anew.
   */
  now: () => ComponentType<Props>
}

/** Loads a component when it is first drawn, or before. After a failure it is asked for again. */
export function later<Props>(get: () => Promise<ComponentType<Props>>): Later<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async () => {
    loaded ??= await get()
    return loaded
  }
  return {
    load: async () => void (await load()),
    now: () => loaded ?? lazy(async () => ({ default: await load() })),
  }
}
