/** Tells when somebody last pressed a key, by `Date.now()`. */
export type Typing = { typedAt: () => number }

/** Listens to the keys of the page until it is stopped. */
export function watchTyping(): Typing & { stop: () => void } {
  let typedAt = Number.NEGATIVE_INFINITY
  const listener = () => {
    typedAt = Date.now()
  }
  window.addEventListener('keydown', listener, { capture: true, passive: true })
  return {
    typedAt: () => typedAt,
    stop: () => window.removeEventListener('keydown', listener, { capture: true }),
  }
}
