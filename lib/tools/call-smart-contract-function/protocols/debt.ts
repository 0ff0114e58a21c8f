import { type Address, encodeFunctionData, getAddress, isAddressEqual, parseAbi } from 'viem'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { compoundMarkets } from '@/lib/chain/calldata/known/descriptors'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Figure, Quantity } from '../../figure'
import type { Finding } from '../../finding'
import { healthUnknown, liquidatedAtOnce, nowOwed } from '../../shared/health-rules'
import type { Answer, Probe } from '../../tool'

/** Compound's markets: what an account owes of the one token that is lent there. No token records it. */
const abi = parseAbi([
  'function borrowBalanceOf(address account) view returns (uint256)',
  'function borrowBalanceStored(address account) view returns (uint256)',
  'function isLiquidatable(address account) view returns (bool)',
  'function baseToken() view returns (address)',
  'function underlying() view returns (address)',
])

/** More contracts than a call with one purpose names. */
const mostMarkets = 12

/** Compound V2. */
const borrowing = 'borrow(uint256)'

/**
 * Compares the account's debt at Compound before and after a call of a function that is in no table: a debt can arise
 * there without any token that records it. Asks the called contracts, those named in the calldata, and the known
 * markets. Null if every function is known, and none of them borrows there.
 */
export function debtsOf(root: DecodedCall, account: Address, chain: ChainInfo): Probe | null {
  const calls = allCalls(root).filter(
    ({ known, data, caller }) =>
      data !== '0x' && isAddressEqual(caller, account) && (!known || known.signature === borrowing),
  )
  const called = calls.map(({ to }) => getAddress(to))
  if (called.length === 0) return null
  const named = calls.flatMap(({ data }) => addressesIn(data)).filter((each) => !isAddressEqual(each, account))
  const markets = [...new Set([...called, ...compoundMarkets(chain.id), ...named])]
    .filter((each) => !findToken(chain, each))
    .slice(0, mostMarkets)
  const isAsked = calls.every(({ known }) => known !== null)
  return {
    id: 'lending.debt',
    about: 'whether you owe more afterwards',
    reads: markets.flatMap((to) => [
      { to, data: encodeFunctionData({ abi, functionName: 'borrowBalanceOf', args: [account] }) },
      { to, data: encodeFunctionData({ abi, functionName: 'borrowBalanceStored', args: [account] }) },
      { to, data: encodeFunctionData({ abi, functionName: 'isLiquidatable', args: [account] }) },
      { to, data: encodeFunctionData({ abi, functionName: 'baseToken' }) },
      { to, data: encodeFunctionData({ abi, functionName: 'underlying' }) },
    ]),
    judge: ({ before, after }) => {
      const debts = markets.flatMap((market, index) => {
        const at = index * 5
        const [was, is] = [before, after].map((answers) => word(answers[at]) ?? word(answers[at + 1]))
        if (was === null || is === null || was === undefined || is === undefined || (was === 0n && is === 0n)) return []
        const isLiquidatable = (word(after[at + 2]) ?? 0n) !== 0n
        const token = word(after[at + 3]) ?? word(after[at + 4])
        return [{ market, was, is, isLiquidatable, token }]
      })
      return {
        findings: debts
          // Interest grows from block to block.
          .filter(({ was, is }) => is - was > was / 100_000n)
          .flatMap(({ market, isLiquidatable }) =>
            owing(market, { isAsked, isCalled: called.includes(market), isLiquidatable }),
          ),
        figures: debts.map(({ market, was, is, token }): Figure => {
          const written = writtenIn(token, chain)
          return { id: `debt:${market}`, label: 'Debt', before: written(was), after: written(is) }
        }),
      }
    },
  }
}

type Owing = { isAsked: boolean; isCalled: boolean; isLiquidatable: boolean }

/** A called market may have been asked for a loan; one behind another contract lends covertly. */
function owing(market: Address, { isAsked, isCalled, isLiquidatable }: Owing): Finding[] {
  const terms = { terms: { claim: 'The call says', observed: 'Market' }, observed: market } as const
  const health: Finding = isLiquidatable
    ? {
        rule: 'lending.health',
        level: 'BLOCK',
        title: liquidatedAtOnce,
        observed: market,
        why: 'The market itself says so. Your collateral would be sold, with a penalty.',
      }
    : healthUnknown(
        market,
        'The market says what you owe, but not how far your collateral may fall. Check there before you continue.',
      )
  if (isAsked) return [nowOwed({ observed: market }), health]
  return [
    {
      rule: 'lending.debt',
      level: isCalled ? 'DANGER' : 'BLOCK',
      title: 'This makes you owe more.',
      ...terms,
      claim: 'None of it',
      why: isCalled
        ? 'More is taken from the market than you have there, and the rest is a loan. Continue only if you meant to borrow.'
        : 'The transaction borrows in your name, which the proposal does not mention. Decline it.',
    },
    health,
  ]
}

/** Finds words of calldata that may be addresses: twelve zero bytes, followed by more than a small number. */
const addressesIn = (data: string): Address[] =>
  (data.slice(10).match(/.{64}/g) ?? []).flatMap((each) =>
    /^0{24}(?!0{16})/.test(each) ? [getAddress(`0x${each.slice(24)}`)] : [],
  )

const word = (answer: Answer | undefined): bigint | null =>
  answer && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : null

function writtenIn(token: bigint | null, chain: ChainInfo): (amount: bigint) => Quantity {
  const address =
    token === null || token >> 160n !== 0n ? null : getAddress(`0x${token.toString(16).padStart(40, '0')}`)
  const listed = address && findToken(chain, address)
  return (amount) =>
    listed
      ? { kind: 'token', amount, decimals: listed.decimals, symbol: listed.symbol, way: 'out' }
      : { kind: 'text', text: `${amount} base units of ${address ?? 'the market’s token'}` }
}
