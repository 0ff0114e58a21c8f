import { isAddressEqual } from 'viem'
import { bytesHash } from '@/lib/review/findings/hash'
import type { Effects } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import { agoWords } from '@/lib/tools/shared/ago-words'
import type { LedgerEntry } from '../../ledger/entry'
import { isInFlight, isOpen } from '../../ledger/machine'
import { allSucceeded, isNumbered } from '../../ledger/steps'
import { type Happening, happeningWords, isNearly, planned, recorded } from './happening'
import { isNearlyRequested } from './requested-move'

/** Age up to which a call counts as recent, in milliseconds: well below a day, as a plan may buy the same every day. */
const ofLate = 12 * 3_600_000

/** Facts about a proposal beyond the ledger. */
export type ProposalFacts = {
  plan: Plan
  /** Effects found by the simulation; null without one. */
  effects: Effects | null
  /** Returns what the agent has written in the conversation since a moment, in milliseconds since the epoch. */
  agentSaid: (since: number) => readonly string[]
  /** Describes in a sentence what a call asks for; null if it cannot be read. */
  headlineOf: (entry: LedgerEntry) => string | null
}

/** Time that a refused request, or one the person says was not sent, may wait somewhere unseen. Milliseconds. */
const unseenFor = 15 * 60_000

/**
 * True if the wallet was asked for the call and refused, or nobody knows what it did: neither proves that it sent
 * nothing.
 */
const mayBeSent = ({ left = [] }: LedgerEntry, now: number): boolean =>
  left.some((request) => now - request.at < (isNumbered(request) ? unseenFor : ofLate))

const unsettledFinding = ({ key }: LedgerEntry, isExact: boolean): Finding => ({
  rule: 'repeated',
  level: 'DANGER',
  covers: [`repeated@${key}`],
  title: `Your wallet was asked for ${isExact ? 'exactly' : 'nearly'} this before.`,
  observed: 'No transaction of that request is on the chain so far',
  why: 'Even if your wallet refused it or shows nothing, it may have been sent. If so, countersigning here carries it out twice. Check your wallet’s activity first.',
  fix: { kind: 'refresh', label: 'Check again' },
})

/**
 * Finds another call of the account that does the same, or nearly, and is under way, recent, or open alongside this
 * one. An agent that takes a success for a failure, or claims one, proposes it again, slightly changed. `now` in
 * milliseconds since the epoch. Null if there is none.
 */
export function repeatedFinding(
  entries: readonly LedgerEntry[],
  entry: LedgerEntry,
  { plan, effects, agentSaid, headlineOf }: ProposalFacts,
  now: number,
): Finding | null {
  const last = plan.steps.at(-1)
  const bytes = last && bytesHash(last)
  const isExactly = ({ callHash, steps }: LedgerEntry) =>
    callHash === entry.callHash || steps.at(-1)?.bytesHash === bytes
  const mine = planned(plan, effects)
  const others = entries.filter(({ key, owner }) => key !== entry.key && isAddressEqual(owner, entry.owner))
  const same = others.filter((other) => isExactly(other) || isNearly(recorded(other), mine))
  const worst = (found: LedgerEntry[]) => found.find(isExactly) ?? found[0]
  const unsettled = worst(same.filter((each) => mayBeSent(each, now)))
  const underWay = worst(same.filter(({ state, steps }) => isInFlight(state) && !allSucceeded(steps)))
  if (underWay)
    return {
      rule: 'repeated',
      level: 'DANGER',
      // Accepting this danger covers one call; a different one is a different danger.
      covers: [`repeated@${underWay.key}`],
      title: `${isExactly(underWay) ? 'Exactly' : 'Nearly'} this is already under way.`,
      ...compared(
        recorded(underWay),
        mine,
        underWay.state === 'signing'
          ? 'Your wallet has been asked for it by another card'
          : 'It has been sent by another card',
        isExactly(underWay),
      ),
      why: 'The outcome of that one is not known yet. If you countersign here as well, it may be carried out twice. Wait for it to end, then check again here.',
      fix: { kind: 'refresh', label: 'Check again' },
    }
  if (unsettled) return unsettledFinding(unsettled, isExactly(unsettled))
  const [latest] = same
    .filter(
      ({ state, steps, updatedAt }) =>
        (state === 'confirmed' || isInFlight(state)) && allSucceeded(steps) && now - updatedAt < ofLate,
    )
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
  if (latest) {
    const when = agoWords(now - latest.updatedAt) ?? 'a moment ago'
    const what = `You already did ${isExactly(latest) ? 'exactly' : 'nearly'} this, ${when}`
    const figures = compared(recorded(latest), mine, undefined, isExactly(latest))
    return agentSaid(latest.createdAt).some(claimsFailure)
      ? {
          rule: 'repeated',
          level: 'DANGER',
          covers: [`repeated@${latest.key}`],
          title: `${what}, and it did not fail.`,
          ...figures,
          why: 'The agent writes of a failure, but that transaction succeeded on the chain. If you countersign, it is carried out a second time. Decline it unless you want it twice.',
        }
      : {
          rule: 'repeated',
          level: 'WARN',
          title: `${what}.`,
          ...figures,
          why: 'If you countersign, it is carried out again. Decline it unless you want it a second time.',
        }
  }
  const beside = others.find(
    (other) =>
      other.taskId === entry.taskId &&
      isOpen(other.state) &&
      isBefore(other, entry) &&
      (isExactly(other) || isNearlyRequested(other, entry)),
  )
  if (!beside) return null
  const headlines = [headlineOf(beside), headlineOf(entry)]
  return {
    rule: 'repeated',
    level: 'WARN',
    title: `The agent proposes ${isExactly(beside) ? 'exactly' : 'nearly'} this on another card as well.`,
    terms: { claim: 'There', observed: 'Here' },
    ...(headlines[0] ? { claim: headlines[0] } : {}),
    ...(headlines[1] ? { observed: headlines[1] } : {}),
    why: 'If you countersign both, both are carried out. Decline one of them unless you want it twice.',
  }
}

/**
 * True if `one` comes first. Of two open calls the later one gets the warning: the first was reviewed before there were
 * two.
 */
const isBefore = (one: LedgerEntry, other: LedgerEntry): boolean =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.key < other.key)

/** Describes the other call next to this one, in token units. Exact repetitions have nothing to compare. */
function compared(other: Happening, mine: Happening, status: string | undefined, isExact: boolean) {
  if (isExact) return status ? { observed: status } : {}
  return {
    terms: { claim: 'The other', observed: 'This one' },
    claim: [happeningWords(other), status?.toLowerCase()].filter(Boolean).join(': '),
    observed: happeningWords(mine),
  }
}

/** Words for a failure. Broad on purpose: they are searched only if the same was done before. */
const failure =
  /\b(?:fail(?:s|ed|ure|ing)?|unsuccessful(?:ly)?|revert(?:s|ed)?|dropped|stuck|lost|bounced|time[ds]? ?out|cancel+ed|rejected|error(?:s|ed)?|retry(?:ing)?|re-?sen[dt](?:ing)?|try(?:ing)? (?:it |this |that )?again|once more|(?:did|was|were|has|have|had|could)(?: not|n[’']t)|not (?:yet |been )*(?:confirmed|completed?|mined|settled|sent|received)|nothing (?:was|has|is|went)|went wrong|problems?|issues?|glitch(?:es|ed)?|never (?:arrived|went|reached|landed|happened|came|got))\b/i
const claimsFailure = (text: string): boolean => failure.test(text)
