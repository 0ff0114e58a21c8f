/** Animated dots while the agent works. Hidden from screen readers, which hear of it from the thread's live region. */
export function Working() {
  return (
    <span aria-hidden="true" className="working">
      <span />
      <span />
      <span />
    </span>
  )
}
