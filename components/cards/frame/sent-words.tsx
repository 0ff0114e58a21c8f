/** The words that a button sends as the person's message, in sight before it is pressed. `id` is for describing the button. */
export const SentWords = ({ id, words, isLive = false }: { id?: string; words: string; isLive?: boolean }) => (
  <p id={id} className="text-small break-words" {...(isLive && { 'aria-live': 'polite' })}>
    <span className="text-ink-muted">Sends as your message: </span>
    <span className="font-medium text-accent">“{words}”</span>
  </p>
)
