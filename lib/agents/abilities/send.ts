import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { isBurnAddress } from '@/lib/chain/accounts/fixed-addresses'
import { isNative, type Token } from '@/lib/chain/chains/chain'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { Draft } from '@/lib/language/steps/draft'
import { ask } from '../replies/questions'
import { chainNames, type Scene } from './reading'
import { propose, type Reply, say } from './reply'
import { resolve } from './resolve'
import { amountText } from './size'
import { findSource } from './source'

/**
 * Answers a complete draft of a send: a `send_native_gas_token` call for a network's own coin, an ERC-20 `transfer` for
 * any other token, or a question.
 */
export async function answerSend(draft: Draft, scene: Scene): Promise<Reply> {
  const { amount, from, recipient } = draft
  if (!amount || !from?.symbol || !recipient) return say(ask('action'))
  const symbol = from.symbol
  const served = draft.fromChain
    ? [...scene.chains.values()].filter((chain) => chain.id === draft.fromChain?.id)
    : [...scene.chains.values()]
  const candidates = served.filter((chain) => tokenBySymbol(chain, symbol) !== null)
  if (candidates.length === 0)
    return say(
      ask('from-chain', `I do not know ${symbol} for certain on ${draft.fromChain?.text ?? chainNames(scene.chains)}.`),
    )
  const known = recipient.kind === 'address' ? wrongAddress(recipient.address, scene) : null
  if (known) return say(ask('recipient', known))
  const found = await findSource(symbol, amount, candidates, 'send', scene)
  if ('reply' in found) return say(found.reply)
  const { chain, token, value, notes } = found.source
  const to = await resolve(recipient, chain, scene)
  if (typeof to !== 'object') return say(ask('recipient', to))
  const wrong = wrongAddress(to.address, scene)
  if (wrong) return say(ask('recipient', wrong))
  const whom = to.name ? `${to.name}, which is ${to.address},` : to.address
  const text = [`Here is a transfer of ${amountText(value, token)} to ${whom} on ${chain.name}.`, ...notes]
  if (!isNative(token.address))
    return propose('call_smart_contract_function', transferOf(token, to.address, value), text.join(' '))
  return propose(
    'send_native_gas_token',
    { to: to.address, chainId: chain.id, value: value.toString() },
    text.join(' '),
  )
}

/**
 * Builds an ERC-20 `transfer` as a contract call, since the wallet has no tool of its own for it. `value` in base
 * units.
 */
const transferOf = (token: Token, to: Address, value: bigint): Record<string, unknown> => ({
  to: token.address,
  functionName: 'transfer',
  args: [to, value.toString()],
  chainId: token.chainId,
  value: '0',
  abi: ['function transfer(address to, uint256 amount) returns (bool)'],
})

/** Joins several proposals into one reply. */
export const joined = (replies: readonly Reply[]): Reply => ({
  text: replies.map(({ text }) => text).join('\n\n'),
  calls: replies.flatMap(({ calls }) => calls),
})

/** Explains what is wrong with sending money to an address; null if nothing is. */
export function wrongAddress(address: Address, { account, chains }: Scene): string | null {
  if (isAddressEqual(address, zeroAddress)) return 'That is the zero address: whatever goes there is lost.'
  if (isBurnAddress(address)) return 'That is a burn address: whatever goes there is lost.'
  if (isAddressEqual(address, account)) return 'That is your own address.'
  for (const chain of chains.values()) {
    const token = chain.tokens.find((listed) => isAddressEqual(listed.address, address))
    if (token) return `That is the contract of the token ${token.symbol}: what is sent there is lost.`
  }
  return null
}
