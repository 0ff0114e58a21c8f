import { longestPermissionDays } from '@/lib/wire/consent'
import type { Finding } from '../finding'
import type { Parameters } from './parameters'
import { increaseInBps, mostIncreaseBps, pointsWords } from './terms'

/** Gain below which fees eat it up, in basis points: a quarter of a percentage point (`permission.min-increase`). */
const leastUseful = 25
const longLockup = 30
/** Longest lock-up for which a permission is given, in days. */
const longestLockup = 365

/** Judges the least gain that triggers a move. `signed` is the bound in basis points after the person's own change. */
export function increaseFindings({ minYieldIncrease }: Parameters, signed: number): readonly Finding[] {
  const rule = 'permission.min-increase'
  const claim = String(minYieldIncrease)
  if (!(minYieldIncrease > 0))
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'The agent could propose moves that gain nothing.',
        terms: { claim: 'Minimum gain', observed: 'Needed' },
        claim,
        observed: 'above 0',
        why: 'Each move costs fees and carries risk. Ask again with a minimum gain, such as half a percentage point.',
      },
    ]
  const asked = increaseInBps(minYieldIncrease)
  if (asked > mostIncreaseBps)
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'The minimum gain the agent names makes no sense.',
        claim,
        observed: `at most ${pointsWords(mostIncreaseBps)}`,
        why: 'No place pays that much more than another. Ask again with a figure such as half a percentage point.',
      },
    ]
  const tightened = signed > asked
  const terms = { claim: 'The agent writes', observed: 'Read as' }
  if (signed < leastUseful)
    return [
      {
        rule,
        level: 'WARN',
        title: 'Fees usually eat up gains below a quarter of a percentage point.',
        claim,
        observed: pointsWords(signed),
        terms,
        why: `The figure has no unit. It is read as percentage points, the reading that binds the agent least; as a fraction it would be ${pointsWords(asked * 100)}. Ask for more if that is what you want.`,
        fix: {
          kind: 'adjust',
          label: 'Ask for at least 0.25 points',
          adjustments: { minYieldIncreaseBps: leastUseful },
        },
      },
    ]
  return [
    {
      rule,
      level: minYieldIncrease < 1 && !tightened ? 'INFO' : 'OK',
      title: `A move needs a gain of at least ${pointsWords(signed)} a year.`,
      claim,
      observed: tightened ? `${pointsWords(signed)}, as you set it` : pointsWords(signed),
      terms,
      ...(minYieldIncrease < 1 && !tightened
        ? { why: 'The figure has no unit: below 1 it could be meant as a fraction. It is read as percentage points.' }
        : {}),
    },
  ]
}

/** `signed` is the bound in days after the person's own change. */
export function lockupFindings({ maxLockupDays }: Parameters, signed: number): readonly Finding[] {
  const rule = 'permission.lockup'
  if (maxLockupDays > longestLockup)
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'Your money could be locked up for more than a year.',
        claim: `${maxLockupDays} days`,
        observed: `${longestLockup} days is the longest that is allowed here`,
        why: 'Ask again with a shorter lock-up.',
      },
    ]
  if (signed > longLockup)
    return [
      {
        rule,
        level: 'WARN',
        title: `Your money could be locked up for ${signed} days at a time.`,
        why: 'While it is locked you cannot take it out, whatever happens.',
        fix: { kind: 'adjust', label: 'Allow 30 days at most', adjustments: { maxLockupDays: longLockup } },
      },
    ]
  return [
    {
      rule,
      level: 'OK',
      title:
        signed === 0
          ? 'No lock-up is allowed.'
          : `A lock-up of at most ${signed} ${signed === 1 ? 'day' : 'days'} is allowed.`,
    },
  ]
}

/** A permission always ends. `now` and both ends in Unix seconds. */
export function expiryFindings(
  { validAfter, validUntil }: { validAfter: number; validUntil: number },
  now: number,
): readonly Finding[] {
  const rule = 'permission.expiry'
  if (validUntil <= now)
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'The time this permission was meant to last is over.',
        why: 'Nothing was signed. Choose again how long it may last.',
        fix: { kind: 'refresh', label: 'Start from today' },
      },
    ]
  const days = Math.round((validUntil - validAfter) / 86_400)
  if (days > longestPermissionDays)
    return [{ rule, level: 'DANGER', title: `It would last for ${days} days.`, why: 'Choose a shorter time.' }]
  return [{ rule, level: 'OK', title: `It ends by itself after ${days} days.` }]
}
