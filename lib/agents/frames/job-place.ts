import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'
import { type Job, nouns, ofLending, ofVaults } from './job'
import { readPlace } from './place-words'

/**
 * "The vault", "from lending": which of the two a deposit or a withdrawal is for. What is put somewhere may be put into the
 * other of the two after all. Null where the text says more than the place.
 */
export function atNamedPlace(job: Job, raw: string, lexicon: Lexicon): Job | null {
  const isOpen = job.unclear === 'deposit' || (job.act === 'withdraw' && !job.isAtMarket)
  const isPut = job.act === 'stake' || (job.act === 'supply' && job.unclear === undefined)
  const { text, hint } = readPlace(raw)
  const items = tag(text, lexicon).filter(({ is }) => is !== 'comma' && is !== 'link')
  const isName = items.every((item) => item.is === 'word' && (nouns.has(item.text) || fillers.has(item.text)))
  const vault = ofVaults.test(raw) || hint.lockDays !== undefined
  const lending = ofLending.test(raw)
  if (!(isOpen || isPut) || !isName || vault === lending) return null
  const { unclear: _, pick: __, ...kept } = job
  const placed = { ...kept, ...(Object.keys(hint).length > 0 ? { hint: { ...kept.hint, ...hint } } : {}) }
  if (lending) return job.act === 'withdraw' ? { ...placed, isAtMarket: true } : { ...placed, act: 'supply' }
  return { ...placed, act: job.act === 'withdraw' ? 'unstake' : 'stake' }
}

const otherOne =
  /^\W*(?:(?:no|nah|nope|oh|ok|okay|sorry|actually|rather|wait|hmm+|i\s+meant?|please|take|use|go\s+with|make\s+it|put\s+it|in|into)\b[\s,.!]*)*the\s+other\s+(?:one|vault)(?:[\s,]+(?:please|instead|then|rather))*\W*$/i

/** "No, the other one", of two vaults: by its lock-up, or by the list that was shown. Null where there are not two. */
export function inOtherPlace(job: Job, raw: string, offered: readonly string[]): Job | null {
  if (job.act !== 'stake' || !otherOne.test(raw)) return null
  const { hint, pick, best: _, ...kept } = job
  if (hint?.lockDays !== undefined) return { ...kept, hint: { ...hint, lockDays: hint.lockDays === 0 ? null : 0 } }
  const [other, ...more] = offered.filter((name) => name !== pick)
  return pick && other !== undefined && more.length === 0 ? { ...kept, pick: other } : null
}
