import { areAlike } from '@/lib/language/alike'
import type { Sum } from '@/lib/language/request'
import { multiplied } from '@/lib/language/requests/figures'
import type { Draft } from '@/lib/language/steps/draft'
import type { Job } from '@/lib/language/steps/job'
import type { Amount, TokenMention } from '@/lib/language/steps/mention'
import type { NftSend } from '../../meaning/nft-send'
import type { Step } from '../../meaning/understanding'
import type { Change } from './change'

const isNothing = ({ sums, chains, discarded: _, ...more }: Change): boolean =>
  sums.length === 0 && chains.length === 0 && Object.keys(more).length === 0

/** Returns the step with a change; null if nothing is changed, or something that the step has no place for. */
export function changed(step: Step, change: Change): Step | null {
  if (isNothing(change)) return null
  switch (step.kind) {
    case 'request': {
      const draft = changedDraft(step.draft, change)
      return draft && { kind: 'request', draft }
    }
    case 'job': {
      const job = changedJob(step.job, change)
      return job && { kind: 'job', job }
    }
    case 'nft':
      return change.chains.length > 0 ? null : { kind: 'nft', nft: changedNft(step.nft, change) }
    case 'rebalance':
      return null
  }
}

/**
 * "Half of that", "double it": an amount that was said before, so many times; else a share of what there is. Null if there
 * is no such amount to multiply.
 */
function shareOf(before: Amount | undefined, share: Extract<Amount, { kind: 'share' }>): Amount | null {
  const own = share.part < share.whole ? share : null
  if (before?.kind !== 'exact' && before?.kind !== 'usd') return own
  const value = multiplied(before.value, share)
  return value === null ? own : { kind: before.kind, value }
}

/** The amount of a change. "Make it 30" is in the unit of what it was. Null for so many times nothing. */
function sizeOf(said: Amount, before: Amount | undefined, token: TokenMention | undefined): Amount | null {
  if (said.kind === 'share') return shareOf(before, said)
  return said.kind === 'exact' && before?.kind === 'usd' && !token ? { ...said, kind: 'usd' } : said
}

function changedDraft(before: Draft, { sums, discarded, recipient, chains, slippage }: Change): Draft | null {
  if (recipient && before.action !== 'send') return null
  const { unclear: _, ...next } = before
  let counted = 0
  for (const { part, amount: said, token, untold } of sums) {
    if (said) counted += 1
    const isOfGot = said?.kind === 'share' && !token && !next.amount && next.receive
    const side =
      isOfGot || (token && sideOf(token, { part, untold }, discarded, next, said !== undefined) === 'to')
        ? 'to'
        : 'from'
    const amount = said && sizeOf(said, side === 'to' ? next.receive : next.amount, token)
    if (amount === null) return null
    if (side === 'to') {
      if (token) next.to = token
      if (amount) next.receive = amount
      continue
    }
    if (amount) next.amount = amount
    else if (token && countsAnother(next, token)) delete next.amount
    if (token) next.from = token
    if (token && next.action === 'bridge') next.to = token
  }
  if (recipient) next.recipient = recipient
  for (const { end, chain } of chains) {
    const isEnd =
      next.action !== 'send' && (end === 'to' || (end === 'on' && next.action === 'bridge' && !next.toChain))
    if (isEnd) next.toChain = chain
    else next.fromChain = chain
  }
  if (slippage !== undefined) next.slippage = slippage
  return counted > 1 ? { ...next, unclear: 'two-amounts' } : next
}

/** So many of one token are not so many of another, unless a unit of each is worth the same. */
const countsAnother = ({ from, amount }: Draft, token: TokenMention): boolean =>
  from !== undefined && amount?.kind === 'exact' && !areAlike(from.symbol, token.symbol)

/** Returns the side of a trade that a token of a change is meant for. */
function sideOf(
  token: TokenMention,
  { part, untold }: Pick<Sum, 'part' | 'untold'>,
  discarded: readonly string[],
  { action, from, to }: Draft,
  isCounted: boolean,
): 'from' | 'to' {
  if (action !== 'swap') return 'from'
  if (token.symbol === from?.symbol) return 'from'
  if (token.symbol === to?.symbol) return 'to'
  if (to?.symbol && discarded.includes(to.symbol)) return 'to'
  if (from?.symbol && discarded.includes(from.symbol)) return 'from'
  if (part === 'get' && !isCounted) return 'to'
  if (isCounted || !from) return 'from'
  if (untold && areAlike(token.symbol, to?.symbol) && !areAlike(token.symbol, from.symbol)) return 'to'
  return part === 'give' && to ? 'from' : 'to'
}

function changedJob(before: Job, { sums, recipient, chains }: Change): Job | null {
  if (recipient) return null
  const { unclear: _, ...next } = before
  const counted = sums.filter(({ amount }) => amount)
  for (const { amount, token } of sums) {
    const counts = amount && sizeOf(amount, next.amount, token)
    if (counts === null) return null
    if (counts) next.amount = counts
    if (token) next.token = token
  }
  const [place] = chains
  if (place) next.chain = place.chain
  return counted.length > 1 ? { ...next, unclear: 'two-amounts' } : next
}

function changedNft(before: NftSend, { sums, recipient, tokenId }: Change): NftSend {
  const { unclear: _, ...next } = before
  const amount = sums[0]?.amount
  if (amount?.kind === 'exact' && /^\d+$/.test(amount.value)) next.amount = BigInt(amount.value)
  if (amount?.kind === 'all') next.amount = 'all'
  if (recipient) next.recipient = recipient
  if (tokenId !== undefined) next.tokenId = tokenId
  return next
}

/** Returns the earlier step with everything that the later one of the same action says itself. */
export function merged(before: Step, later: Step): Step {
  if (before.kind === 'request' && later.kind === 'request') {
    const { unclear: _, unsure: __, ...kept } = before.draft
    const { amount, from, to } = later.draft
    const draft: Draft = { ...kept, ...later.draft }
    if (amount?.kind === 'share') draft.amount = shareOf(kept.amount, amount) ?? amount
    else if (!amount && from && countsAnother(kept, from)) delete draft.amount
    if (draft.action === 'bridge' && from && !to) draft.to = from
    return { kind: 'request', draft }
  }
  if (before.kind === 'job' && later.kind === 'job') {
    const { unclear: _, unsure: __, ...kept } = before.job
    const { amount, hint } = later.job
    const job: Job = { ...kept, ...later.job }
    if (amount?.kind === 'share') job.amount = shareOf(kept.amount, amount) ?? amount
    if (hint) {
      delete job.pick
      delete job.best
    }
    return { kind: 'job', job }
  }
  if (before.kind === 'nft' && later.kind === 'nft') {
    const { unclear: _, unsure: __, ...kept } = before.nft
    const collection = later.nft.collection ?? kept.collection
    return { kind: 'nft', nft: { ...kept, ...later.nft, collection } }
  }
  return later
}
