import type { QuestionTopic } from '../replies/questions'
import { stepOf } from './step'
import type { Dialogue, Understanding } from './understanding'

/** Where a person stops, takes something back, or asks for time. */
export type Halt =
  /** `was`: what the words are about: a proposal or question that is open, what has been done, or nothing. */
  | { kind: 'cancel'; was: 'open' | 'done' | 'uncertain' | 'nothing' }
  /** `for`: what is waited with: a card, the answer to a question, or nothing at all. */
  | { kind: 'wait'; for: 'card' | QuestionTopic | null }

/** "Cancel": what is open is dropped; what has been done stays. */
export function cancelled(dialogue: Dialogue): Halt {
  const { plan, standing } = dialogue
  if (standing === 'done' || standing === 'uncertain') return { kind: 'cancel', was: standing }
  return { kind: 'cancel', was: stepOf(dialogue) || plan ? 'open' : 'nothing' }
}

/** "Hold on": what is open stays open. */
export function waiting(dialogue: Dialogue): Halt {
  const { plan, standing, asked } = dialogue
  if (standing === 'proposed') return { kind: 'wait', for: 'card' }
  const isAsked = standing === 'open' && (stepOf(dialogue) || plan)
  return { kind: 'wait', for: isAsked ? asked : null }
}

const lead = String.raw`^(?:(?:please|no|oh|wait|can you|could you|i want to|how do i)[\s,]+)*`
const end = String.raw`(?:\s+(?:please|now|again))*\W*$`
const isBackWord = (word: string): boolean => /^(?:back|out|again)$/.test(word)
const undo = new RegExp(
  String.raw`${lead}(?:undo|revert|take back|roll back)(?:\s+(?:it|that|this|the \w+|my (?:last )?\w+))?${end}`,
)
const giveBack = new RegExp(
  String.raw`${lead}(?:reverse (?:it|that|the \w+)|(?:(?:get|take|call|bring|give|claw) (?:me )?|i (?:want|need) )(?:it|that|them|my (?:money|\w+)|the money) back)${end}`,
)

/** "Take 50 back", after a deposit. A share of it is read with the same sum. */
const takeBack = new RegExp(
  String.raw`${lead}(?:take|get|pull|withdraw|bring|give me)\s+(?:me\s+)?(?:(?:out|back)\s+)?(\$?\.?\d[\d.,]*k?)(?:\s+of\s+(?:it|that|them))?(?:\s+([a-z]{3,5}))?(?:\s+(?:back|out|again))*${end}`,
)

/**
 * "Undo": what has not happened is dropped, and what was put somewhere is taken out. What was swapped or bridged goes back
 * by another (`again.ts`), and what has gone to somebody else does not come back. Null where the text says something else.
 */
export function undone(lower: string, dialogue: Dialogue): Understanding | string | null {
  const step = stepOf(dialogue)
  const { standing } = dialogue
  const [, part, token] = (standing === 'done' && step?.kind === 'job' && takeBack.exec(lower)) || []
  const symbol = step?.kind === 'job' ? step.job.token?.symbol : undefined
  if (part && step?.kind === 'job' && symbol && (!token || token === symbol.toLowerCase() || isBackWord(token))) {
    const { act } = step.job
    if (act === 'stake') return `unstake ${part} ${symbol}`
    if (act === 'supply') return `withdraw ${part} ${symbol} from the lending market`
  }
  if (!step || !(undo.test(lower) || (standing === 'done' && giveBack.test(lower)))) return null
  if (standing === 'declined') return { kind: 'cancel', was: 'nothing' }
  if (standing !== 'done') return cancelled(dialogue)
  if (step.kind === 'job' && (step.job.act === 'stake' || step.job.act === 'supply')) return 'withdraw it'
  return step.kind === 'request' && step.draft.action !== 'send' ? null : cancelled(dialogue)
}

/** "OK, do it after all", of what was taken back. `text` is in lower case. */
export const isAfterAll = (text: string): boolean =>
  /^(?:(?:ok|okay|yes|hmm+|no|oh|well|actually|sorry|please|and|let's|i\s+changed\s+my\s+mind|on\s+second\s+thoughts?)[\s,.!]+)*(?:do|go\s+(?:ahead|on)|prepare|make|send|swap)\b(?:\s+(?:it|that|with\s+(?:it|that)))?(?:[\s,]+(?:now|please|then))*\s+(?:after\s+all|anyways?|still)\W*$/.test(
    text,
  )
