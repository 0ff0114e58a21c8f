import type { Clause } from '@/lib/language/reader/reader'
import { stepOf } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import { certain, type Message, type Understood, warns } from './message'

/** Least certainty of a clause's action with which it raises an alarm. */
const sureOfAlarm = 0.4

/** Questions that words of a theft or a fraud answer better than what they ask for. */
const helpless: ReadonlySet<Clause['action']> = new Set(['explain', 'history', 'undo', 'alarm', 'scam'])

/** Returns what to do about a theft, a leak or a fraud that a message tells of; null if it has none or wants an answer. */
export function alarmed({ reading: { clauses } }: Message, dialogue: Dialogue): Understood | null {
  const told = clauses.filter((clause) => warns(clause) && clause.sure.action >= sureOfAlarm)
  const isOpen = stepOf(dialogue) !== null || dialogue.plan !== null
  const isElse = clauses.some(
    ({ kind, action }) =>
      (kind === 'question' && !helpless.has(action)) || (isOpen && (kind === 'agreement' || kind === 'refusal')),
  )
  if (told.length === 0 || isElse) return null
  return certain({ kind: 'abstain', topic: told.some(({ action }) => action === 'alarm') ? 'alarm' : 'scam' })
}
