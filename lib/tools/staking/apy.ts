import { percentOf } from '@/lib/chain/tokens/percent'
import type { Growth } from '@/lib/chain/yields/history'
import { unusualRate } from '@/lib/chain/yields/yields'
import type { Finding } from '../finding'
import { durationWords } from './lockup'

/** 2 percentage points. */
const margin = 0.02

const isNear = (claimed: number, actual: number): boolean =>
  Math.abs(claimed - actual) <= Math.max(margin / 4, Math.abs(actual) / 2)

/**
 * Returns the agent's figure as a fraction of one. The interface does not say whether 4.8 or 0.048 is 4.8%. Above one
 * it can only be per cent; below, it is the reading that fits the known figures, otherwise the larger of the two:
 * nobody gains by the doubt.
 */
export function apyShare(given: number, known: readonly (number | null)[]): number {
  if (Math.abs(given) > 1) return given / 100
  const actual = known.filter((figure) => figure !== null)
  if (actual.some((figure) => isNear(given, figure))) return given
  return actual.some((figure) => isNear(given / 100, figure)) ? given / 100 : given
}

/** A shorter past tells nothing on a real chain; local chains are young, and their vaults pay by the second. */
const shortest = 86_400

/**
 * `staking.apy`: compares the claimed rate with what the vault's shares have really earned. `claimed` and `stated` are
 * fractions of one: the agent's figure, and that of the yield's description. `growth` is null without a past, and
 * `unread` if nobody could be asked for it.
 */
export function apyFindings(
  claimed: number | null,
  stated: number | null,
  growth: Growth | null | 'unread',
  isLocal: boolean,
): readonly Finding[] {
  const figure = claimed ?? stated
  if (figure === null) return []
  const found = againstChain(figure, growth, isLocal)
  const isWarned = found.some(({ level }) => level === 'DANGER' || level === 'WARN')
  // What the chain contradicts already needs no second warning.
  return [...highFindings(figure), ...found, ...(isWarned ? [] : againstSource(claimed, stated))]
}

function highFindings(figure: number): readonly Finding[] {
  if (figure <= unusualRate) return []
  return [
    {
      rule: 'staking.apy-high',
      level: 'WARN',
      title: 'It promises more than 50% a year.',
      claim: percentOf(figure),
      why: 'Rates like that rarely last, and are common bait.',
    },
  ]
}

function againstChain(figure: number, growth: Growth | null | 'unread', isLocal: boolean): readonly Finding[] {
  const rule = 'staking.apy'
  if (growth === 'unread')
    return [
      {
        rule,
        level: 'UNVERIFIED',
        title: 'Not checked: what this yield has actually paid.',
        claim: percentOf(figure),
        why: 'Its history could not be read just now. Until it is, the rate is only a promise.',
        fix: { kind: 'refresh', label: 'Check again' },
      },
    ]
  if (!growth || (growth.seconds < shortest && !isLocal))
    return [
      {
        rule,
        level: 'UNVERIFIED',
        title: 'Not checked: what this yield has actually paid.',
        claim: percentOf(figure),
        observed: growth
          ? `The chain shows only ${durationWords(growth.seconds)}`
          : 'The node keeps no history of it, or no one has used it yet',
        terms: { claim: 'Said', observed: 'Found' },
        why: 'The rate is only a promise.',
      },
    ]
  const observed = `${percentOf(growth.apy)} over ${durationWords(growth.seconds)}`
  const claim = percentOf(figure)
  if (figure > 0 && (growth.apy <= 0 || figure > growth.apy * 3))
    return [
      {
        rule,
        level: 'DANGER',
        title: growth.apy <= 0 ? 'This yield has paid nothing.' : 'The rate is several times what was actually paid.',
        claim,
        observed,
        why: 'You would earn far less than stated. Decline it unless you know why.',
      },
    ]
  if (figure > growth.apy + margin && figure > growth.apy * 1.5)
    return [
      {
        rule,
        level: 'WARN',
        title: 'It paid less than claimed.',
        claim,
        observed,
        why: 'Rely on what the chain shows.',
      },
    ]
  return [{ rule, level: 'OK', title: 'The rate matches what the chain shows.', claim, observed }]
}

/** Warns of an agent that promises more than the place itself does. */
function againstSource(claimed: number | null, stated: number | null): readonly Finding[] {
  if (claimed === null || stated === null || isNear(claimed, stated) || claimed <= stated) return []
  return [
    {
      rule: 'staking.apy-stated',
      level: 'WARN',
      title: 'The agent promises more than the yield’s own description.',
      claim: percentOf(claimed),
      observed: percentOf(stated),
    },
  ]
}
