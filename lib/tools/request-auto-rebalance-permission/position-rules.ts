import type { ChainInfo } from '@/lib/chain/chains/chain'
import { percentOf } from '@/lib/chain/tokens/percent'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { unusualRate } from '@/lib/chain/yields/yields'
import type { Finding } from '../finding'
import type { Parameters } from './parameters'
import type { Positions } from './positions'
import { type Covered, claimedAmounts, inTokens, label, names } from './terms'

type Claim = NonNullable<Parameters['currentPosition']>

/** Compares what the agent says about the position with what was found. `positions` is null if nobody could tell. */
export function positionFindings(
  claim: Claim | undefined,
  positions: Positions | null,
  covered: Covered | null,
  token: TokenFacts,
  chain: ChainInfo,
): readonly Finding[] {
  if (!positions || !covered)
    return [
      {
        rule: 'permission.position',
        level: 'UNVERIFIED',
        title: 'Not checked: what you have, and where.',
        ...(claim?.amount ? { claim: claim.amount } : {}),
        why: 'Your positions could not be read just now. Check again, or set the maximum per move yourself.',
        fix: { kind: 'refresh', label: 'Check again' },
      },
    ]
  if (covered.positions.length === 0) return nothingFound(claim, positions, token, chain)
  return [
    ...protocolFindings(claim?.protocol, covered),
    ...amountFindings(claim?.amount, covered, token),
    ...apyFindings(claim?.apy, covered),
  ]
}

function nothingFound(
  claim: Claim | undefined,
  { places }: Positions,
  token: TokenFacts,
  chain: ChainInfo,
): readonly Finding[] {
  const named = claim?.protocol ? places.find((place) => names(claim.protocol ?? '', place)) : undefined
  const claimed = [claim?.amount, claim?.protocol].filter((text) => text !== undefined && text !== '').join(' in ')
  const symbol = token.symbol || 'this token'
  return [
    {
      rule: 'permission.position',
      // If the agent names a place that was checked, the chain contradicts it; elsewhere nobody has looked.
      level: named && claim?.amount !== '0' ? 'DANGER' : 'UNVERIFIED',
      title: named
        ? `You have nothing in ${label(named)}.`
        : `No position of yours in ${symbol} was found on ${chain.name}.`,
      ...(claimed ? { claim: claimed } : {}),
      observed: `nothing in ${places.length > 0 ? places.map(label).join('; ') : 'any place this app knows'}`,
      why: named
        ? 'The agent is wrong about your money, or is misstating it on purpose.'
        : 'It may be somewhere this app cannot see. In that case the agent’s figures are only its word.',
    },
  ]
}

function protocolFindings(claim: string | undefined, covered: Covered): readonly Finding[] {
  const where = covered.positions.map(label).join('; ')
  if (covered.matches)
    return [{ rule: 'permission.protocol', level: 'OK', title: `Your position was found: ${where}.` }]
  return [
    {
      rule: 'permission.protocol',
      level: 'WARN',
      title: 'Your position is not where the agent says.',
      ...(claim ? { claim } : {}),
      observed: where,
      why: 'What you sign names the place that was found.',
    },
  ]
}

/** Off by more than 1%: WARN. By a factor of two or more: DANGER. */
function amountFindings(claim: string | undefined, { amount }: Covered, token: TokenFacts): readonly Finding[] {
  if (claim === undefined) return []
  const rule = 'permission.amount'
  const { whole, base } = claimedAmounts(claim, token.decimals)
  const observed = inTokens(amount, token)
  if (whole !== null && isNear(whole, amount))
    return [{ rule, level: 'OK', title: 'The agent’s figure for your position is right.', claim, observed }]
  if (base !== null && isNear(base, amount))
    return [
      {
        rule,
        level: 'INFO',
        title: 'The agent gives your position in base units.',
        claim,
        observed,
        why: 'Read that way, the figure is right.',
      },
    ]
  // The kinder reading decides the level; the figure shown is always the one found.
  const isFar = [whole, base].every(
    (read) => read === null || read === 0n || read >= 2n * amount || 2n * read <= amount,
  )
  return [
    {
      rule,
      level: isFar ? 'DANGER' : 'WARN',
      title:
        whole !== null && whole < amount
          ? 'Your position is larger than the agent says.'
          : 'Your position is not as large as the agent says.',
      claim,
      observed,
      why: 'The permission is based on what was found, not on the agent’s figure.',
    },
  ]
}

const isNear = (claimed: bigint, found: bigint): boolean => {
  const gap = claimed > found ? claimed - found : found - claimed
  return gap * 100n <= found
}

/**
 * Judges the current yield by the thresholds of `staking.apy`, in both directions: an agent that makes the current
 * place look worse than it is gets approval for moves at a loss. A figure without a unit is read as percent; if only
 * the reading as a fraction fits what was found, the finding says so.
 */
function apyFindings(claim: number | undefined, { apy, isRateUnread }: Covered): readonly Finding[] {
  if (claim === undefined) return []
  const rule = 'permission.apy'
  const read = claim / 100
  const said = { claim: `${claim}, read as ${percentOf(read, 3)}` }
  if (apy === null)
    return [
      {
        rule,
        level: 'UNVERIFIED',
        title: 'Not checked: the yield you get now.',
        ...said,
        why: isRateUnread
          ? 'What the place has paid could not be read just now. Check again, or treat the agent’s figure as only its word.'
          : 'None of our sources knows it. The agent’s figure is only its word.',
        ...(isRateUnread ? { fix: { kind: 'refresh', label: 'Check again' } } : {}),
      },
    ]
  const observed = percentOf(apy, 3)
  if (!isOff(read, apy))
    return [
      read > unusualRate
        ? { rule, level: 'WARN', title: 'A yield above 50% a year is unusual.', ...said, observed, terms: apyTerms }
        : { rule, level: 'OK', title: 'The agent’s figure for your yield matches what was found.', ...said, observed },
    ]
  if (!isOff(claim, apy))
    return [
      {
        rule,
        level: 'INFO',
        title: 'The agent gives your yield as a fraction.',
        claim: String(claim),
        observed,
        terms: apyTerms,
        why: 'Read that way, the figure matches what was found.',
      },
    ]
  return [
    {
      rule,
      level: isFarOff(read, apy) ? 'DANGER' : 'WARN',
      title: read > apy ? 'Your yield is lower than the agent says.' : 'Your yield is higher than the agent says.',
      ...said,
      observed,
      why:
        read > apy
          ? 'An agent that is wrong about what you get may be wrong about what you would get.'
          : 'If your position is made to look worse than it is, it could be moved to where it earns less.',
    },
  ]
}

const apyTerms = { claim: 'The agent writes', observed: 'Found' }

/**
 * True if they differ by more than two percentage points and more than half of the lower; or by more than a factor of
 * three.
 */
const isOff = (claimed: number, found: number): boolean => {
  const [low, high] = claimed < found ? [claimed, found] : [found, claimed]
  return (high - low > 0.02 && high > 1.5 * low) || isFarOff(claimed, found)
}
const isFarOff = (claimed: number, found: number): boolean => {
  const [low, high] = claimed < found ? [claimed, found] : [found, claimed]
  return high > 3 * low || (found <= 0 && claimed > 0)
}
