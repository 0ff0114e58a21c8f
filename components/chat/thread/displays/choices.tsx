import { use } from 'react'
import { Button } from '@/components/ui/button'
import type { ChoicesDisplay } from '@/lib/wire/display'
import { revealInvisible } from '@/lib/wire/text'
import { TurnDeedsContext } from '../turn-actions'

/** A button for each possible answer, while the question is the last thing said. Each sends exactly what it shows. */
export function Choices({ choices, messageId }: { choices: ChoicesDisplay; messageId: string }) {
  const deeds = use(TurnDeedsContext)
  if (deeds?.answerId !== messageId) return null
  return (
    <fieldset className="my-3 flex flex-wrap gap-2" data-display="choices">
      <legend className="sr-only">Answer with one of the agent’s options</legend>
      {choices.options.map((option, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent may offer the same words twice
          key={index}
          size="small"
          className="min-h-10! max-w-full text-left [overflow-wrap:anywhere]"
          onClick={() => deeds.choose(option)}
        >
          {revealInvisible(option)}
        </Button>
      ))}
    </fieldset>
  )
}
