import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, moodOf } from './abstain'
import { type Job, jobVerbs, readJob, reviseJob } from './job'
import { atNamedPlace, inOtherPlace } from './job-place'
import { readNftSend, reviseNft } from './nft'
import { aboutNft, asksForNfts, asksTooMuch, nftsOf, numbered } from './nft-words'
import { withRepay } from './paid-back'
import { readPlace } from './place-words'
import { isRebalancing, understandRebalance } from './rebalance'
import { revised, stepOf } from './step'
import type { Dialogue, Understanding } from './understanding'
import { yieldsIn } from './yields-asked'

/** Subjects of the general rules that are requests here. */
const ours: ReadonlySet<Abstention> = new Set(['lending', 'staking'])

const opensQuestion = /^(?:what|which|where|how|show|list|find|compare|best|highest|safest|top|any)\b/

const share = String.raw`(?:an?\s+)?(?:half|third|quarter|fifth|tenth|\d+\s*(?:%|percent))\s+(?:of\s+)?(?:my|the)`
const ofDebt = String.raw`(?:\w+\s+)?(?:debts?|loans?|borrowings?)\b`
/** "Repay with half my DAI", "use half my DAI to repay". */
const shareOfHeld = new RegExp(
  String.raw`\b(?:with|using|from)\s+${share}\s+(?!${ofDebt})|\b(?:use|take)\s+${share}\s+(?!${ofDebt}).*\bpay\w*\b`,
  'i',
)

/** A part of the debt is meant by a part of what is owed, and not by a part of what pays: then a number is asked for. */
export function whoseShare(understood: Understanding, said: string): Understanding {
  if (understood.kind !== 'job' || understood.job.act !== 'repay' || !shareOfHeld.test(said)) return understood
  const { amount } = understood.job
  if (amount?.kind !== 'share' || amount.part === amount.whole) return understood
  return { ...understood, job: { ...understood.job, unclear: 'share-of-what' } }
}

/** Reads what is said of lending markets, vaults and yields. Null where the message is about something else. */
export function understandFinance(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const nft = understandNft(raw, lexicon, dialogue)
  if (nft) return nft
  const isChangeable = dialogue.standing === 'open' || dialogue.standing === 'proposed'
  const placedJob =
    dialogue.job && isChangeable
      ? (atNamedPlace(dialogue.job, raw, lexicon) ?? inOtherPlace(dialogue.job, raw, dialogue.offered))
      : null
  if (placedJob) return revised({ kind: 'job', job: placedJob }, dialogue)
  const said = withRepay(raw)
  const placed = readPlace(said)
  const items = tag(placed.text, lexicon)
  const lower = placed.text.toLowerCase().replace(/\s+/g, ' ').trim()
  const rebalance = understandRebalance(raw, lexicon, dialogue)
  // "Best yield for USDC with no lock-up over 7 days" asks anew, whatever bounds were asked for before.
  const asksAnew = () =>
    dialogue.asked === null && opensQuestion.test(lower) && yieldsIn(lower, items, placed.hint, said) !== null
  if (rebalance && (isRebalancing(raw) || !asksAnew())) return rebalance
  const jobs = jobVerbs(items)
  const verbs = items.filter(isCommand)
  const spoken = sentences(said).map(({ text, question }) => ({
    text: text.toLowerCase(),
    mood: moodOf(text.toLowerCase(), question),
  }))
  const isAsking = spoken.some(({ text, mood }) => mood === 'question' && jobs.every((verb) => text.includes(verb)))
  // "Put my idle USDC to work" names no place to put it in.
  const isOpen =
    /\b(?:idle|unused|spare|lazy)\b.*\bwork\b|\b(?:where(?:ver)? (?:it|they)|to good use)\b/.test(lower) &&
    !items.some(({ is }) => is === 'amount')
  if (jobs.length === 0 || isAsking || (isOpen && jobs.every((verb) => verb === 'put'))) {
    const insight = verbs.length === 0 ? yieldsIn(lower, items, placed.hint, said) : null
    if (insight) {
      const abstention = abstentionIn(lower, false, ours)
      return abstention ? { kind: 'abstain', topic: abstention } : { kind: 'insight', insight }
    }
  }
  const [verb] = jobs
  if (verb === undefined) return verbs.length === 0 && !isAsking ? corrected(said, lower, lexicon, dialogue) : null
  const found = readJob(verb, placed, said, dialogue.offered, lexicon)
  if (!found) return null
  const abstention = abstentionIn(lower, true, ours)
  if (abstention) return { kind: 'abstain', topic: abstention }
  if (isAsking) return { kind: 'abstain', topic: 'advice' }
  if (jobs.length > 1 || verbs.length > 0) return { kind: 'several' }
  const isPermission = spoken.some(({ text, mood }) => mood === 'permission' && text.includes(verb))
  const whole: Job = isPermission ? { ...found, unsure: true } : found
  const job = merged(ofMore(ofAbout(whole, lower, dialogue), lower, dialogue), dialogue)
  return { kind: 'job', job, ...(dialogue.job && job !== whole ? { rest: dialogue.rest } : {}) }
}

const nfts: ReadonlySet<Abstention> = new Set(['nft'])

function understandNft(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const lower = raw.toLowerCase()
  const sent = readNftSend(raw, lexicon)
  if (sent) {
    const abstention = abstentionIn(numbered(lower), true, nfts)
    if (abstention) return { kind: 'abstain', topic: abstention }
    const moods = sentences(raw).map(({ text, question }) => moodOf(text.toLowerCase(), question))
    if (moods.includes('question')) return { kind: 'abstain', topic: 'advice' }
    return { kind: 'nft', nft: moods.includes('permission') ? { ...sent, unsure: true } : sent }
  }
  const items = tag(raw, lexicon)
  if (aboutNft(lower, lexicon) && asksTooMuch(lower)) return { kind: 'abstain', topic: 'nft' }
  if (items.some(({ is }) => is === 'verb') || jobVerbs(items).length > 0) return null
  const { nft, asked, offered } = dialogue
  const next = nft && !abstentionIn(lower, false) ? reviseNft(nft, asked, raw, offered, lexicon) : null
  if (next) return revised({ kind: 'nft', nft: next }, dialogue)
  return asksForNfts(lower, lexicon) && !abstentionIn(lower, false, nfts) && !/\bmint/.test(lower)
    ? { kind: 'insight', insight: nftsOf(lower, lexicon) }
    : null
}

const isCommand = (item: Item): boolean => item.is === 'verb' && item.form === 'base'

/** "Lend it all", after a question about one token: what was spoken of, and where. */
function ofAbout(job: Job, lower: string, { about, aboutOn, ...before }: Dialogue): Job {
  const isMeant = /\b(?:it|them|that|half|all)\b/.test(lower) && (job.act === 'supply' || job.act === 'stake')
  if (!about || job.token || job.unclear === 'recipient' || !isMeant || stepOf({ about, aboutOn, ...before }))
    return job
  return {
    ...job,
    token: about,
    amount: job.amount ?? { kind: 'all' },
    ...(aboutOn && !job.chain ? { chain: aboutOn } : {}),
  }
}

/** "Borrow 100 more", after a loan: of the same token in the same market. */
function ofMore(job: Job, lower: string, { job: before, standing }: Dialogue): Job {
  const isMore = /\b(?:more|another|extra|again)\b/.test(lower) && standing === 'done' && before?.act === job.act
  if (!isMore || job.token || job.unclear || !job.amount || !before?.token) return job
  return { ...job, token: before.token, ...(before.chain && !job.chain ? { chain: before.chain } : {}) }
}

const isDeposit = ({ act, unclear }: Job): boolean => (act === 'stake' || act === 'supply') && !unclear

/** "Stake it in the first", after a list: the verb again, and only what was missing. */
function merged(job: Job, { job: before, standing, offered }: Pick<Dialogue, 'job' | 'standing' | 'offered'>): Job {
  // "Put 0.3 WETH in", after a list of what earns: in one of those. "Stake it", after a deposit that could go to either.
  const isPlaced = job.unclear === 'deposit' && before?.act === 'stake'
  // "Put 400 there", where one place was listed.
  const [listed, ...others] = isPlaced && !job.pick ? offered : []
  const only = listed !== undefined && others.length === 0 ? { pick: listed } : {}
  const isSettled = before?.unclear === 'deposit' && (job.act === 'supply' || job.act === 'stake') && !job.unclear
  if (before && standing === 'open' && (isPlaced || isSettled)) {
    const { unclear: _, ...said } = job
    const { unclear: __, ...asked } = before
    return merged(isPlaced ? { ...said, act: 'stake', isPut: true, ...only } : said, {
      job: isPlaced ? asked : { ...asked, act: job.act },
      standing,
      offered,
    })
  }
  // "Put 100", "add 50 more", where the deposit before was declined, is open or has been made: in the same place.
  const isAlike = !job.token || job.token.symbol === before?.token?.symbol
  if (before && job.unclear === 'deposit' && standing !== 'uncertain' && job.amount && isAlike && isDeposit(before)) {
    const { unclear: _, act: __, ...said } = job
    return { ...before, ...said }
  }
  // "Lend 1000", after a list of what earns: of the token that was asked about.
  if (before?.act === 'stake' && job.act === 'supply' && standing === 'open' && !before.amount && !job.unclear)
    return job.token || !before.token ? job : { ...job, token: before.token }
  if (!before || before.act !== job.act || job.unclear) return job
  if (standing === 'proposed' || standing === 'declined') return elsewhere(job, before)
  if (standing !== 'open') return job
  // "Put 700 USDC in there", after a list of more than one token: in the kind of place that was asked about.
  const isOneOfThose = job.isPut && !before.token
  if (job.token && job.token.symbol !== before.token?.symbol && !isOneOfThose) return job
  if (job.amount && before.amount) return job
  const { unclear: _, ...kept } = before
  return { ...kept, ...job, ...(before.unsure ? { unsure: true as const } : {}) }
}

/** "Put it in the flexible one", after a proposal: as much of the same in another place. */
function elsewhere(job: Job, before: Job): Job {
  const isPlaced = job.hint !== undefined || typeof job.pick === 'string' || job.chain !== undefined
  if (!isPlaced || job.amount || job.token) return job
  const { unclear: _, hint: __, pick: ___, best: ____, ...kept } = before
  return { ...kept, ...job }
}

function corrected(text: string, lower: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const { job, asked, offered } = dialogue
  if (!job || abstentionIn(lower, false, ours)) return null
  const next = reviseJob(job, asked, text, offered, lexicon)
  return next ? revised({ kind: 'job', job: next }, dialogue) : null
}
