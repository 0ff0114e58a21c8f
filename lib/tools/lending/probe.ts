import { type Address, encodeFunctionData, type Hex, hexToBigInt, size, slice } from 'viem'
import { spokeAbi } from '@/lib/chain/lending/abi'
import type { LendingAccount } from '@/lib/chain/lending/market'
import { readAccount } from '@/lib/chain/lending/read-market'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Figure, Quantity } from '../figure'
import { tokenLabel } from '../shared/approval'
import { fallShare, healthFigures, healthFindings } from '../shared/health-rules'
import type { Answer, Probe } from '../tool'
import type { LendingTerms } from './details'

type AccountState = LendingAccount & { supplied: bigint; owed: bigint }

/** Reads how the account's position in the market changes, inside the simulation. */
export function lendingProbe(account: Address, market: Address, token: TokenFacts, { reserve }: LendingTerms): Probe {
  const abi = spokeAbi
  const args = [reserve.reserveId, account] as const
  const read = (data: Hex) => ({ to: market, data })
  return {
    id: 'lending.health',
    about: 'how safe your loan is afterwards',
    reads: [
      read(encodeFunctionData({ abi, functionName: 'getUserAccountData', args: [account] })),
      read(encodeFunctionData({ abi, functionName: 'getUserSuppliedAssets', args })),
      read(encodeFunctionData({ abi, functionName: 'getUserTotalDebt', args })),
    ],
    judge: (answers) => {
      const before = accountState(answers.before)
      const after = accountState(answers.after)
      return { findings: healthFindings(before, after), figures: figures(before, after, token) }
    },
  }
}

function accountState([accountData, supplied, owed]: readonly Answer[]): AccountState {
  const account = accountData ? readAccount(accountData) : null
  if (!account) throw new Error('The market did not say how the account stands')
  return { ...account, supplied: word(supplied), owed: word(owed) }
}

function word(answer: Answer | undefined): bigint {
  if (!answer || size(answer) < 32) throw new Error('The market did not say what the account has in it')
  return hexToBigInt(slice(answer, 0, 32))
}

/** Lists only existing figures: an account without a debt is not shown zeros. */
function figures(before: AccountState, after: AccountState, facts: TokenFacts): Figure[] {
  const { decimals } = facts
  const symbol = tokenLabel(facts)
  const token = (amount: bigint): Quantity => ({ kind: 'token', amount, decimals, symbol })
  const debt = (amount: bigint): Quantity => ({ kind: 'token', amount, decimals, symbol, way: 'out' })
  const usd = (amount: bigint): Quantity => ({ kind: 'usd', amount, decimals: 26 })
  const either = (pick: (state: AccountState) => bigint) => pick(before) > 0n || pick(after) > 0n
  const change = (
    id: string,
    label: string,
    write: (amount: bigint) => Quantity,
    pick: (of: AccountState) => bigint,
  ) => (either(pick) ? [{ id, label, before: write(pick(before)), after: write(pick(after)) }] : [])
  /** Figures of the whole account in the market, which the health factor sums up. */
  const detail = (...given: Parameters<typeof change>) =>
    change(...given).map((figure) => ({ ...figure, inBody: true as const }))
  return [
    ...healthFigures(before, after),
    ...liquidation(before, after),
    ...change('supplied', 'You have supplied', token, ({ supplied }) => supplied),
    ...change('owed', 'You owe', debt, ({ owed }) => owed),
    ...detail('collateral', 'Total collateral', usd, ({ collateral }) => collateral),
    ...detail('debt', 'Total debt', usd, ({ debt }) => debt),
    ...detail(
      'risk-premium',
      'Risk premium on your rate',
      (bps) => ({ kind: 'percent', share: Number(bps) / 10_000 }),
      ({ riskPremium }) => riskPremium,
    ),
  ]
}

function liquidation(before: AccountState, after: AccountState): Figure[] {
  const fall = (of: AccountState): Quantity | null =>
    of.healthFactor === null ? null : { kind: 'percent', share: fallShare(of.healthFactor) }
  const left = fall(after)
  if (!left) return []
  return [{ id: 'liquidation', label: 'Drop to liquidation', before: fall(before), after: left }]
}
