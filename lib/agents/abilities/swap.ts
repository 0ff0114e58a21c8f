import { type ChainHandle, isNative, type Token } from '@/lib/chain/chain'
import { QuoteError } from '@/lib/chain/routing'
import { tokenBySymbol } from '@/lib/chain/tokens'
import type { Draft } from '../frames/draft'
import { ask } from '../replies/questions'
import { list, type Scene, untilAborted } from './reading'
import { propose, type Reply, say } from './reply'
import { onTheCard } from './send'
import { amountText } from './size'
import { findSource, type Source } from './source'

/** Used unless the person names another. A fraction. */
const defaultSlippage = 0.005

/** Answers a complete draft of a swap or bridge: an `execute_router_swap` call, or a question. */
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
  if ('question' in found) return say(found.question)
  const { source } = found
  const target = destination(draft, source.chain, scene, brings)
  if (!target) return say(notListed(draft, pays, brings, scene))
  if (target.chainId === source.chain.id && target.address === source.token.address)
    return say(ask('to', `${brings} on both sides is the same token, so there is nothing to swap.`))
  const slippage = draft.slippage ?? defaultSlippage
  const refusal = isWrapping(source, target) ? await wrappingRefusal(source, target, slippage, scene) : null
  if (refusal) return say(refusal)
  return propose('execute_router_swap', parameters(source, target, slippage), sentence(source, target, slippage, scene))
}

const canPay = (draft: Draft, chain: ChainHandle): boolean =>
  draft.fromChain ? chain.id === draft.fromChain.id : draft.action === 'swap' || chain.id !== draft.toChain?.id

/** What arrives, if it leaves from this chain: on the chain that was named, else on the same one. */
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

/** Between the native coin and its wrapped form on one chain: the router may not offer it. */
const isWrapping = ({ chain, token }: Source, target: Token): boolean =>
  target.chainId === chain.id &&
  [token.address, target.address].some(isNative) &&
  [token.address, target.address].includes(chain.wrappedNative)

/** Why it cannot be done, as far as the router says; null where it quotes. */
async function wrappingRefusal(source: Source, target: Token, slippage: number, scene: Scene): Promise<string | null> {
  const request = {
    fromChainId: source.chain.id,
    toChainId: target.chainId,
    fromToken: source.token.address,
    toToken: target.address,
    fromAmount: source.value,
    fromAddress: scene.account,
    slippage,
  }
  const what = `Changing ${source.token.symbol} into ${target.symbol} on ${source.chain.name}`
  try {
    await untilAborted(scene.routing.quote(request, scene.signal), scene.signal)
    return null
  } catch (error) {
    scene.signal.throwIfAborted()
    if (!(error instanceof QuoteError)) throw error
    if (error.code === 'no-route' || error.code === 'unsupported')
      return `${what} is wrapping, and the router has no route for it. It is not available here yet, so nothing was prepared.`
    return `${what} takes the router, which does not answer just now. Nothing was prepared; please try again in a moment.`
  }
}

const parameters = ({ chain, token, value }: Source, target: Token, slippage: number): Record<string, unknown> => ({
  fromChainId: chain.id,
  toChainId: target.chainId,
  fromTokenAddress: token.address,
  toTokenAddress: target.address,
  fromAmount: value.toString(),
  slippage,
  fromTokenSymbol: token.symbol,
  toTokenSymbol: target.symbol,
  fromTokenDecimals: token.decimals,
  toTokenDecimals: target.decimals,
})

function sentence({ chain, token, value, notes }: Source, target: Token, slippage: number, { chains }: Scene): string {
  const what = amountText(value, token)
  const onto = chains.get(target.chainId)?.name ?? ''
  const percent = `${Number((slippage * 100).toPrecision(6))}% slippage`
  const first =
    target.chainId === chain.id
      ? `Here is a swap of ${what} for ${target.symbol} on ${chain.name}, with at most ${percent}.`
      : token.symbol === target.symbol
        ? `Here is a bridge of ${what} from ${chain.name} to ${onto}, with at most ${percent}.`
        : `Here is a swap of ${what} on ${chain.name} for ${target.symbol} on ${onto}, with at most ${percent}.`
  return [first, ...notes, onTheCard].join(' ')
}
