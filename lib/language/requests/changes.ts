import { areAlike } from '../alike'
import type { Piece } from '../bounds/pieces'
import { adds } from '../function-words'
import type { Limit, Receiver, Request, Sum } from '../request'
import { unsure } from './certainty'
import { isChange, sureOfAction } from './clauses'
import { factorIn, multiplied } from './figures'
import { among } from './pieces'

/** True if a request tells on its own what is to be done. */
export function isWhole({ action, sums, receivers, chains }: Request): boolean {
  switch (action) {
    case 'send':
    case 'sendNft':
      return receivers.length > 0 && sums.length > 0
    case 'swap':
      return sums.filter(({ what }) => what !== null).length > 1
    case 'bridge':
      return chains.length > 0 && sums.length > 0
    default:
      return sums.some(({ what }) => what !== null)
  }
}

/** True if a request says too little to stand alone, and nothing else than the one before: "send 0.5 ETH instead". */
export const isFragment = (own: Request, last: Request): boolean =>
  !isWhole(own) && (own.action === last.action || own.sure.action < sureOfAction)

/** True for a further payment of what the one before is of: "and also 2 to 0x…". */
export const isMore = (own: Request, last: Request): boolean =>
  own.action === 'send' &&
  last.action === 'send' &&
  own.receivers.length > 0 &&
  own.sums.length > 0 &&
  own.sums.every(({ what }) => what === null) &&
  tokenOf(last) !== null

/** A payment that names its sum anew and no receiver that could be read ("send 1 ETH to my friend") may be to anybody. */
export const withDoubtfulReceivers = (request: Request, own: Request): Request =>
  own.receivers.length > 0 || own.sums.every(({ amount, what }) => amount === null || what === null)
    ? request
    : { ...request, receivers: request.receivers.map((each) => ({ ...each, p: Math.min(each.p, unsure) })) }

export const tokenOf = ({ sums }: Request): Sum['what'] => sums.find(({ what }) => what !== null)?.what ?? null

/** True for words that ask for more, and not for something else in place of what was asked: "another 100", "once more". */
export const isForMore = ({ action, texts }: Request, pieces: readonly Piece[]): boolean =>
  action === 'repeat' ||
  // A request of its own, and no change of "it".
  (!isChange(action) && !pieces.some(({ role }) => role === 'reference')) ||
  texts.some(adds)

/** The request, asked for at this message and not before. */
export const anew = ({ began: _, ...request }: Request): Request => request

/**
 * Gives the sums of a change the parts of those that they replace: "I meant dai, not usdc" names the other token, "make
 * it 0.2 ETH" the same one, in a part that the request lacks, and "no, DAI instead" one that is like what was bought.
 */
export function inPlaceOf(said: Request, before: Request, pieces: readonly Piece[]): Request {
  const change = withFactor(said, before, pieces)
  const taken = pieces.flatMap(({ role, meanings }) =>
    role === 'discarded' || role === 'excluded' ? (among(meanings, ['token'])?.symbol ?? []) : [],
  )
  const replaced = ({ part, amount, what, untold }: Sum): Sum | undefined => {
    if (part === 'keep') return undefined
    const other = before.sums.find((sum) => sum.what?.is === 'token' && taken.includes(sum.what.symbol))
    if (other && amount === null) return other
    if (part === 'give' && untold && what?.is === 'token') return boughtLike(what.symbol, before)
    if (what?.is !== 'token' || amount === null || before.sums.some((sum) => sum.part === part)) return undefined
    const same = before.sums.filter((sum) => sum.what?.is === 'token' && sum.what.symbol === what.symbol)
    return same.length === 1 ? same[0] : undefined
  }
  return { ...change, sums: change.sums.map((sum) => ({ ...sum, part: replaced(sum)?.part ?? sum.part })) }
}

/** The sum of what was to be bought, if it is in a token like this one and what pays for it is not. */
function boughtLike(symbol: string, { sums }: Request): Sum | undefined {
  const like = sums.filter(({ what }) => what?.is === 'token' && areAlike(symbol, what.symbol))
  const [bought, ...others] = like
  return bought?.part === 'get' && others.length === 0 ? bought : undefined
}

/** "Double it", "make it half": the one amount of the request before, so many times. */
function withFactor(change: Request, { sums }: Request, pieces: readonly Piece[]): Request {
  const counted = pieces.filter(({ role }) => role === 'amount' || role === 'value')
  const factor = factorIn(counted.flatMap(({ meanings }) => meanings.slice(0, 1)))
  const [sum, ...others] = sums.filter(({ amount, part }) => amount !== null && part !== 'keep')
  const [piece] = counted
  const isOwn = change.sums.some(({ amount, what }) => what !== null || (amount !== null && amount.is !== 'share'))
  if (!factor || !piece || !sum || counted.length > 1 || others.length > 0 || isOwn) return change
  if (sum.amount?.is !== 'number' && sum.amount?.is !== 'dollars') return change
  const value = multiplied(sum.amount.value, factor)
  if (value === null) return change
  const { text, p } = piece
  return { ...change, sums: [{ part: sum.part, amount: { is: sum.amount.is, value }, what: null, text, said: 0, p }] }
}

/** Replaces parts of a request by later words. */
export function revised(before: Request, change: Request): Request {
  const { texts, p, sure } = change
  const offered = [...(before.offered ?? []), ...(change.offered ?? [])]
  const sums = change.sums.map((sum) => ({ ...sum, said: before.texts.length + sum.said }))
  const { receivers, limits } = before.action === 'send' ? withReceivers(change) : change
  const parts = new Set(sums.map(({ part }) => part))
  const main = before.sums.some(({ part }) => part === 'give') ? 'give' : (before.sums[0]?.part ?? 'give')
  const former: Sum[] = []
  const kept = before.sums.flatMap((sum): Sum[] => {
    const next = sums.find(({ part }) => part === sum.part || (part === 'unsaid' && sum.part === main))
    if (!next) return [sum]
    former.push(sum)
    return [{ ...sum, ...next, part: sum.part, amount: inUnitOf(sum.amount, next), what: next.what ?? sum.what }]
  })
  const isKept = (part: Sum['part']) =>
    kept.some((sum) => sum.part === part || (part === 'unsaid' && sum.part === main))
  const formerReceivers = [...(before.formerReceivers ?? []), ...(receivers.length > 0 ? before.receivers : [])]
  const ends = new Set(change.chains.map(({ end }) => end))
  const roles = new Set(limits.map(({ role }) => role))
  return {
    action: before.action,
    texts: [...before.texts, ...texts],
    sums: [...kept, ...sums.filter(({ part }) => parts.has(part) && !isKept(part))],
    former: [...before.former, ...former],
    receivers: receivers.length > 0 ? receivers : before.receivers,
    ...(formerReceivers.length > 0 && { formerReceivers }),
    chains: [...before.chains.filter(({ end }) => !ends.has(end)), ...change.chains],
    limits: [...before.limits.filter(({ role }) => !roles.has(role)), ...limits],
    // "Do it now": what it was to wait for no longer counts.
    loose: [...(roles.has('when') ? [] : (before.loose ?? [])), ...(change.loose ?? [])],
    unexplained: [...before.unexplained, ...change.unexplained],
    ...(before.adopted && sums.length === 0 && { adopted: true }),
    ...(offered.length > 0 && { offered }),
    message: change.message,
    began: before.began ?? before.message,
    p: Math.min(before.p, p),
    sure: { ...before.sure, kind: sums.length > 0 ? Math.min(before.sure.kind, sure.kind) : before.sure.kind },
  }
}

/** The amount of a change: "make it 30", after dollars, is in dollars. */
const inUnitOf = (before: Sum['amount'], { amount, what }: Sum): Sum['amount'] =>
  amount?.is === 'number' && before?.is === 'dollars' && what === null
    ? { ...amount, is: 'dollars' }
    : (amount ?? before)

/** Takes an address in a change of a payment for its receiver: "the same again for 0x…". */
function withReceivers({ receivers, limits }: Request): Pick<Request, 'receivers' | 'limits'> {
  const isParty = ({ role }: Limit) => role === 'spender' || role === 'contract'
  const named = limits.filter(isParty).flatMap(({ meanings, text, p }): Receiver[] => {
    const meaning = among(meanings, ['address', 'name', 'contact'])
    return meaning ? [{ meaning, text, p }] : []
  })
  return { receivers: [...receivers, ...named], limits: limits.filter((limit) => !isParty(limit)) }
}
