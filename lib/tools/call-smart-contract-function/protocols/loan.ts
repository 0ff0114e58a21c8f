import { type Address, encodeFunctionData, type Hex, hexToBigInt, isAddressEqual, maxUint256, size, slice } from 'viem'
import { addressAt } from '@/lib/chain/calldata/arguments'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { describedContract } from '@/lib/chain/calldata/known/descriptors'
import { spokeAbi } from '@/lib/chain/lending/abi'
import { readAccount } from '@/lib/chain/lending/read-market'
import type { Figure } from '../../figure'
import type { Finding } from '../../finding'
import { healthFigures, healthFindings, healthUnknown } from '../../shared/health-rules'
import type { Answer, Probe } from '../../tool'

/** Functions that change a loan or its collateral: Aave V4 and V3. */
const lending: ReadonlySet<string> = new Set([
  'withdraw(uint256,uint256,address)',
  'borrow(uint256,uint256,address)',
  'repay(uint256,uint256,address)',
  'setUsingAsCollateral(uint256,bool,address)',
  'withdraw(address,uint256,address)',
  'borrow(address,uint256,uint256,uint16,address)',
  'repay(address,uint256,uint256,address)',
  'setUserUseReserveAsCollateral(address,bool)',
  'setUserEMode(uint8)',
])

/** Functions of an intermediate contract that name the market first: there, coins become tokens of the market. */
const gateway = /^(?:borrow|withdraw|repay)ETH\(address,/

/**
 * Applies the rules of lending to a directly called market: how safe the account's loan is afterwards, and how much is
 * owed. One probe per market. A contract that has such a function but keeps no loans is no market.
 */
export const loansOf = (root: DecodedCall, account: Address, chainId: number): (Probe | Finding)[] => {
  const own = allCalls(root).filter(({ caller }) => isAddressEqual(caller, account))
  const calls = own.filter(({ known }) => known && lending.has(known.signature))
  const direct = [...new Set(calls.map(({ to }) => to))].map((to) => {
    const isMarket =
      isKnownMarket(chainId, to) || calls.some((call) => call.to === to && call.known?.abi.name === 'borrow')
    return probeOf(to, account, isMarket)
  })
  // An attacker may name a market that answers as they like: only known markets are asked.
  const between = [
    ...new Set(
      own.flatMap(({ known, args }) => (known && args && gateway.test(known.signature) ? [addressAt(args, 0)] : [])),
    ),
  ].map((market) => (isKnownMarket(chainId, market) ? probeOf(market, account, true) : unknownMarket(market)))
  return [...direct, ...between]
}

const isKnownMarket = (chainId: number, address: Address): boolean => describedContract({ chainId, address }) !== null

const unknownMarket = (market: Address): Finding =>
  healthUnknown(
    `${market} is named as the market, and is on none of this app’s lists`,
    'Continue only if you can check this yourself.',
  )

const probeOf = (to: Address, account: Address, isMarket: boolean): Probe => ({
  id: 'lending.health',
  about: 'how safe your loan is afterwards',
  reads: [{ to, data: encodeFunctionData({ abi: spokeAbi, functionName: 'getUserAccountData', args: [account] }) }],
  judge: ({ before, after }) => {
    const [was, is] = [loan(before[0]), loan(after[0])]
    if (!was || !is) {
      if (isMarket) throw new Error('The market did not say how the account stands')
      return { findings: [] }
    }
    return { findings: healthFindings(was, is), figures: figures(was, is) }
  },
})

/** `debt` in USD of `decimals`. */
type Loan = { healthFactor: bigint | null; debt: bigint; decimals: number }

/** Aave V3 answers `getUserAccountData` with six words: the second is the debt, the last the health factor. */
function loan(answer: Answer | undefined): Loan | null {
  if (!answer) return null
  if (size(answer) === 192) {
    const debt = word(answer, 1)
    const health = word(answer, 5)
    return { healthFactor: health === maxUint256 || debt === 0n ? null : health, debt, decimals: 8 }
  }
  const account = readAccount(answer)
  return account && { healthFactor: account.healthFactor, debt: account.debt, decimals: 26 }
}

const word = (answer: Hex, index: number): bigint => hexToBigInt(slice(answer, index * 32, index * 32 + 32))

function figures(was: Loan, is: Loan): Figure[] {
  const usd = ({ debt, decimals }: Loan) => ({ kind: 'usd', amount: debt, decimals }) as const
  return [
    ...healthFigures(was, is),
    ...(was.debt === 0n && is.debt === 0n
      ? []
      : [{ id: 'debt', label: 'Total debt', before: usd(was), after: usd(is) }]),
  ]
}
