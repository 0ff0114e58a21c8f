import { parseAmount } from '@/lib/chain/tokens/amount'
import { type Mention, type Request, type Sum, sureOfKind } from '@/lib/language/request'
import type { RuleContext } from '../context'
import type { RequestPart } from '../review'
import { sizeOf } from '../simulation/balance-changes'
import { sureOfPart } from './comparison'
import { isToken, type PlanEffects } from './effects'
import { judgedParts } from './parts/all-parts'
import { accountFor, hasFigures } from './parts/amounts'
import { type Judged, sureOfNaming } from './parts/judged'
import { isNow } from './parts/limits'
import { accountsFor } from './parts/mentions'
import { isOfOffer } from './quotes'

/** Added if later words changed the request: what they replace is easily mistaken. */
const surer = 0.15
/** Below this the reader is not sure of a whole request: which of its sums a change is about stays open. */
const sureOfWhole = 0.5

/** A request with its parts compared one by one, and what they tell together. `asked`: as it was read. */
export type Whole = {
  asked: Request
  request: Request
  judged: readonly Judged[]
  /** The plan is the payment of what an earlier step brings. */
  isStep: boolean
  isKind: boolean
  /** How the figures of the request account for what moves. */
  account: ReturnType<typeof accountFor>
  isAccounted: boolean
  /** Figures whose role nothing tells. */
  numbers: readonly Mention[]
  /** "No no, 0.5!!", "only half of it": the later figure stands, though its clause or role was not read. */
  isChangedTo: boolean
  isOthers: boolean
  isSeveral: boolean
}

/** Compares every part of a request with the plan. */
export function wholeOf(
  asked: Request,
  request: Request,
  isStep: boolean,
  moves: PlanEffects,
  context: RuleContext,
): Whole {
  const all = judgedParts(request, moves, context)
  const account = accountFor(request, moves, context)
  const numbers = request.unexplained.filter(({ meanings }) => meanings.some(({ is }) => is === 'number'))
  return {
    ...{ asked, request, isStep, account, numbers },
    judged: all.filter((each) => !isTwice(each, all)),
    isKind: request.sure.kind >= sureOfKind,
    isAccounted: !hasFigures(request) || account !== null,
    isChangedTo: [...numbers.filter(({ late }) => late), ...laterShares(request)].some((mention) =>
      accountsFor(mention, request, moves, context),
    ),
    isOthers: othersOf(request, moves, context),
    isSeveral:
      isMet(all, 'gives') && all.some(({ part, sum }) => sum?.part === 'give' && sum.amount && part.is !== 'met'),
  }
}

/** Shares in the last words of a request that no sum has: "only half of it then". */
const laterShares = ({ texts, limits }: Request): readonly Mention[] =>
  texts.length < 2
    ? []
    : limits.filter(
        ({ meanings, text }) => meanings.some(({ is }) => is === 'share') && texts.at(-1)?.includes(text) === true,
      )

/** True if the plan meets a part of this kind. */
export const isMet = (judged: readonly Judged[], respect: RequestPart['respect']): boolean =>
  judged.some(({ part }) => part.respect === respect && part.is === 'met')

/** True for a token that is named once more, without a figure: "100 USDC in Flexible USDC". */
const isTwice = ({ part, sum }: Judged, all: readonly Judged[]): boolean =>
  part.is === 'unread' &&
  sum?.amount === null &&
  all.some((each) => each.sum?.amount && each.part.is === 'met' && isSameToken(each.sum, sum))

const isSameToken = (one: Sum, other: Sum): boolean =>
  one.what?.is === 'token' && other.what?.is === 'token' && one.what.symbol === other.what.symbol

/** A part as it counts, with the words that it leaves open or that name a time to wait for. */
type Weighed = { part: RequestPart; doubt?: string; wait?: string }

const open = (part: RequestPart, isDoubt = true): Weighed => ({
  part: { ...part, is: 'unread' },
  ...(isDoubt && { doubt: part.asked }),
})

/** Decides whether a part that is not met differs, in the light of all the others. */
export function weigh(each: Judged, whole: Whole, moves: PlanEffects): Weighed {
  const { part, p, by, sum } = each
  const { judged, isKind, isStep, isOthers } = whole
  const { respect } = part
  if (part.is === 'met') return { part }
  if (respect === 'time') {
    if (part.is === 'different' && isKind && p >= sureOfPart && !saysNow(whole.request)) return { part }
    return { ...open(part, false), wait: part.asked }
  }
  // "Ten ETH, leave two": what stays tells how much moves.
  if (isCombined(sum, whole) && isMet(judged, 'keeps') && by !== 'name') return open(part, false)
  const isSum = respect === 'gives' || respect === 'gets'
  // One call may serve one of several sums or receivers: it says nothing about the others.
  const isOther =
    isStep || (isSum && (isMet(judged, respect) || isOthers)) || (respect === 'receiver' && isMet(judged, respect))
  const settled = part.is === 'different' ? differing(each, isOther, whole, moves) : null
  if (settled) return settled
  const least = leastFor(each, whole)
  // A figure that its role does not explain, but the plan does, leaves nothing open.
  const isFound = isSum
    ? whole.isAccounted && (sum?.amount != null || p < 0.5) && !isRest(sum)
    : respect === 'limit' && by === undefined && p < least
  const isSaid = by !== undefined || p >= (respect === 'limit' && part.found === '' ? sureOfPart : sureOfNaming)
  return open(part, (!isOther && !isFound && isSaid) || (sum !== undefined && isRetold(sum, whole)))
}

/** Least certainty of its role with which a part differs. */
const leastFor = ({ part: { respect } }: Judged, { request }: Whole): number =>
  sureOfPart + ((respect === 'gives' || respect === 'gets') && request.texts.length > 1 ? surer : 0)

/** Decides on a part that is not as asked. Null if that is not known for sure. */
function differing(each: Judged, isOther: boolean, whole: Whole, moves: PlanEffects): Weighed | null {
  const { part, p, by, sum } = each
  const { asked, request, isKind, isAccounted, isSeveral } = whole
  const { respect } = part
  const isSum = respect === 'gives' || respect === 'gets'
  const least = leastFor(each, whole)
  const settled = (isOpen: boolean | undefined): Weighed => (isKind && !isOpen ? { part } : open(part))
  if (isOfOffer(part, asked) && !isOther && p >= sureOfNaming) return { part }
  // Words in another language have no roles: a name that is found nowhere differs, whatever else is met.
  if (by === 'name' && isUnreadable(request) && isSum) return { part }
  if (by === 'amount' && isSum && !isAccounted && p >= sureOfNaming)
    return settled(sum && p < least && isLess(sum, moves))
  const isLast = sum !== undefined && request.texts.length > 1 && sum.said === request.texts.length - 1
  if (by === 'name' && isSum && (!isOther || isLast) && p >= sureOfNaming) return settled(isOutdated(sum, request, p))
  if (by !== undefined && !isSum && p >= sureOfNaming) return settled(isSeveral && respect === 'chain')
  if (whole.isChangedTo && isSum) return open(part, false)
  if (isOther || p < least) return null
  // "Bill was 78, we were 4": an unexplained figure may make another one of what was said.
  const isLate = isAccounted && whole.numbers.length > 0
  return settled(isSum ? isLate || isCombined(sum, whole) : isSeveral && respect !== 'receiver')
}

/** True for an amount that several figures make together: "all but 600", "40 jars at 8, a quarter of that". */
const isCombined = (sum: Sum | undefined, { account }: Whole): boolean => sum?.amount != null && account === 'combined'

/** "Send everything, no, 1 ETH": the later of two amounts of the same counts, and the plan has the earlier one. */
function isRetold(sum: Sum, { request, judged, isOthers }: Whole): boolean {
  if (!sum.amount || sum.amount.is === 'dollars' || request.receivers.length > 1 || isOthers) return false
  const isSame = ({ part }: Sum) => part === sum.part || part === 'unsaid' || sum.part === 'unsaid'
  const all = judged.filter((each) => each.sum?.amount && isSame(each.sum))
  const at = all.findIndex((each) => each.sum === sum)
  return at === all.length - 1 && all.slice(0, at).some(({ part }) => part.is === 'met')
}

/** True for a request of which only the entities are known: its words are in another language. */
const isUnreadable = ({ p, sure }: Request): boolean => p === 0 && sure.action === 0

/** True for "the rest": of how much, only what is kept back can tell. */
const isRest = (sum: Sum | undefined): boolean => sum?.amount?.is === 'share' && sum.amount.rest === true

/** True if the words want something of it now: "half now, half next week". */
const saysNow = ({ limits }: Request): boolean =>
  limits.some(({ role, meanings }) => role === 'when' && meanings.some((each) => each.is === 'date' && isNow(each)))

/** True if a request has other sums than a call that serves a part of it: several tokens, or equal portions. */
function othersOf({ sums, limits, texts, p }: Request, moves: PlanEffects, context: RuleContext): boolean {
  const tokens = sums.flatMap(({ what }) => (what?.is === 'token' && what.known ? what.symbol : []))
  const isSplit = limits.some(({ role }) => role === 'count')
  const moved = [...moves.out, ...moves.in].filter(({ listed }) => listed)
  const isNamed = moved.every((effect) => tokens.some((symbol) => isToken(symbol, effect, context)))
  return isSplit || (new Set(tokens).size > 2 && isNamed) || (texts.length > 1 && p < sureOfWhole)
}

/** True if a figure was said as an amount, unsurely, and less than that moves: it may be a bound. */
function isLess({ amount }: Sum, moves: PlanEffects): boolean {
  if (amount?.is !== 'number') return false
  const [main] = [...moves.out, ...moves.in].filter(({ listed }) => listed)
  const meant = main?.decimals == null ? null : parseAmount(amount.value, main.decimals)
  return main !== undefined && meant !== null && sizeOf(main) < meant
}

/** True if a name is from words that a later change, itself not surely read, may have replaced. */
const isOutdated = (sum: Sum | undefined, { texts, sums }: Request, p: number): boolean =>
  sum !== undefined &&
  texts.length > 1 &&
  sum.said < texts.length - 1 &&
  sums.some((other) => other.said > sum.said && other.p < Math.max(p, sureOfPart))
