import { createListeners, createStore } from './store'

/** Milliseconds before a script is asked for again; the last one repeats. */
const pauses: readonly number[] = [400, 2_000, 5_000, 10_000, 20_000, 30_000]

type Missing = { failures: number; cancel: () => void; ask: () => void }

type Port = {
  /** Runs `run` once after `ms` milliseconds. Returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
  online: { isOnline: () => boolean; subscribe: (listener: () => void) => () => void }
}

/**
 * The page's scripts that do not come. The bundler's runtime remembers a failed `import()` until the page is loaded
 * anew (vercel/next.js#93489). So it never learns of a failure: its promise stays open, and the same script is asked
 * for until it comes, which fulfils the promise.
 */
export function createMissingParts() {
  const scripts = new Map<string, Missing>()
  const { set, ...isMissing } = createStore(false)
  const failed = createListeners()
  // One failure may be a blip, and nobody is told.
  const tell = () => set([...scripts.values()].some(({ failures }) => failures > 1))

  const askAgain = () => {
    for (const { cancel, ask } of scripts.values()) {
      cancel()
      ask()
    }
  }

  /** Takes over whatever fails to load in a page from now on. Returns a function that ends it. */
  const watch = (page: Pick<Window, 'addEventListener' | 'document'>, { after, online }: Port): (() => void) => {
    const listeners = new AbortController()
    const on = { capture: true, signal: listeners.signal }
    page.addEventListener(
      'error',
      (event) => {
        const source = sourceOf(event.target)
        if (source === null) return
        // Before the runtime's own listener, which is on the script itself.
        event.stopImmediatePropagation()
        const { failures = 0, cancel } = scripts.get(source) ?? {}
        cancel?.()
        const ask = () => replace(page.document, source)
        const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0
        scripts.set(source, { failures: failures + 1, cancel: after(pause, ask), ask })
        tell()
        if (failures > 0) failed.tell()
      },
      on,
    )
    page.addEventListener(
      'load',
      ({ target }) => {
        const source = sourceOf(target)
        if (source === null || !scripts.has(source)) return
        scripts.get(source)?.cancel()
        scripts.delete(source)
        tell()
      },
      on,
    )
    const stop = online.subscribe(() => online.isOnline() && askAgain())
    return () => {
      listeners.abort()
      stop()
    }
  }

  /** Asks once more for what is missing, and rejects if anything still is before this has loaded. */
  const orMissing = async <Part>(loading: Promise<Part>): Promise<Part> => {
    if (isMissing.getSnapshot()) askAgain()
    let stop = () => {}
    const failure = new Promise<never>((_, reject) => {
      stop = failed.subscribe(() => reject(new Error('A script of this page did not load')))
    })
    return Promise.race([loading, failure]).finally(() => stop())
  }

  return { isMissing, askAgain, watch, orMissing }
}

/** Those of this page. */
export const missingParts = createMissingParts()

/** Returns the address of a script of the build, as written. Null for anything else. */
function sourceOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLScriptElement)) return null
  const source = target.getAttribute('src')
  return source?.includes('/_next/static/') ? source : null
}

/** A script element loads once: another one takes its place. */
function replace(document: Document, source: string): void {
  for (const former of document.querySelectorAll('script')) if (former.getAttribute('src') === source) former.remove()
  const script = document.createElement('script')
  script.setAttribute('src', source)
  document.head.append(script)
}
