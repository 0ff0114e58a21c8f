import type { Span } from './entity'
import { wordsIn } from './function-words'
import { type Action, actions, isDone } from './labels'
import { quotationsIn } from './quotations'
import type { Clause, Reading } from './reader/reader'

/** What an agent wrote, and how to read a piece of it. */
export type AgentText = { text: string; read: (text: string) => Reading }

/** A sentence of the agent's that offers to do something, with the clauses that do. */
export type Offer = { text: string; reading: Reading; clauses: readonly Clause[] }

/** Actions that show or tell something. */
const showing: readonly Action[] = actions.slice(actions.indexOf('balances'), actions.indexOf('explain'))

/** Least certainty that a question is about what it seems to be. */
const sureOfTopic = 0.5

const speaker = new Set(['i', 'we'])
const speakers = new Set([...speaker, 'me', 'us'])
const modals = new Set(['can', 'could', 'shall', 'should', 'may', 'might', 'will', 'would'])
/** Auxiliaries of what has been. */
const past = new Set(['did', 'have', 'has', 'had', 'was', 'were'])
const addressee = new Set(['you', 'your'])

/** Most words of a question that is about the sentence before it without a word for that: “Sound good?”. */
const fewWords = 3

type Sentence = { text: string; reading: Reading; words: ReadonlySet<string>; count: number; isQuestion: boolean }

/**
 * Returns the offer that a yes to an agent's text agrees to. It is the last question, if that asks whether to do
 * something; else, if that refers to the words before it (“Shall I?”), the offer there; without a question, the last
 * words that offer anything. Null if the yes answers something else, or if those words refuse, warn, tell or suppose.
 */
export function offerIn(agent: AgentText, hasObject: (clause: Clause, sentence: Offer) => boolean): Offer | null {
  const sentences = sentencesIn(agent)
  const asked = sentences.findLastIndex(({ isQuestion }) => isQuestion)
  let refers: 'to the speaker' | 'to words' | null = null
  for (const sentence of sentences.slice(0, asked < 0 ? undefined : asked + 1).toReversed()) {
    const { text, reading } = sentence
    const doing = reading.clauses.filter(
      (clause) => isDoing(clause, sentence) && hasObject(clause, { text, reading, clauses: [clause] }),
    )
    if (doing.length > 0) {
      const isOffer = doing.every((clause) => isOffered(clause, sentence, refers === 'to the speaker'))
      return isOffer ? { text, reading, clauses: doing } : null
    }
    if (!sentence.isQuestion) continue
    refers = referenceOf(sentence)
    if (!refers) return null
  }
  return null
}

/** True for words about something to be done. The reader may take “Shall I deposit 100 USDC?” for an inquiry. */
const isDoing = ({ action, parts }: Clause, { words, isQuestion }: Sentence): boolean =>
  action !== null &&
  (isDone(action) ||
    (action === 'explain' && isQuestion && !has(words, past) && parts.some(({ role }) => role === 'amount')))

/** Cuts a text into its sentences. Quotations are somebody else's words. */
function sentencesIn({ text, read }: AgentText): Sentence[] {
  const quotations = quotationsIn(text)
  return [...text.matchAll(/\S[\s\S]*?(?:[.!?]+(?=\s|$)|\n+|$)/g)].flatMap(({ 0: found, index }) => {
    const sentence = found.trim()
    const isIn = ({ start, end }: Span) => start <= index && index + sentence.length <= end
    if (sentence === '' || quotations.some(isIn)) return []
    const words = wordsIn(sentence)
    return [
      {
        text: sentence,
        reading: read(sentence),
        words: new Set(words),
        count: words.length,
        isQuestion: sentence.endsWith('?'),
      },
    ]
  })
}

const has = (words: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].some((word) => words.has(word))

/** True for a clause that offers to do something: a question whether to, or what somebody can or would do. */
function isOffered({ kind }: Clause, { words, isQuestion }: Sentence, isPrompted: boolean): boolean {
  if (isQuestion) return (kind === 'question' || kind === 'request' || kind === 'hypothetical') && !has(words, past)
  if (kind !== 'request' && !(kind === 'hypothetical' && isPrompted)) return false
  return has(words, speaker) || has(words, modals)
}

/** Returns what a question refers to that names nothing to be done. Null if it asks about something else. */
function referenceOf({ reading: { clauses, entities }, words, count }: Sentence) {
  if (clauses.some(({ action, sure }) => action && showing.includes(action) && sure.action >= sureOfTopic)) return null
  if (has(words, speakers)) return 'to the speaker'
  const isBare = count <= fewWords && !has(words, addressee)
  const isReferring = entities.some((entity) => entity.is === 'pronoun' && entity.for === 'thing')
  return isBare || isReferring || clauses.every(({ kind }) => kind === 'agreement') ? 'to words' : null
}
