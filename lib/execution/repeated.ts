import { isAddressEqual } from 'viem'
import { bytesHash } from '@/lib/review/hash'
import { agoWords } from '@/lib/tools/ago-words'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { LedgerEntry } from './entry'
import { isInFlight } from './machine'
import { allSucceeded, isNumbered } from './steps'

/** So long ago a call counts as done of late: well below a day, as a plan may buy the same each day. Milliseconds. */
const ofLate = 12 * 3_600_000

/** So long what a wallet has refused, or a person has said not to be sent, may wait somewhere unseen. Milliseconds. */
const unseenFor = 15 * 60_000

/** The wallet was asked for it and has said no, or nobody knows what it did: neither proves that it sent nothing. */
const mayBeSent = ({ left = [] }: LedgerEntry, now: number): boolean =>
  left.some((request) => now - request.at < (isNumbered(request) ? unseenFor : ofLate))

const unsettledFinding = ({ key }: LedgerEntry): Finding => ({
  rule: 'repeated',
  level: 'DANGER',
  covers: [`repeated@${key}`],
  title: 'Your wallet was asked for exactly this before.',
  observed: 'No transaction of that request is on the chain so far',
  why: 'That your wallet refused it, or shows nothing, is no proof that nothing was sent. If it was, and you countersign here as well, it is carried out twice. Look into your wallet’s activity first.',
  fix: { kind: 'refresh', label: 'Check again' },
})

/**
 * What speaks against a call because another one of the account asks for the same, or comes to the same bytes, and is
 * under way or was carried out of late: an agent that takes what was done for failed, or says so, proposes it once more.
 * `now` in milliseconds since the epoch. Null where there is none.
 */
export function repeatedFinding(
  entries: readonly LedgerEntry[],
  entry: LedgerEntry,
  plan: Plan,
  now: number,
): Finding | null {
  const last = plan.steps.at(-1)
  const bytes = last && bytesHash(last)
  const same = entries.filter(
    ({ key, owner, callHash, steps }) =>
      key !== entry.key &&
      isAddressEqual(owner, entry.owner) &&
      (callHash === entry.callHash || steps.at(-1)?.bytesHash === bytes),
  )
  const unsettled = same.find((each) => mayBeSent(each, now))
  const underWay = same.find(({ state, steps }) => isInFlight(state) && !allSucceeded(steps))
  if (underWay)
    return {
      rule: 'repeated',
      level: 'DANGER',
      // Who accepts this danger accepts that of one call: another one is another danger.
      covers: [`repeated@${underWay.key}`],
      title: 'Exactly this is already under way.',
      observed:
        underWay.state === 'signing'
          ? 'Your wallet has been asked for it by another card'
          : 'It has been sent by another card',
      why: 'The outcome of that one is not known yet. If you countersign here as well, it may be carried out twice. Wait for it to end, then check again here.',
      fix: { kind: 'refresh', label: 'Check again' },
    }
  if (unsettled) return unsettledFinding(unsettled)
  const [latest] = same
    .filter(
      ({ state, steps, updatedAt }) =>
        (state === 'confirmed' || isInFlight(state)) && allSucceeded(steps) && now - updatedAt < ofLate,
    )
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
  if (!latest) return null
  return {
    rule: 'repeated',
    level: 'WARN',
    title: `You already did exactly this, ${agoWords(now - latest.updatedAt) ?? 'a moment ago'}.`,
    why: 'If you countersign, it is carried out again. Decline it unless you want it a second time.',
  }
}
