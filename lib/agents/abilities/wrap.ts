import { isAddressEqual } from 'viem'
import { isNative, type Token } from '@/lib/chain/chains/chain'
import { propose, type Reply } from './reply'
import { onTheCard } from './send'
import { amountText } from './size'
import type { Source } from './source'

/** Between the native coin and its wrapped form on one chain. */
export const isWrapping = ({ chain, token }: Source, target: Token): boolean =>
  target.chainId === chain.id &&
  [token.address, target.address].some(isNative) &&
  [token.address, target.address].some((address) => isAddressEqual(address, chain.wrappedNative))

/**
 * Wraps the coin by the wrapped token's own `deposit`, or unwraps it by `withdraw` (WETH9): one for one, so that no
 * route, price or slippage comes into it.
 */
export function proposeWrapping({ chain, token, value, notes }: Source, target: Token): Reply {
  const wraps = isNative(token.address)
  const call = wraps
    ? { functionName: 'deposit', args: [], value: value.toString(), abi: ['function deposit() payable'] }
    : { functionName: 'withdraw', args: [value.toString()], value: '0', abi: ['function withdraw(uint256 wad)'] }
  const what = amountText(value, token)
  const first = wraps
    ? `Here is a wrap of ${what} into ${target.symbol} on ${chain.name}, one for one.`
    : `Here is an unwrap of ${what} into ${target.symbol} on ${chain.name}, one for one.`
  const parameters = { to: chain.wrappedNative, ...call, chainId: chain.id }
  return propose('call_smart_contract_function', parameters, [first, ...notes, onTheCard].join(' '))
}
