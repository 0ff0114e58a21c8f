import { clsx } from 'clsx'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import type { Suggestion } from './suggest'

/** Buttons that put their sentences into the composer. `isShort` leaves room for no more than a line on a phone. */
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
    className={clsx('flex flex-wrap gap-2 pb-2', isShort && 'max-sm:[&>:nth-child(n+3)]:hidden')}
  >
    {suggestions.map(({ sentence, token }) => (
      <li key={sentence}>
        <button
          type="button"
          onClick={() => onTake(sentence)}
          className="flex min-h-9 items-center gap-1.5 rounded-full border border-rule-strong bg-paper-raised px-3 py-1 text-left text-small hover:border-ink-muted hover:bg-paper-sunk"
        >
          {token && <TokenIcon {...token} size={16} />}
          {sentence}
        </button>
      </li>
    ))}
  </ul>
)
