import { type Address, getAddress, isAddressEqual, parseAbi } from 'viem'
import { addressAt, asAddress, asHex, integerAt, listAt, member } from '@/lib/chain/calldata/arguments'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { describedContract, formatOf } from '@/lib/chain/calldata/known/descriptors'
import { addressOnPath, leavesOf } from '@/lib/chain/calldata/leaves'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import { endOfPath } from '@/lib/chain/calldata/router-commands'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { unlessRefused } from '@/lib/chain/chains/read-error'
import { spokeAbi } from '@/lib/chain/lending/abi'
import { type AToken, readAToken, readVariableDebt } from '@/lib/chain/tokens/aave-v3'
import { listedTokenFacts, readTokenFacts, type TokenFacts } from '@/lib/chain/tokens/token-contract'
import { cleanChainString } from '@/lib/wire/text'
import { refusesApproval } from '../shared/approval'
import { morphoTokens } from './protocols/morpho'
import { interfaceIds, type Standard, standardsOf } from './standards'

/** Facts from the chain about the contracts that a call names. Keys are checksummed addresses. */
export type CallFacts = {
  tokens: ReadonlyMap<Address, TokenFacts>
  /** ERC-721 contracts, by ERC-165. */
  collections: ReadonlySet<Address>
  /** The standards that a called contract declares, by ERC-165. */
  interfaces: ReadonlyMap<Address, readonly Standard[]>
  /** The asset of each ERC-4626 vault. */
  assets: ReadonlyMap<Address, Address>
  /** The token of a lending market's reserve, by `reserveKey`. */
  reserves: ReadonlyMap<string, Address>
  /** The tokens that Aave V3 pools take back on withdrawal, by `allowanceKey` of asset and pool. */
  aTokens: ReadonlyMap<string, AToken>
  /** Current allowances of the account's tokens, by `allowanceKey`. */
  allowances: ReadonlyMap<string, bigint>
  /** True if the called token reverts on an approval of an amount now. */
  refusesApproval: boolean
  /** The cost of `mint` and `withdraw` according to the vault, by calldata. */
  previews: ReadonlyMap<string, bigint>
  /** The debt that a call repays, according to a known market, by calldata. */
  debts: ReadonlyMap<string, bigint>
  /** The called contract's own name, sanitised. */
  ownName: string | null
}

export const reserveKey = (market: Address, id: bigint): string => `${getAddress(market)}:${id}`
export const allowanceKey = (token: Address, spender: Address): string => `${getAddress(token)}:${getAddress(spender)}`

const readAbi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function asset() view returns (address)',
  'function previewMint(uint256 shares) view returns (uint256)',
  'function previewWithdraw(uint256 assets) view returns (uint256)',
  // Only the first member of the Spoke's struct is needed.
  'function getReserve(uint256 reserveId) view returns (address underlying)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function name() view returns (string)',
])

export const vaultCalls: ReadonlySet<string> = new Set([
  'deposit(uint256,address)',
  'mint(uint256,address)',
  'withdraw(uint256,address,address)',
  'redeem(uint256,address,address)',
])
export const marketCalls: ReadonlySet<string> = new Set([
  'supply(uint256,uint256,address)',
  'withdraw(uint256,uint256,address)',
  'borrow(uint256,uint256,address)',
  'repay(uint256,uint256,address)',
  'permitReserve(uint256,address,uint256,uint256,uint8,bytes32,bytes32)',
])
/** Functions of an Aave V3 pool, and of a market like Aave V4. */
export const poolSupply = 'supply(address,uint256,address,uint16)'
export const poolRepayment = 'repay(address,uint256,uint256,address)'
const marketRepayment = 'repay(uint256,uint256,address)'
/** Functions of an Aave V3 pool, and of the gateway that exchanges coins for its tokens. */
export const poolWithdrawal = 'withdraw(address,uint256,address)'
export const gatewayWithdrawal = 'withdrawETH(address,uint256,address)'
/** More tokens than a card can name. Those beyond are shown by address. */
const mostTokens = 16

/**
 * Reads in one round trip; in two if a vault or a market names a token that neither the calldata nor our list has.
 * Throws viem's errors if the RPC does not answer.
 */
export async function readCallFacts(chain: ChainHandle, account: Address, root: DecodedCall): Promise<CallFacts> {
  const calls = allCalls(root)
  const { client } = chain
  const ask = <T>(read: Promise<T>) => unlessRefused(read)
  const isA = (call: DecodedCall, set: ReadonlySet<string>) => call.known !== null && set.has(call.known.signature)
  const named = uniqueOf(calls.flatMap((call) => tokensNamed(call, chain.id))).slice(0, mostTokens)
  const [interfaces, assets, reserves, aTokens, allowances, previews, debts, ownName, refusesApproval, tokensNow] =
    await Promise.all([
      readInterfaces(chain, calls),
      entries(
        calls.filter((call) => isA(call, vaultCalls)),
        async ({ to: address }) => {
          const asset = await ask(client.readContract({ address, abi: readAbi, functionName: 'asset' }))
          return asset && [address, getAddress(asset)]
        },
      ),
      entries(
        calls.filter((call) => isA(call, marketCalls)),
        async ({ to: address, args }) => {
          if (!args || !describedContract({ chainId: chain.id, address })) return null
          const id = integerAt(args, 0)
          const token = await ask(
            client.readContract({ address, abi: readAbi, functionName: 'getReserve', args: [id] }),
          )
          return token && [reserveKey(address, id), getAddress(token)]
        },
      ),
      entries(
        calls.filter(({ known }) => known?.signature === poolWithdrawal || known?.signature === gatewayWithdrawal),
        async ({ to, known, args }) => {
          if (!args) return null
          const named = addressAt(args, 0)
          const [pool, asset] = known?.signature === poolWithdrawal ? [to, named] : [named, chain.wrappedNative]
          const found = await readAToken(client, pool, asset, account)
          return found && [allowanceKey(asset, pool), found]
        },
      ),
      entries(calls.flatMap(meaningsOf), async (meaning) => {
        if (meaning.kind !== 'allowance' || meaning.way === 'permit2') return null
        const { token: address, spender } = meaning
        const amount = await ask(
          client.readContract({ address, abi: readAbi, functionName: 'allowance', args: [account, spender] }),
        )
        return amount === null ? null : [allowanceKey(address, spender), amount]
      }),
      entries(calls, async ({ to: address, known, args, data }) => {
        const functionName = known && previewOf[known.signature]
        if (!functionName || !args) return null
        const cost = await ask(client.readContract({ address, abi: readAbi, functionName, args: [integerAt(args, 0)] }))
        return cost === null ? null : [data, cost]
      }),
      entries(calls, async ({ to: address, known, args, data }) => {
        if (!known || !args || !describedContract({ chainId: chain.id, address })) return null
        const { signature } = known
        const owed =
          signature === poolRepayment
            ? await readVariableDebt(client, address, addressAt(args, 0), addressAt(args, 3))
            : signature === marketRepayment
              ? await ask(
                  client.readContract({
                    address,
                    abi: spokeAbi,
                    functionName: 'getUserTotalDebt',
                    args: [integerAt(args, 0), addressAt(args, 2)],
                  }),
                )
              : null
        return owed === null ? null : [data, owed]
      }),
      ask(client.readContract({ address: root.to, abi: readAbi, functionName: 'name' })).catch(() => null),
      isRefused(chain, account, root),
      tokenFacts(chain, named),
    ])
  const answered = uniqueOf([...assets.values(), ...reserves.values()])
    .filter((address) => !named.includes(address))
    .slice(0, mostTokens - named.length)
  return {
    tokens: new Map([...tokensNow, ...(await tokenFacts(chain, answered))]),
    collections: new Set([...interfaces].flatMap(([address, are]) => (are.includes('ERC-721') ? [address] : []))),
    interfaces,
    assets,
    reserves,
    aTokens,
    allowances,
    refusesApproval,
    previews,
    debts,
    ownName: ownName ? cleanChainString(ownName) || null : null,
  }
}

/** Asks each called contract for the standards that its called functions belong to. */
const readInterfaces = ({ client }: ChainHandle, calls: readonly DecodedCall[]) =>
  entries(uniqueOf(calls.map(({ to }) => to)), async (address) => {
    const called = calls.filter(({ to }) => isAddressEqual(to, address)).map(({ known }) => known)
    const asked = interfaceIds.filter(([standard]) =>
      called.some((known) => known && standardsOf(known)?.includes(standard)),
    )
    const answers = asked.map(async ([standard, id]) => {
      const read = { address, abi: readAbi, functionName: 'supportsInterface', args: [id] } as const
      return (await unlessRefused(client.readContract(read))) ? [standard] : []
    })
    return asked.length > 0 ? [address, (await Promise.all(answers)).flat()] : null
  })

async function isRefused(chain: ChainHandle, account: Address, root: DecodedCall): Promise<boolean> {
  const approval = approvalIn(root)
  return approval !== null && refusesApproval(chain, account, approval.token, approval)
}

/** Returns the approval in a call that is an `approve` of an amount and nothing else; null otherwise. */
export function approvalIn(call: DecodedCall): { token: Address; spender: Address; amount: bigint } | null {
  const [allowance] = meaningsOf(call)
  if (allowance?.kind !== 'allowance' || allowance.way !== 'approve' || allowance.amount === 0n) return null
  return allowance
}

const uniqueOf = (addresses: readonly Address[]): Address[] => [
  ...new Set(addresses.map((address) => getAddress(address))),
]

/** A listed token is described as on our list, as in a review's effects; only others are read. */
const tokenFacts = (chain: ChainHandle, addresses: readonly Address[]): Promise<Map<Address, TokenFacts>> =>
  entries(addresses, async (address) => {
    const facts = listedTokenFacts(chain, address) ?? (await readTokenFacts(chain, address))
    return facts && [address, facts]
  })

const previewOf: Readonly<Record<string, 'previewMint' | 'previewWithdraw'>> = {
  'mint(uint256,address)': 'previewMint',
  'withdraw(uint256,address,address)': 'previewWithdraw',
}

async function entries<Item, Key, Value>(
  items: readonly Item[],
  read: (item: Item) => Promise<readonly [Key, Value] | null>,
): Promise<Map<Key, Value>> {
  const found = await Promise.all(items.map(read))
  return new Map(found.flatMap((entry) => (entry ? [entry] : [])))
}

/** Lists every token that a call's amounts may be in. */
function tokensNamed(call: DecodedCall, chainId: number): Address[] {
  const { known, args, to } = call
  if (!known || !args) return []
  const byMeaning = meaningsOf(call).flatMap((meaning) => {
    if (meaning.kind === 'transfer' || meaning.kind === 'allowance') return [meaning.token]
    return meaning.kind === 'payout' && meaning.token ? [meaning.token] : []
  })
  const leaves = leavesOf(known.abi.inputs, args)
  const format = formatOf(known.signature, { chainId, address: to })?.format
  const byDescriptor = (format?.fields ?? []).flatMap((field) =>
    field.format === 'tokenAmount' && 'tokenPath' in field.params
      ? (addressOnPath(field.params.tokenPath, call, leaves) ?? [])
      : [],
  )
  const itself = standardsOf(known)?.includes('ERC-20') ? [to] : []
  return [...byMeaning, ...byDescriptor, ...itself, ...spentBy(call), ...morphoTokens(call)]
}

/** Lists the tokens that known swaps and deposits take. */
function spentBy({ known, args }: DecodedCall): Address[] {
  const spent = known && args && tokenSpent[known.signature]
  return spent && args ? spent(args) : []
}

const firstOf = (at: number) => (args: readonly unknown[]) => listAt(args, at).slice(0, 1).map(asAddress)
const tokenIn = ([params]: readonly unknown[]) => [asAddress(member(params, 'tokenIn'))]

const onPath =
  (end: 'first' | 'last') =>
  ([params]: readonly unknown[]): Address[] => {
    const token = endOfPath(asHex(member(params, 'path')), end)
    return token ? [token] : []
  }

export const tokenSpent: Readonly<Record<string, (args: readonly unknown[]) => Address[]>> = {
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': firstOf(2),
  'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': firstOf(2),
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': firstOf(2),
  'swapTokensForExactETH(uint256,uint256,address[],address,uint256)': firstOf(2),
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': firstOf(2),
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': firstOf(2),
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': tokenIn,
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': tokenIn,
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': tokenIn,
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))': tokenIn,
  'exactInput((bytes,address,uint256,uint256,uint256))': onPath('first'),
  'exactInput((bytes,address,uint256,uint256))': onPath('first'),
  'exactOutput((bytes,address,uint256,uint256,uint256))': onPath('last'),
  'exactOutput((bytes,address,uint256,uint256))': onPath('last'),
  'swapExactTokensForTokens(uint256,uint256,address[],address)': firstOf(2),
  'swapTokensForExactTokens(uint256,uint256,address[],address)': firstOf(2),
  [poolSupply]: (args) => [addressAt(args, 0)],
  [poolRepayment]: (args) => [addressAt(args, 0)],
}
