import type { Amount } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { abstentionIn } from './abstain'
import { readMentions } from './mentions'
import { revise } from './revise'
import { revised } from './step'
import type { Dialogue, Understanding } from './understanding'

/** "Double it", and "the same to 0x…", which asks for another even where the first has been carried out. */
export function saidAgain(text: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const { draft, job, standing } = dialogue
  const amount = multiplied((draft ?? job)?.amount, text.toLowerCase())
  if (amount && draft) return revised({ kind: 'request', draft: { ...draft, amount } }, dialogue)
  if (amount && job) return revised({ kind: 'job', job: { ...job, amount } }, dialogue)
  const other = draft && standing !== 'uncertain' && dialogue.calls.length <= 1 ? sameAs(text) : null
  if (other === null || !draft || abstentionIn(text.toLowerCase(), true)) return null
  const next = revise(draft, null, readMentions(tag(other, lexicon)), undefined)
  return next ? { kind: 'request', draft: next } : null
}

const times: readonly (readonly [pattern: RegExp, factor: bigint])[] = [
  [
    /^(?:please )?(?:double (?:it|that|the amount)|make (?:it|that) (?:double|twice as (?:much|many))|twice (?:that|as (?:much|many)))$/,
    2n,
  ],
  [/^(?:please )?(?:triple (?:it|that|the amount)|make (?:it|that) triple|three times (?:that|as (?:much|many)))$/, 3n],
]

/** "Double it": the sum that stands, so many times. Null where it is something else, or no sum stands. */
function multiplied(amount: Amount | undefined, text: string): Amount | null {
  const factor = times.find(([pattern]) => pattern.test(text.replace(/[\s.!]+$/, '')))?.[1]
  if (factor === undefined || !(amount?.kind === 'exact' || amount?.kind === 'usd')) return null
  return { ...amount, value: timesAsMuch(amount.value, factor) }
}

/** "The same to 0x…", "same again on Base": what was done before, with what follows. Null where it is something else. */
function sameAs(text: string): string | null {
  const found =
    /^(?:(?:and|now|then|please|ok|okay)[\s,]+)*(?:do\s+)?(?:the\s+)?same(?:\s+(?:again|thing|amount))?(?:\s+but)?\s+((?:to|on|with|for|from)\b.*)$/i.exec(
      text.trim(),
    )
  return found?.[1] ?? null
}

/** A decimal number so many times, as exact as it was. */
export function timesAsMuch(value: string, factor: bigint): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const digits = (BigInt(whole + fraction) * factor).toString().padStart(fraction.length + 1, '0')
  const cut = digits.length - fraction.length
  return fraction ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits
}
