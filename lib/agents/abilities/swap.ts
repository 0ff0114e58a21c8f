import { isAddressEqual } from 'viem'
import { type ChainHandle, isNative, type Token } from '@/lib/chain/chains/chain'
import { percentOf } from '@/lib/chain/tokens/percent'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { Draft } from '@/lib/language/steps/draft'
import { ask } from '../replies/questions'
import { list, type Scene } from './reading'
import { propose, type Reply, say } from './reply'
import { amountText } from './size'
import { findSource, type Source } from './source'

/**
 * Answers a complete draft of a swap or bridge with an `execute_router_swap` call, a contract call if it only wraps or
 * unwraps, or a question.
 */
export async function answerSwap(draft: Draft, scene: Scene): Promise<Reply> {
  const { amount, from, to } = draft
  if (!amount || !from?.symbol || !to?.symbol) return say(ask('action'))
  const pays = from.symbol
  const brings = to.symbol
  const candidates = [...scene.chains.values()].filter(
    (chain) => canPay(draft, chain) && tokenBySymbol(chain, pays) && destination(draft, chain, scene, brings),
  )
  if (candidates.length === 0) return say(notListed(draft, pays, brings, scene))
  const found = await findSource(pays, amount, candidates, 'swap', scene)
  if ('reply' in found) return say(found.reply)
  const { source } = found
  const target = destination(draft, source.chain, scene, brings)
  if (!target) return say(notListed(draft, pays, brings, scene))
  if (target.chainId === source.chain.id && target.address === source.token.address)
    return say(ask('to', `${brings} on both sides is the same token, so there is nothing to swap.`))
  if (isWrapping(source, target)) return proposeWrapping(source, target)
  const { slippage } = draft
  return propose('execute_router_swap', parameters(source, target, slippage), sentence(source, target, slippage, scene))
}

const canPay = (draft: Draft, chain: ChainHandle): boolean =>
  draft.fromChain ? chain.id === draft.fromChain.id : draft.action === 'swap' || chain.id !== draft.toChain?.id

/** Returns the token that arrives if it leaves from this chain: on the named chain, else on the same one. */
function destination(draft: Draft, source: ChainHandle, { chains }: Scene, symbol: string): Token | null {
  const chain = draft.toChain?.id === undefined ? source : chains.get(draft.toChain.id)
  return chain ? tokenBySymbol(chain, symbol) : null
}

function notListed(draft: Draft, pays: string, brings: string, { chains }: Scene): string {
  const on = (symbol: string) => [...chains.values()].filter((chain) => tokenBySymbol(chain, symbol)).map((c) => c.name)
  const sides = [...new Set([pays, brings])].map(
    (symbol) => `${symbol} on ${list(on(symbol)) || 'no network for certain'}`,
  )
  const wanted = draft.fromChain ?? draft.toChain
  const where = wanted ? ` on ${wanted.text}` : ''
  return ask('from-chain', `I do not have ${pays} and ${brings} together${where}. I know ${list(sides)}.`)
}

/** Without a slippage that the person named, their own default holds, which only the page knows. */
const parameters = (
  { chain, token, value }: Source,
  target: Token,
  slippage: number | undefined,
): Record<string, unknown> => ({
  fromChainId: chain.id,
  toChainId: target.chainId,
  fromTokenAddress: token.address,
  toTokenAddress: target.address,
  fromAmount: value.toString(),
  ...(slippage === undefined ? {} : { slippage }),
  fromTokenSymbol: token.symbol,
  toTokenSymbol: target.symbol,
  fromTokenDecimals: token.decimals,
  toTokenDecimals: target.decimals,
})

function sentence(
  { chain, token, value, notes }: Source,
  target: Token,
  slippage: number | undefined,
  { chains }: Scene,
): string {
  const what = amountText(value, token)
  const onto = chains.get(target.chainId)?.name ?? ''
  const bound = slippage === undefined ? '' : `, with at most ${percentOf(slippage, 4)} slippage`
  const first =
    target.chainId === chain.id
      ? `Here is a swap of ${what} for ${target.symbol} on ${chain.name}${bound}.`
      : token.symbol === target.symbol
        ? `Here is a bridge of ${what} from ${chain.name} to ${onto}${bound}.`
        : `Here is a swap of ${what} on ${chain.name} for ${target.symbol} on ${onto}${bound}.`
  return [first, ...notes].join(' ')
}

/** True for a swap between the native coin and its wrapped form on one chain. */
const isWrapping = ({ chain, token }: Source, target: Token): boolean =>
  target.chainId === chain.id &&
  [token.address, target.address].some(isNative) &&
  [token.address, target.address].some((address) => isAddressEqual(address, chain.wrappedNative))

/**
 * Wraps the coin by the wrapped token's own `deposit`, or unwraps it by `withdraw` (WETH9): one for one, so that no
 * route, price or slippage is involved.
 */
function proposeWrapping({ chain, token, value, notes }: Source, target: Token): Reply {
  const wraps = isNative(token.address)
  const call = wraps
    ? { functionName: 'deposit', args: [], value: value.toString(), abi: ['function deposit() payable'] }
    : { functionName: 'withdraw', args: [value.toString()], value: '0', abi: ['function withdraw(uint256 wad)'] }
  const what = amountText(value, token)
  const first = wraps
    ? `Here is a wrap of ${what} into ${target.symbol} on ${chain.name}, one for one.`
    : `Here is an unwrap of ${what} into ${target.symbol} on ${chain.name}, one for one.`
  const parameters = { to: chain.wrappedNative, ...call, chainId: chain.id }
  return propose('call_smart_contract_function', parameters, [first, ...notes].join(' '))
}
