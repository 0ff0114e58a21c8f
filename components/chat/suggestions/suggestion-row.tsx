import { TokenIcon } from '@/components/ui/pictures/token-icon'
import type { Suggestion } from './suggest'

/** A line of buttons, each of which puts its sentence into the composer. It scrolls sideways where it has no room. */
export const SuggestionRow = ({
  suggestions,
  onTake,
}: {
  suggestions: readonly Suggestion[]
  onTake: (sentence: string) => void
}) => (
  <ul aria-label="Suggestions" className="suggestion-row">
    {suggestions.map(({ sentence, token }) => (
      <li key={sentence} className="shrink-0">
        <button
          type="button"
          onClick={() => onTake(sentence)}
          className="flex min-h-9 items-center gap-1.5 rounded-full border border-rule-strong bg-paper-raised px-3 text-small whitespace-nowrap hover:border-ink-muted hover:bg-paper-sunk"
        >
          {token && <TokenIcon {...token} size={16} />}
          {sentence}
        </button>
      </li>
    ))}
  </ul>
)
