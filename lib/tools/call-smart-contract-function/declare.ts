import { type Address, isAddressEqual } from 'viem'
import { addressAt, asInteger, integerAt, member } from '@/lib/chain/calldata/arguments'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { type Meaning, meaningsOf } from '@/lib/chain/calldata/meaning'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { lido } from '@/lib/chain/tokens/lido'
import type { Allowance, AssetAmount, Declared } from '../plan'
import {
  allowanceKey,
  type CallFacts,
  gatewayWithdrawal,
  marketCalls,
  poolRepayment,
  poolSupply,
  poolWithdrawal,
  reserveKey,
  tokenSpent,
  vaultCalls,
} from './facts'
import { liquidityFlows } from './protocols/liquidity'
import { morphoFlow } from './protocols/morpho'

type CallSetting = { chain: ChainInfo; account: Address; facts: CallFacts }
type Flows = { out: AssetAmount[]; in: AssetAmount[] }

/**
 * Declares what a call does to the account, by the known meaning of its functions. For an unknown function only the
 * coins sent along are declared, which the card shows: a token that leaves through it is refused (G7).
 */
export function declaredBy(root: DecodedCall, place: CallSetting): Declared {
  const { chain, account } = place
  // Calls that other contracts make in their own name cost the account only what it sends them.
  const own = allCalls(root).filter(({ caller }) => isAddressEqual(caller, account))
  const meanings = own.flatMap(meaningsOf)
  const flows = own.map((call) => flowsOf(call, place))
  const sent: AssetAmount[] =
    root.value > 0n ? [{ asset: { kind: 'native', chainId: chain.id }, amount: root.value }] : []
  return {
    out: [...sent, ...meanings.flatMap((meaning) => moved(meaning, place)), ...flows.flatMap(({ out }) => out)],
    in: flows.flatMap((flow) => flow.in),
    allowances: meanings.flatMap((meaning) => allowed(meaning, place)),
  }
}

function moved(meaning: Meaning, { chain, account, facts }: CallSetting): AssetAmount[] {
  if (meaning.kind !== 'transfer' || !isAddressEqual(meaning.from, account)) return []
  const { form, token: address, id, amount } = meaning
  const chainId = chain.id
  if (form === 'erc721' || form === 'erc1155')
    return [{ asset: { kind: form, chainId, address, tokenId: id ?? 0n }, amount }]
  if (form === 'unclear' && facts.collections.has(address))
    return [{ asset: { kind: 'erc721', chainId, address, tokenId: amount }, amount: 1n }]
  return [{ asset: { kind: 'erc20', chainId, address }, amount }]
}

/** Returns the allowances that remain. An NFT's approval is no amount, and Permit2 keeps its own books. */
function allowed(meaning: Meaning, { account, facts }: CallSetting): Allowance[] {
  if (meaning.kind !== 'allowance' || meaning.way === 'permit2' || !isAddressEqual(meaning.owner, account)) return []
  const { token, spender, way } = meaning
  if (facts.collections.has(token)) return []
  const before = way === 'increase' ? (facts.allowances.get(allowanceKey(token, spender)) ?? 0n) : 0n
  return [{ token, spender, amount: before + meaning.amount }]
}

const none: Flows = { out: [], in: [] }

/** Wei. */
const rounding = 10n

/** Adds half a per cent: by the time it is mined, a step may take a little more or less. */
const withMargin = (amount: bigint): bigint => amount + amount / 200n

/** Amount from which "all" is meant: nobody holds as many units of anything. */
const endless = 2n ** 127n

/**
 * Returns the most that a deposit, a repayment or a swap may take. Only a known market tells how much "all" is, by what
 * is owed there.
 */
function atMost(asked: AssetAmount, owed?: bigint): AssetAmount[] {
  if (owed === undefined) return asked.amount < endless ? [asked] : []
  const most = withMargin(owed)
  return [asked.amount < most ? asked : { ...asked, amount: most }]
}

function flowsOf(call: DecodedCall, place: CallSetting): Flows {
  const { known, args, to, value } = call
  if (!known || !args) return none
  const { chain, account, facts } = place
  const erc20 = (address: Address, amount: bigint): AssetAmount => ({
    asset: { kind: 'erc20', chainId: chain.id, address },
    amount,
  })
  const native = (amount: bigint): AssetAmount => ({ asset: { kind: 'native', chainId: chain.id }, amount })
  const toAccount = (index: number): boolean => isAddressEqual(addressAt(args, index), account)
  const { signature } = known
  if (isAddressEqual(to, chain.wrappedNative)) {
    if (signature === 'deposit()') return { out: [], in: [erc20(to, value)] }
    if (signature === 'withdraw(uint256)')
      return { out: [erc20(to, integerAt(args, 0))], in: [native(integerAt(args, 0))] }
  }
  // Staked ether is issued one for one. It is recorded in shares, so a few wei are lost to rounding.
  if (
    signature === 'submit(address)' &&
    lido.some((each) => each.chainId === chain.id && isAddressEqual(each.staked, to))
  )
    return { out: [], in: value > rounding ? [erc20(to, value - rounding)] : [] }
  if (vaultCalls.has(signature)) {
    const asset = facts.assets.get(to)
    if (!asset) return none
    const amount = integerAt(args, 0)
    const previewed = withMargin(facts.previews.get(call.data) ?? 0n)
    switch (signature) {
      case 'deposit(uint256,address)':
        return { out: atMost(erc20(asset, amount)), in: toAccount(1) ? [erc20(to, 1n)] : [] }
      case 'mint(uint256,address)':
        return { out: atMost(erc20(asset, previewed)), in: toAccount(1) ? [erc20(to, amount)] : [] }
      case 'withdraw(uint256,address,address)':
        return { out: toAccount(2) ? [erc20(to, previewed)] : [], in: toAccount(1) ? [erc20(asset, amount)] : [] }
      default:
        return { out: toAccount(2) ? [erc20(to, amount)] : [], in: toAccount(1) ? [erc20(asset, 1n)] : [] }
    }
  }
  if (marketCalls.has(signature)) {
    const token = facts.reserves.get(reserveKey(to, integerAt(args, 0)))
    if (!token || signature.startsWith('permitReserve')) return none
    const amount = erc20(token, integerAt(args, 1))
    return /^(?:supply|repay)/.test(signature)
      ? { out: atMost(amount, facts.debts.get(call.data)), in: [] }
      : // In a withdrawal, "all" is a number that nobody holds.
        { out: [], in: [{ ...amount, amount: signature.startsWith('borrow') ? amount.amount : 1n }] }
  }
  if (signature === poolSupply || signature === poolRepayment) {
    const asked = erc20(addressAt(args, 0), integerAt(args, 1))
    return { out: value > 0n ? [] : atMost(asked, facts.debts.get(call.data)), in: [] }
  }
  if (signature === poolWithdrawal || signature === gatewayWithdrawal) {
    const asked = integerAt(args, 1)
    const isGateway = signature === gatewayWithdrawal
    const [pool, asset] = isGateway ? [addressAt(args, 0), chain.wrappedNative] : [to, addressAt(args, 0)]
    const aToken = facts.aTokens.get(allowanceKey(asset, pool))
    if (!aToken) return none
    // "All" is a number that nobody holds.
    const isAll = asked > aToken.held
    const arrives = isAll ? 1n : asked
    return {
      out: [erc20(aToken.address, withMargin(isAll ? aToken.held : asked))],
      in: toAccount(2) ? [isGateway ? native(arrives) : erc20(asset, arrives)] : [],
    }
  }
  if (signature.startsWith('borrowETH(')) return { out: [], in: [native(integerAt(args, 1))] }
  const ofMorpho = morphoFlow(call, account)
  if (ofMorpho) return { out: [], in: [], [ofMorpho.way]: [erc20(ofMorpho.token, ofMorpho.amount)] }
  return burned(call, args, place) ?? liquidityFlows(call, place) ?? swapFlows(call, args, place, erc20)
}

/**
 * Returns the tokens that the call destroys: the contract's own, in the number given in the calldata. Null for any
 * other function.
 */
function burned(
  { known, to }: DecodedCall,
  args: readonly unknown[],
  { chain, account, facts }: CallSetting,
): Flows | null {
  const chainId = chain.id
  const own = (amount: bigint): AssetAmount => ({ asset: { kind: 'erc20', chainId, address: to }, amount })
  const isOwn = () => isAddressEqual(addressAt(args, 0), account)
  switch (known?.signature) {
    case 'burn(uint256)': {
      const value = integerAt(args, 0)
      const nft: AssetAmount = { asset: { kind: 'erc721', chainId, address: to, tokenId: value }, amount: 1n }
      return { out: [facts.collections.has(to) ? nft : own(value)], in: [] }
    }
    case 'burnFrom(address,uint256)':
      return { out: isOwn() ? [own(integerAt(args, 1))] : [], in: [] }
    case 'burn(address,uint256,uint256)': {
      const asset = { kind: 'erc1155', chainId, address: to, tokenId: integerAt(args, 1) } as const
      return { out: isOwn() ? [{ asset, amount: integerAt(args, 2) }] : [], in: [] }
    }
    case 'wrap(uint256)':
    case 'unwrap(uint256)': {
      const amount = integerAt(args, 0)
      const pair = lido.find((each) => each.chainId === chainId && isAddressEqual(each.wrapped, to))
      const staked = (of: bigint): AssetAmount[] =>
        pair ? [{ asset: { kind: 'erc20', chainId, address: pair.staked }, amount: of }] : []
      if (known.signature === 'unwrap(uint256)') return { out: [own(amount)], in: staked(1n) }
      // The calldata does not say which token is taken: it is known of this one contract.
      return pair ? { out: staked(amount), in: [own(1n)] } : null
    }
    default:
      return null
  }
}

function swapFlows(
  call: DecodedCall,
  args: readonly unknown[],
  { chain, account }: CallSetting,
  erc20: (address: Address, amount: bigint) => AssetAmount,
): Flows {
  const signature = call.known?.signature ?? ''
  const amounts = swapAmounts(signature, args)
  if (!amounts) return none
  const [spent] = tokenSpent[signature]?.(args) ?? []
  const payout = swapPayout(call, chain.id)
  // If coins are sent along, the router wraps those, and takes no token.
  return {
    out: spent && call.value === 0n ? atMost(erc20(spent, amounts.spent)) : [],
    in: payout && isAddressEqual(payout.to, account) ? [payout.least] : [],
  }
}

/**
 * Returns the recipient of a swap's payout, and its minimum. Null for any other function, and if its bytes do not tell.
 */
export function swapPayout(call: DecodedCall, chainId: number): { to: Address; least: AssetAmount } | null {
  if (!call.known || !call.args) return null
  const { signature } = call.known
  const amounts = swapAmounts(signature, call.args)
  const payout = meaningsOf(call).find((meaning) => meaning.kind === 'payout')
  if (!amounts || payout?.kind !== 'payout') return null
  const { to, token } = payout
  if (token) return { to, least: { asset: { kind: 'erc20', chainId, address: token }, amount: amounts.received } }
  if (!/^swap\w+For(?:Exact)?ETH/.test(signature)) return null
  return { to, least: { asset: { kind: 'native', chainId }, amount: amounts.received } }
}

/** Returns the most that a swap takes and the least that it gives, by its own arguments. */
function swapAmounts(signature: string, args: readonly unknown[]): { spent: bigint; received: bigint } | null {
  const [params] = args
  const of = (spent: bigint, received: bigint) => ({ spent, received })
  if (/^swapExactTokensFor/.test(signature)) return of(integerAt(args, 0), integerAt(args, 1))
  if (/^swapTokensForExact/.test(signature)) return of(integerAt(args, 1), integerAt(args, 0))
  if (/^swap(?:ExactETHFor|ETHForExact)/.test(signature)) return of(0n, integerAt(args, 0))
  if (/^exactInput/.test(signature))
    return of(asInteger(member(params, 'amountIn')), asInteger(member(params, 'amountOutMinimum')))
  if (/^exactOutput/.test(signature))
    return of(asInteger(member(params, 'amountInMaximum')), asInteger(member(params, 'amountOut')))
  return null
}
