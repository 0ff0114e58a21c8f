import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  parseAbi,
  slice,
} from 'viem'
import { addressAt, asAddress, asInteger, integerAt, member } from '@/lib/chain/calldata/arguments'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { healthFigures, healthFindings, nowOwed } from '../../shared/health-rules'
import type { Answer, Probe } from '../../tool'
import type { CallFacts } from '../facts'

/** Morpho: one contract for all markets, each identified by five values (morpho-org/morpho-blue, IMorpho.sol). */

const market = '((address,address,address,address,uint256),'

/** The direction in which each function moves a token of its market, and the argument that names the recipient. */
const functions: Readonly<
  Record<string, { way: 'out' | 'in'; token: 'loanToken' | 'collateralToken'; receiverAt: number | null }>
> = {
  [`supply${market}uint256,uint256,address,bytes)`]: { way: 'out', token: 'loanToken', receiverAt: null },
  [`repay${market}uint256,uint256,address,bytes)`]: { way: 'out', token: 'loanToken', receiverAt: null },
  [`supplyCollateral${market}uint256,address,bytes)`]: { way: 'out', token: 'collateralToken', receiverAt: null },
  [`withdraw${market}uint256,uint256,address,address)`]: { way: 'in', token: 'loanToken', receiverAt: 4 },
  [`borrow${market}uint256,uint256,address,address)`]: { way: 'in', token: 'loanToken', receiverAt: 4 },
  [`withdrawCollateral${market}uint256,address,address)`]: { way: 'in', token: 'collateralToken', receiverAt: 3 },
}

const flowOf = ({ known }: DecodedCall) => (known ? functions[known.signature] : undefined)

/**
 * Returns what a function of Morpho takes or gives; null for any other, and for what goes to somebody else or is
 * counted in shares.
 */
export function morphoFlow(
  call: DecodedCall,
  account: Address,
): { way: 'out' | 'in'; token: Address; amount: bigint } | null {
  const flow = flowOf(call)
  const { args } = call
  if (!flow || !args) return null
  const amount = integerAt(args, 1)
  const isOwn = flow.receiverAt === null || isAddressEqual(addressAt(args, flow.receiverAt), account)
  return amount > 0n && isOwn ? { way: flow.way, token: asAddress(member(args[0], flow.token)), amount } : null
}

/** Returns the tokens of the market that a call is about. */
export const morphoTokens = (call: DecodedCall): Address[] =>
  flowOf(call) && call.args
    ? [asAddress(member(call.args[0], 'loanToken')), asAddress(member(call.args[0], 'collateralToken'))]
    : []

const abi = parseAbi([
  'function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)',
  'function market(bytes32 id) view returns (uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)',
  'function price() view returns (uint256)',
])

const marketType = [
  {
    type: 'tuple',
    components: ['address', 'address', 'address', 'address', 'uint256'].map((type) => ({ type })),
  },
] as const

/** Probes how safe the loan is in each market of Morpho that the account's calls touch. */
export function morphoLoans(root: DecodedCall, account: Address, facts: CallFacts): Probe[] {
  const touching = allCalls(root).filter((call) => flowOf(call) && isAddressEqual(call.caller, account))
  const markets = new Map(
    touching.flatMap(({ to, args }) => {
      if (!args) return []
      const parts = ['loanToken', 'collateralToken', 'oracle', 'irm'].map((name) => asAddress(member(args[0], name)))
      const lltv = asInteger(member(args[0], 'lltv'))
      const id = keccak256(encodeAbiParameters(marketType, [[...parts, lltv]] as never))
      const [loanToken, , oracle] = parts
      return loanToken && oracle ? [[id, { to, id, lltv, loanToken, oracle }] as const] : []
    }),
  )
  return [...markets.values()].map(({ to, id, lltv, loanToken, oracle }): Probe => {
    const token = facts.tokens.get(loanToken)
    return {
      id: 'lending.health',
      about: 'how safe your loan is afterwards',
      reads: [
        { to, data: encodeFunctionData({ abi, functionName: 'position', args: [id, account] }) },
        { to, data: encodeFunctionData({ abi, functionName: 'market', args: [id] }) },
        { to: oracle, data: encodeFunctionData({ abi, functionName: 'price' }) },
      ],
      judge: ({ before, after }) => {
        const [was, is] = [loan(before, lltv), loan(after, lltv)]
        const owed = (debt: bigint) =>
          token?.listed
            ? ({ kind: 'token', amount: debt, decimals: token.decimals, symbol: token.symbol, way: 'out' } as const)
            : ({ kind: 'text', text: `${debt} base units of ${loanToken}` } as const)
        const isLoan = was.debt > 0n || is.debt > 0n
        return {
          findings: [
            ...healthFindings(was, is),
            ...(is.debt > was.debt
              ? [
                  nowOwed({
                    why: 'It grows with interest until you repay it. Your collateral is sold at the price from the market’s own source.',
                  }),
                ]
              : []),
          ],
          figures: isLoan
            ? [
                ...healthFigures(was, is, `health-factor:${id}`),
                { id: `debt:${id}`, label: 'Debt', before: owed(was.debt), after: owed(is.debt) },
              ]
            : [],
        }
      },
    }
  })
}

const wad = 10n ** 18n
/** From Morpho's ConstantsLib and SharesMathLib. */
const oracleScale = 10n ** 36n
const virtualShares = 1_000_000n
const virtualAssets = 1n

/** Returns the debt in base units of the loan's token, rounded up. Throws if the market does not tell. */
function loan(
  [position, market, price]: readonly Answer[],
  lltv: bigint,
): { debt: bigint; healthFactor: bigint | null } {
  const [borrowShares, collateral] = [word(position, 1), word(position, 2)]
  const [assets, shares] = [word(market, 2) + virtualAssets, word(market, 3) + virtualShares]
  const debt = (borrowShares * assets + shares - 1n) / shares
  if (debt === 0n) return { debt, healthFactor: null }
  const most = (((collateral * word(price, 0)) / oracleScale) * lltv) / wad
  return { debt, healthFactor: (most * wad) / debt }
}

function word(answer: Answer | undefined, index: number): bigint {
  if (!answer || answer.length < 2 + (index + 1) * 64) throw new Error('The market did not say how the account stands')
  const part: Hex = slice(answer, index * 32, index * 32 + 32)
  return BigInt(part)
}
