import { clsx } from 'clsx'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import type { Suggestion } from './suggest'

/** Buttons that put their sentences into the composer. With `isShort` they keep to one line, a phone shows the first. */
export const SuggestionRow = ({
  suggestions,
  onTake,
  isShort = false,
}: {
  suggestions: readonly Suggestion[]
  onTake: (sentence: string) => void
  isShort?: boolean
}) => (
  <ul
    aria-label="Suggestions"
    className={clsx('flex gap-2 pb-2', isShort ? 'max-sm:[&>:nth-child(n+2)]:hidden' : 'flex-wrap')}
  >
    {suggestions.map(({ sentence, token }) => (
      <li key={sentence} className={clsx(isShort && 'min-w-0')}>
        <button
          type="button"
          onClick={() => onTake(sentence)}
          className="flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-rule-strong bg-paper-raised px-3 py-1 text-left text-small hover:border-ink-muted hover:bg-paper-sunk"
        >
          {token && <TokenIcon {...token} size={16} />}
          {isShort ? <span className="truncate">{sentence}</span> : sentence}
        </button>
      </li>
    ))}
  </ul>
)
