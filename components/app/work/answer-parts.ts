// Parts that the answer to a message may need. A page on which nobody has begun to write does without them.
import { type ComponentType, lazy } from 'react'
import { loadReader } from '@/lib/language/reader/reader'
import { loadReviewing } from './load-reviewing'

/** The messages of a conversation, with their cards. */
export const thread = later(() => import('@/components/chat/thread/thread').then(({ Thread }) => Thread))

/** Loads all of it ahead. What fails to load is asked for again when it is needed, and says so there. */
export function prepareForAnswer(): void {
  for (const part of [thread.load(), loadReviewing(), loadReader()]) part.catch(() => {})
}

/** A component whose code is loaded apart. */
type Later<Props> = {
  /** Starts loading it. */
  load: () => Promise<void>
  /**
   * Returns the component itself once it is loaded: `lazy` alone would show what stands in its place for a moment, and
   * the page would jump. Use the same as long as it is drawn: another component begins anew.
   */
  now: () => ComponentType<Props>
}

/** Loads a component when it is first drawn, or before. After a failure it is asked for again. */
function later<Props>(get: () => Promise<ComponentType<Props>>): Later<Props> {
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
