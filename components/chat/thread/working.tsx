/** A pen that waits: the agent is at work. Said to screen readers by the thread's status line, not here. */
export function Working() {
  return (
    <span aria-hidden="true" className="working">
      <span />
      <span />
      <span />
    </span>
  )
}
