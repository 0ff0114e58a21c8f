import { getAddress } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { QuoteError } from '@/lib/chain/routing/routing'
import { defaultSlippage } from '@/lib/tools/execute-router-swap/parameters'
import { isPurchase, type PlanTerms, type PurchaseTerms, type TransferTerms } from '@/lib/wire/plan'
import type { Plan } from '../../plans/plan'
import { withoutQuestion } from '../../replies/questions'
import { ChainUnreadableError, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { answerSend } from '../send'
import { answerSwap } from '../swap'
import { datesText, eachText, onceText } from './plan-text'

/** A due purchase or transfer of a plan, and what it replaces. */
export type Due = {
  plan: Pick<Plan, 'number' | 'terms'>
  /** The dates that it covers, in order: more than one if some were missed. */
  dates: readonly number[]
  /** Number of the last date, counted from 1 in the whole plan. */
  count: number
  /** True if an earlier proposal of the plan was still open, and has been withdrawn for this one. */
  replaces: boolean
}

/**
 * Sizes and checks a plan's purchase or transfer as of now, exactly as if it had been asked for. Returns one call, or
 * no call and the reason. Throws only the signal's reason.
 */
export async function preparePurchase(terms: PlanTerms, scene: Scene): Promise<Reply> {
  const chain = scene.chains.get(terms.chainId)
  if (!chain) return say(`The network of this plan (chain ${terms.chainId}) is no longer supported here.`)
  try {
    return isPurchase(terms) ? await prepareSwap(terms, chain, scene) : await prepareTransfer(terms, chain, scene)
  } catch (error) {
    scene.signal.throwIfAborted()
    if (error instanceof ChainUnreadableError) return say(`I could not read ${error.chainName} at the time.`)
    throw error
  }
}

async function prepareSwap({ sells, buys, amount, slippage }: PurchaseTerms, chain: ChainHandle, scene: Scene) {
  const place = { text: chain.name, id: chain.id }
  const order = {
    action: 'swap' as const,
    amount,
    from: { text: sells, symbol: sells },
    to: { text: buys, symbol: buys },
    fromChain: place,
    toChain: place,
    ...(slippage === undefined ? {} : { slippage }),
  }
  const reply = await answerSwap(order, scene)
  const [call] = reply.calls
  if (!call) return say(withoutQuestion(reply.text))
  return (await hasNoRoute(call.parameters, scene)) ? say(`The router has no route from ${sells} to ${buys}.`) : reply
}

async function prepareTransfer({ sells, to, amount }: TransferTerms, chain: ChainHandle, scene: Scene) {
  const reply = await answerSend(
    {
      action: 'send',
      amount,
      from: { text: sells, symbol: sells },
      fromChain: { text: chain.name, id: chain.id },
      recipient: { kind: 'address', address: to },
    },
    scene,
  )
  return reply.calls[0] ? reply : say(withoutQuestion(reply.text))
}

const token = z.string().transform((text) => getAddress(text))
const routeSchema = z.object({
  fromChainId: z.number(),
  toChainId: z.number(),
  fromTokenAddress: token,
  toTokenAddress: token,
  fromAmount: z.string().transform(BigInt),
  slippage: z.number().default(defaultSlippage),
})

/** True if the router reports that there is no route. If it does not answer, the card asks it again. */
async function hasNoRoute(parameters: Record<string, unknown>, scene: Scene): Promise<boolean> {
  const { fromTokenAddress: fromToken, toTokenAddress: toToken, ...rest } = routeSchema.parse(parameters)
  try {
    const request = { ...rest, fromToken, toToken, fromAddress: scene.account }
    await untilAborted(scene.routing.quote(request, scene.signal), scene.signal)
    return false
  } catch (error) {
    scene.signal.throwIfAborted()
    if (!(error instanceof QuoteError)) throw error
    return error.code === 'no-route' || error.code === 'unsupported'
  }
}

/** The agent's text with a due purchase, or in its place. */
export function purchaseWords(due: Due, prepared: Reply): string {
  const { number, terms } = due.plan
  const { times } = terms.schedule
  const what = eachText(terms)
  const once = onceText(terms)
  const which = times === null ? `${once} ${due.count}` : `${once} ${due.count} of ${times}`
  const missed =
    due.dates.length > 1
      ? `Your plan ${number} was due on ${datesText(due.dates)}. Missed dates are not added up: this is one ${once} of ${what}, not ${due.dates.length}.`
      : `Your plan ${number} has a ${once} due: ${what}, ${which}, of ${datesText(due.dates)}.`
  const instead = due.replaces ? 'It replaces the earlier proposal, which I have taken back.' : ''
  if (prepared.calls.length > 0) return [`${missed} ${instead}`.trim(), prepared.text].join('\n\n')
  const goesOn =
    times !== null && due.count >= times ? 'That was its last date.' : 'The plan continues on its next date.'
  return [
    `${missed} ${instead}`.trim(),
    `I could not prepare it, so nothing was proposed and nothing was ${isPurchase(terms) ? 'bought' : 'sent'}. ${prepared.text}`,
    `${goesOn} If you still want this ${once}, say “${inFull(terms)}”.`,
  ].join('\n\n')
}

/** The request that would have the same done once. */
function inFull(terms: PlanTerms): string {
  const { amount, sells } = terms
  if (!isPurchase(terms)) return `send ${eachText(terms)}`
  return amount.kind === 'usd'
    ? `swap $${amount.value} of ${sells} for ${terms.buys}`
    : `swap ${amount.value} ${sells} for ${terms.buys}`
}
