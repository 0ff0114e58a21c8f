/** Fields of a request that the agent can ask for. */
export type QuestionTopic =
  | 'amount'
  | 'from'
  | 'to'
  | 'recipient'
  | 'collection'
  | 'from-chain'
  | 'to-chain'
  | 'slippage'
  | 'confirm'
  | 'one'
  | 'action'
  | 'retype'
  | 'which'
  | 'increase'
  | 'lockup'
  | 'rhythm'
  | 'which-plan'
  | 'which-open'

/** The closing sentence of each question. The next turn recognises the question by it: keep them distinct. */
const closings: ReadonlyMap<QuestionTopic, string> = new Map<QuestionTopic, string>([
  ['amount', 'How much should it be?'],
  ['from', 'Which token do you want to use?'],
  ['to', 'Which token do you want to receive?'],
  ['recipient', 'Which address should it go to?'],
  ['collection', 'What is the address of its contract?'],
  ['from-chain', 'Which network should it leave from?'],
  ['to-chain', 'Which network should it go to?'],
  ['slippage', 'Which slippage should I use?'],
  ['confirm', 'Shall I prepare that?'],
  ['one', 'Which one thing shall I prepare first?'],
  ['action', 'What would you like me to do?'],
  ['which', 'Which of these do you mean?'],
  ['increase', 'By how many percentage points must the new rate be higher?'],
  ['lockup', 'How many days of lock-up would you accept?'],
  ['rhythm', 'How often should it be?'],
  ['which-plan', 'Which plan do you mean?'],
  ['which-open', 'Which of them shall I cancel?'],
  ['retype', 'Could you type it again, short and in plain letters and digits?'],
])

/** Asks one question, after the text that leads to it. */
export const ask = (asked: QuestionTopic, lead = ''): string => `${lead} ${closings.get(asked)}`.trim()

/** Returns a question's lead alone, for when nobody waits for the answer. */
export function withoutQuestion(text: string): string {
  const asked = askedIn(text)
  return asked
    ? text
        .trimEnd()
        .slice(0, -(closings.get(asked) ?? '').length)
        .trimEnd()
    : text
}

/** Returns what a message of the agent asked, if anything. */
export function askedIn(text: string): QuestionTopic | null {
  const end = text.trimEnd()
  for (const [asked, closing] of closings) if (end.endsWith(closing)) return asked
  return null
}
