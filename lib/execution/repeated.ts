import { isAddressEqual } from 'viem'
import { bytesHash } from '@/lib/review/hash'
import { agoWords } from '@/lib/tools/ago-words'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { LedgerEntry } from './entry'
import { isInFlight } from './machine'
import { allSucceeded } from './steps'

/** So long ago a call counts as done of late: well below a day, as a plan may buy the same each day. Milliseconds. */
const ofLate = 12 * 3_600_000

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
