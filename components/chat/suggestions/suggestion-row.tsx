import { clsx } from 'clsx'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import type { Suggestion } from './suggest'

/** Buttons that put their sentences into the composer. With `isShort` they keep to one line, which scrolls sideways. */
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
    className={clsx('flex gap-2 pb-2', isShort ? '-m-1 overflow-x-auto p-1 [scrollbar-width:none]' : 'flex-wrap')}
  >
    {suggestions.map(({ sentence, token }) => (
      <li key={sentence} className={clsx(isShort && 'shrink-0')}>
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
