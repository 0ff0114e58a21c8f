import { isAddressEqual } from 'viem'
import { bytesHash } from '@/lib/review/findings/hash'
import type { Effects } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import { agoWords } from '@/lib/tools/shared/ago-words'
import type { LedgerEntry } from '../ledger/entry'
import { isInFlight, isOpen } from '../ledger/machine'
import { allSucceeded, isNumbered } from '../ledger/steps'
import { type Happening, happeningWords, isNearly, planned, recorded } from './happening'
import { isNearlyRequested } from './requested-move'

/** So long ago a call counts as done of late: well below a day, as a plan may buy the same each day. Milliseconds. */
const ofLate = 12 * 3_600_000

/** What is known of a proposal beside the ledger. */
export type ProposalFacts = {
  plan: Plan
  /** What the simulation found; null where there was none. */
  effects: Effects | null
  /** What the agent has written in the conversation since a moment, in milliseconds since the epoch. */
  agentSaid: (since: number) => readonly string[]
  /** What a call asks for, in a sentence; null where it cannot be read. */
  headlineOf: (entry: LedgerEntry) => string | null
}

/** So long what a wallet has refused, or a person has said not to be sent, may wait somewhere unseen. Milliseconds. */
const unseenFor = 15 * 60_000

/** The wallet was asked for it and has said no, or nobody knows what it did: neither proves that it sent nothing. */
const mayBeSent = ({ left = [] }: LedgerEntry, now: number): boolean =>
  left.some((request) => now - request.at < (isNumbered(request) ? unseenFor : ofLate))

const unsettledFinding = ({ key }: LedgerEntry, isExact: boolean): Finding => ({
  rule: 'repeated',
  level: 'DANGER',
  covers: [`repeated@${key}`],
  title: `Your wallet was asked for ${isExact ? 'exactly' : 'nearly'} this before.`,
  observed: 'No transaction of that request is on the chain so far',
  why: 'That your wallet refused it, or shows nothing, is no proof that nothing was sent. If it was, and you countersign here as well, it is carried out twice. Look into your wallet’s activity first.',
  fix: { kind: 'refresh', label: 'Check again' },
})

/**
 * What speaks against a call because another one of the account comes to the same, or nearly, and is under way, was
 * carried out of late or stands beside it: an agent that takes what was done for failed, or says so, proposes it once
 * more, a little changed. `now` in milliseconds since the epoch. Null where there is none.
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
      // Who accepts this danger accepts that of one call: another one is another danger.
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

/** Of two that stand beside each other the later one has the warning: the first was looked at before there were two. */
const isBefore = (one: LedgerEntry, other: LedgerEntry): boolean =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.key < other.key)

/** The other one beside this one, in token units; of what is exactly the same there is nothing to compare. */
function compared(other: Happening, mine: Happening, status: string | undefined, isExact: boolean) {
  if (isExact) return status ? { observed: status } : {}
  return {
    terms: { claim: 'The other', observed: 'This one' },
    claim: [happeningWords(other), status?.toLowerCase()].filter(Boolean).join(': '),
    observed: happeningWords(mine),
  }
}

/** Words for what did not come about. Rather too many than too few: they are looked for only where the same was done. */
const failure =
  /\b(?:fail(?:s|ed|ure|ing)?|unsuccessful(?:ly)?|revert(?:s|ed)?|dropped|stuck|lost|bounced|time[ds]? ?out|cancel+ed|rejected|error(?:s|ed)?|retry(?:ing)?|re-?sen[dt](?:ing)?|try(?:ing)? (?:it |this |that )?again|once more|(?:did|was|were|has|have|had|could)(?: not|n[’']t)|not (?:yet |been )*(?:confirmed|completed?|mined|settled|sent|received)|nothing (?:was|has|is|went)|went wrong|problems?|issues?|glitch(?:es|ed)?|never (?:arrived|went|reached|landed|happened|came|got))\b/i
const claimsFailure = (text: string): boolean => failure.test(text)
