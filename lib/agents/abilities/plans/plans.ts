import type { ChainHandle } from '@/lib/chain/chains/chain'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { stableCoins } from '@/lib/language/alike'
import type { Draft } from '@/lib/language/steps/draft'
import { isPurchase, type NewOffer, type PlanTerms } from '@/lib/wire/plan'
import { dayMs, dueAt } from '@/lib/wire/schedule'
import type { PlanRequest, WhichPlans } from '../../meaning/plan-request'
import { mostPlans, type Plan, sameAmong } from '../../plans/plan'
import { type Rhythm, scheduleFor } from '../../plans/rhythm'
import { ask } from '../../replies/questions'
import { objection } from '../check'
import { type KeptScene, list, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { resolve } from '../resolve'
import { wrongAddress } from '../send'
import { alreadyText, dayText, eachText, fullText, offerText, planLine, termsText } from './plan-text'

const howToPlan = 'say it like “buy $50 of ETH every Friday for 10 weeks”'

/**
 * Answers a request to make a plan with an offer, or to pause or end one. Never proposes a call: plans do that only on
 * their dates.
 */
export function answerPlan(request: Exclude<PlanRequest, { do: 'adjust' }>, scene: KeptScene): Promise<Reply> {
  return request.do === 'create' ? createPlan(request, scene) : changePlans(request, scene)
}

/** Answers "my plans" and "when is my next purchase". */
export async function answerPlans(scene: KeptScene, about?: 'skip' | 'bought'): Promise<Reply> {
  const plans = await scene.plans.list()
  if (plans.length === 0) return say(`You have no plans. To make one, ${howToPlan}.`)
  const note = about ? `${notes[about]}\n\n` : ''
  return say(
    `${note}Your plans:\n\n${lines(plans, scene)}\n\nDates are in UTC. You can pause, resume and cancel by number.`,
  )
}

const notes = {
  skip: 'I cannot skip a single date. Each purchase waits for you: decline it when it comes, or pause the plan and resume it later.',
  bought: 'What a plan has bought is in the conversations its dates started, and under Activity; I do not add it up.',
} as const

const lines = (plans: readonly Plan[], { chains }: Scene): string =>
  plans.map((plan) => planLine(plan, chains)).join('\n')

async function createPlan(
  { order, rhythm, unsure, replaces }: Extract<PlanRequest, { do: 'create' }>,
  scene: KeptScene,
): Promise<Reply> {
  const terms = await planTermsOf(order, rhythm, scene)
  if ('question' in terms) return say(terms.question)
  if (unsure) {
    const { times } = terms.schedule
    const end = times === null ? 'with no end date' : `${times} times`
    return say(ask('confirm', `I read that as a plan: ${termsText(terms, scene.chains)}, ${end}.`))
  }
  const { text, offer } = await offerPlan({ terms, ...(replaces && { replaces }) }, scene)
  return { ...say(text), ...(offer && { offer }) }
}

type Question = { question: string }
const question = (...asked: Parameters<typeof ask>): Question => ({ question: ask(...asked) })

/** Returns the terms of a possible plan, or the open question. */
export async function planTermsOf(order: Draft, rhythm: Rhythm, scene: Scene): Promise<PlanTerms | Question> {
  const what = order.action === 'send' ? await transferOf(order, scene) : purchaseOf(order, scene)
  if ('question' in what) return what
  const size = parseAmount(what.amount.value, what.amount.kind === 'usd' ? 8 : what.decimals)
  if (size === null || size === 0n) return question('amount', `I cannot use ${what.amount.value} as the amount.`)
  if (rhythm.problem !== undefined) return question('rhythm', `A plan cannot ${rhythm.problem}.`)
  const { every } = rhythm
  if (!every) return question('rhythm', 'I need to know how often, such as “every Friday” or “every 2 weeks”.')
  const schedule = scheduleFor({ ...rhythm, every }, scene.now())
  if (typeof schedule === 'string') return question('rhythm', schedule)
  const { decimals: _, ...terms } = what
  return { ...terms, schedule }
}

type Each<T> = T extends PlanTerms ? Omit<T, 'schedule'> & { decimals: number } : never

function purchaseOf(order: Draft, scene: Scene): Each<PlanTerms> | Question {
  const chain = chainOf(order, scene)
  if (!order.from && !order.to) return question('to')
  const coin = stableCoins.find((symbol) => chain && tokenBySymbol(chain, symbol))
  const isPaid = coin !== undefined && order.to && order.to.symbol !== coin
  const from = order.from ?? (isPaid ? { text: coin, symbol: coin } : undefined)
  const whole: Draft = { ...order, ...(from ? { from } : {}), unsure: false }
  const refused = objection(whole, scene.chains)
  if (refused) return { question: refused.text }
  const { amount, to, toChain, slippage } = whole
  if (whole.action !== 'swap' || !from?.symbol || !to?.symbol || !amount)
    return question('action', 'A plan is a swap or a transfer.')
  if (toChain && chain && toChain.id !== chain.id)
    return question('from-chain', 'A plan buys and sells on a single network.')
  if (amount.kind !== 'exact' && amount.kind !== 'usd') return fixedAmount
  const tokens = chain && [from.symbol, to.symbol].map((symbol) => tokenBySymbol(chain, symbol))
  const [sold, bought] = tokens ?? []
  if (!chain || !sold || !bought) {
    const where = order.fromChain ? ` on ${order.fromChain.text}` : ''
    return question('from-chain', `I do not have ${from.symbol} and ${to.symbol} together${where}.`)
  }
  if (sold.address === bought.address) return question('from', `${to.symbol} cannot be bought with itself.`)
  return {
    chainId: chain.id,
    sells: sold.symbol,
    buys: bought.symbol,
    amount: { kind: amount.kind, value: amount.value },
    ...(slippage === undefined ? {} : { slippage }),
    decimals: sold.decimals,
  }
}

const fixedAmount = question('amount', 'A plan needs a fixed amount, such as “$50” or “20 USDC”.')

/** A name is looked up once: the plan sends to the address that it resolves to now, which the card shows in full. */
async function transferOf(order: Draft, scene: Scene): Promise<Each<PlanTerms> | Question> {
  const refused = objection({ ...order, unsure: false }, scene.chains)
  if (refused) return { question: refused.text }
  const { amount, from, recipient } = order
  const chain = chainOf(order, scene)
  if (!from?.symbol || !recipient || !amount) return question('action')
  if (amount.kind !== 'exact' && amount.kind !== 'usd') return fixedAmount
  const token = chain && tokenBySymbol(chain, from.symbol)
  if (!chain || !token) return question('from-chain', `I do not know which network you would send ${from.symbol} on.`)
  const to = await resolve(recipient, chain, scene)
  const wrong = typeof to === 'string' ? to : wrongAddress(to.address, scene)
  if (typeof to === 'string' || wrong !== null) return question('recipient', wrong ?? '')
  return {
    chainId: chain.id,
    sells: token.symbol,
    to: to.address,
    amount: { kind: amount.kind, value: amount.value },
    decimals: token.decimals,
  }
}

/** Longest time that an offer is open; its first date may end it earlier. */
const mostOpen = 7 * dayMs

/** Offers a plan, with text. `offer` is null if that plan exists already, or if there are too many. */
export async function offerPlan(
  about: Omit<NewOffer, 'until'>,
  { plans, chains, now }: KeptScene,
  after = '',
): Promise<{ offer: NewOffer | null; text: string }> {
  const living = await plans.list()
  const same = sameAmong(living, about.terms)
  if (same) return { offer: null, text: alreadyText(same, chains) }
  if (living.length >= mostPlans && !about.changes) return { offer: null, text: fullText }
  const offer = { ...about, until: Math.min(dueAt(about.terms.schedule, 0), now() + mostOpen) }
  return { offer, text: offerText(offer, chains, after) }
}

/**
 * Returns the named network, else the one of the sign-in; if that lists too few of the tokens, the only one that has
 * them.
 */
function chainOf({ fromChain, toChain, from, to }: Draft, { chains, signedInOn }: Scene): ChainHandle | undefined {
  const named = fromChain ?? toChain
  if (named) return named.id === undefined ? undefined : chains.get(named.id)
  const wanted = [from?.symbol, to?.symbol].filter((symbol) => symbol !== undefined)
  const fits = (chain: ChainHandle) => wanted.every((symbol) => tokenBySymbol(chain, symbol))
  const here = chains.get(signedInOn)
  if (here && fits(here)) return here
  const [only, ...others] = [...chains.values()].filter(fits)
  return others.length === 0 ? only : undefined
}

const done = { active: 'resume', paused: 'pause', canceled: 'cancel' } as const

async function changePlans({ to, which }: Extract<PlanRequest, { do: 'change' }>, scene: KeptScene): Promise<Reply> {
  const meant = await meantPlans(which, ({ state }) => to === 'canceled' || state !== to, done[to], scene)
  if ('question' in meant) return say(meant.question)
  const told: string[] = []
  for (const plan of meant.plans) told.push(await changePlan(plan, to, scene))
  return say(told.join('\n'))
}

/** Returns the plans that are meant, or a text if there is none or if it is unclear which. */
export async function meantPlans(
  which: WhichPlans,
  isAble: (plan: Plan) => boolean,
  verb: string,
  scene: KeptScene,
): Promise<{ plans: readonly Plan[] } | { question: string }> {
  const plans = await scene.plans.list()
  if (plans.length === 0) return { question: `You have no plans. To make one, ${howToPlan}.` }
  const fitting = plans.filter((plan) => (typeof which === 'object' ? isMeant(plan, which, plans) : isAble(plan)))
  if (fitting.length === 0) {
    const why = typeof which === 'object' ? 'I found no such plan.' : `There is no plan to ${verb}.`
    return { question: `${why} Your plans:\n\n${lines(plans, scene)}` }
  }
  return fitting.length > 1 && which !== 'all'
    ? { question: ask('which-plan', `Several match:\n\n${lines(fitting, scene)}\n\nA number is enough.`) }
    : { plans: fitting }
}

function isMeant(plan: Plan, which: Exclude<WhichPlans, string>, plans: readonly Plan[]): boolean {
  if ('number' in which) return plan.number === which.number
  if ('place' in which) return plan === plans.at(which.place)
  const { terms } = plan
  return terms.sells === which.symbol || (isPurchase(terms) && terms.buys === which.symbol)
}

/** Changes one plan, and returns the text about it. */
export async function changePlan(
  { number, terms, state }: Plan,
  to: keyof typeof done,
  { plans }: KeptScene,
): Promise<string> {
  const after = await plans.change(number, to)
  const name = `Plan ${number} (${eachText(terms)})`
  if (!after) return `${name} has already ended.`
  if (state === to) return to === 'active' ? `${name} is already active.` : `${name} is already paused.`
  switch (to) {
    case 'paused':
      return `${name} is paused. Dates that pass in the meantime are skipped, not added up. Say “resume plan ${number}” to continue, or “cancel plan ${number}” to end it.`
    case 'canceled':
      return `${name} is canceled: it proposes nothing more. A proposal that is already open stays until you answer it.`
    case 'active':
      return after.next.length > 0
        ? `${name} is active again. Next: ${list(after.next.map(dayText))} (UTC).`
        : `${name} has no dates left: all of them passed while it was paused, so it has ended.`
  }
}
