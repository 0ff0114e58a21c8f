import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, erc4626Abi } from 'viem'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Figure } from '../figure'
import type { Finding } from '../finding'
import type { Answer, Probe, Read } from '../tool'
import { amountText, tokenLabel } from './approval'

/** Number of shares to value when the worth of one is meant, so that rounding to base units does not matter. */
export const manyShares = 10n ** 24n

type VaultAccount = { account: Address; contract: Address; token: TokenFacts }

const balanceOf = (of: Address, account: Address): Read => ({
  to: of,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
})
const worthOfMany = (contract: Address): Read => ({
  to: contract,
  data: encodeFunctionData({ abi: erc4626Abi, functionName: 'convertToAssets', args: [manyShares] }),
})

/** Reads the shares, their worth, and the balance of the token. */
const readsOf = ({ account, contract, token }: VaultAccount): readonly Read[] => [
  balanceOf(contract, account),
  worthOfMany(contract),
  balanceOf(token.address, account),
]

type Part = { shares: bigint; worth: bigint; held: bigint }

function partOf([shares, many, held]: readonly Answer[]): Part {
  if (!shares || !many || !held) throw new Error('the vault could not be read')
  const count = decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: shares })
  const rate = decodeFunctionResult({ abi: erc4626Abi, functionName: 'convertToAssets', data: many })
  return {
    shares: count,
    worth: (count * rate) / manyShares,
    held: decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: held }),
  }
}

const positionFigure = ({ token }: VaultAccount, before: Part, after: Part): Figure => {
  const quantity = (amount: bigint) => ({
    kind: 'token' as const,
    amount,
    decimals: token.decimals,
    symbol: tokenLabel(token),
  })
  return { id: 'position', label: 'Your position', before: quantity(before.worth), after: quantity(after.worth) }
}

/**
 * In basis points: a deposit that loses this much at once has paid an entry fee, or entered a vault inflated
 * beforehand.
 */
const entryLoss = { warn: 10n, danger: 100n, of: 10_000n }

/**
 * Compares the position's worth before and after the deposit: a loss of more than 0.1% is WARN, of more than 1% DANGER.
 */
export const entryProbe = (place: VaultAccount, amount: bigint): Probe => ({
  id: 'staking.worth',
  about: 'what the deposit is worth afterwards',
  reads: readsOf(place),
  judge: ({ before, after }) => {
    const [was, is] = [partOf(before), partOf(after)]
    const gained = is.worth - was.worth
    const lost = amount - gained
    return { figures: [positionFigure(place, was, is)], findings: entryFindings(lost, amount, gained, place.token) }
  },
})

function entryFindings(lost: bigint, amount: bigint, gained: bigint, token: TokenFacts): readonly Finding[] {
  const { warn, danger, of } = entryLoss
  const rule = 'staking.worth'
  if (lost * of <= amount * warn)
    return [{ rule, level: 'OK', title: 'After the deposit, you still have what you put in.' }]
  const isDanger = lost * of > amount * danger
  return [
    {
      rule,
      level: isDanger ? 'DANGER' : 'WARN',
      title: `Right after the deposit ${percentOfWhole(lost, amount || 1n, 2)} of it is gone.`,
      claim: amountText(amount, token),
      observed: amountText(gained, token, 'in'),
      terms: { claim: 'You put in', observed: 'It is worth' },
      why: isDanger
        ? 'That is more than a fee. The vault may have been manipulated: decline it unless you know why.'
        : 'The vault takes an entry fee, which you have to earn back first.',
    },
  ]
}

/** A loss of more than 0.5% is WARN, of more than 3% DANGER. */
const exitLoss = { warn: 50n, danger: 300n, of: 10_000n }

/** Compares what arrives with the worth of the shares given up. `queued`: it arrives later, and nothing now. */
export const exitProbe = (place: VaultAccount, queued: boolean): Probe => ({
  id: 'staking.worth',
  about: 'what you get for the shares you give up',
  reads: readsOf(place),
  judge: ({ before, after }) => {
    const [was, is] = [partOf(before), partOf(after)]
    const given = ((was.shares - is.shares) * was.worth) / (was.shares || 1n)
    const received = is.held - was.held
    return {
      figures: [positionFigure(place, was, is)],
      findings: queued ? [] : exitFindings(given - received, given, received, place.token),
    }
  },
})

function exitFindings(lost: bigint, given: bigint, received: bigint, token: TokenFacts): readonly Finding[] {
  const { warn, danger, of } = exitLoss
  const rule = 'staking.worth'
  if (lost * of <= given * warn) return [{ rule, level: 'OK', title: 'You get what your shares are worth.' }]
  return [
    {
      rule,
      level: lost * of > given * danger ? 'DANGER' : 'WARN',
      title: `Leaving costs ${percentOfWhole(lost, given || 1n, 2)}.`,
      claim: amountText(given, token),
      observed: amountText(received, token, 'in'),
      terms: { claim: 'Your shares are worth', observed: 'You get' },
      why: 'The vault keeps the difference. Find out why before you continue.',
    },
  ]
}

/** Formats a fraction in per cent, truncated. `all` may be 0. */
