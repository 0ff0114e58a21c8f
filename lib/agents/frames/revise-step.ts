import type { QuestionTopic } from '../replies/questions'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { reviseJob } from './job'
import { readMentions } from './mentions'
import { reviseNft } from './nft'
import { revise } from './revise'
import { slippageIn } from './tagged'
import type { Step } from './understanding'

/** The step with what a text without a verb changes in it. Null where the text is about something else. */
export function reviseStep(
  step: Step,
  asked: QuestionTopic | null,
  text: string,
  offered: readonly string[],
  lexicon: Lexicon,
): Step | null {
  switch (step.kind) {
    case 'request': {
      const items = tag(text, lexicon)
      const draft = revise(step.draft, asked, readMentions(items), slippageIn(items))
      return draft && { ...step, draft }
    }
    case 'job': {
      const job = reviseJob(step.job, asked, text, offered, lexicon)
      return job && { ...step, job }
    }
    case 'nft': {
      const nft = reviseNft(step.nft, asked, text, offered, lexicon)
      return nft && { ...step, nft }
    }
    case 'rebalance':
      return null
  }
}
