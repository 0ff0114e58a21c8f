import { type Tool, tool } from 'ai'
import { getAddress } from 'viem'
import { z } from 'zod'
import type { Draft } from '@/lib/language/steps/draft'
import type { TokenMention } from '@/lib/language/steps/mention'
import { isPurchase, type NewOffer } from '@/lib/wire/plan'
import { mostTimes } from '@/lib/wire/schedule'
import { hourText, rhythmText } from '@/lib/wire/schedule-text'
import { adjustPlan } from '../abilities/plans/adjust-plan'
import { eachText } from '../abilities/plans/plan-text'
import { changePlan, offerPlan, planTermsOf } from '../abilities/plans/plans'
import type { KeptScene } from '../abilities/reading'
import type { Plan } from '../plans/plan'
import type { NamedDay, Rhythm } from '../plans/rhythm'
import { withoutQuestion } from '../replies/questions'
import { listedSymbol } from './token-tool'
import { answered, RefusedError, served } from './tool-answer'

/**
 * Tools for the account's plans. New plans and changes are offers that the person confirms; pausing, resuming and
 * canceling take effect at once. `lastOffer` is the id of the conversation's last offer, if it is open.
 */
export const planTools = (scene: KeptScene, lastOffer: string | null): Record<string, Tool> => ({
  create_plan: createPlan(scene, lastOffer),
  list_plans: listPlans(scene),
  change_plan: changeOne(scene),
  adjust_plan: adjustOne(scene),
})

const symbol = z.string().min(1).max(40)
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const planSchema = z.object({
  buys: symbol.optional().describe('Symbol of the token that is bought. Left out for a transfer.'),
  sells: symbol
    .optional()
    .describe('Symbol of the token that is paid with, or sent. Left out of a purchase: the network’s stablecoin.'),
  to: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional()
    .describe('For a recurring transfer: the address that receives, which the person has named.'),
  chainId: z.int().positive().optional(),
  amount: z
    .object({
      kind: z.enum(['exact', 'usd']).describe('exact: whole tokens of `sells`. usd: dollars’ worth at each purchase.'),
      value: z.string().describe('A decimal number.'),
    })
    .describe('Of each purchase.'),
  slippage: z.number().optional().describe('A fraction: 0.005 is 0.5%. Only if the person named one.'),
  every: z.object({ unit: z.enum(['day', 'weekday', 'week', 'month']), count: z.int().min(1).max(366).default(1) }),
  weekday: z.enum(weekdays).optional().describe('For weeks.'),
  dayOfMonth: z.int().min(1).max(31).optional().describe('For months; 31 is the last day.'),
  startDate: z.iso.date().optional().describe('The first day, in UTC. Left out: the next that fits.'),
  hourUtc: z.int().min(0).max(23).optional(),
  times: z.int().min(1).max(mostTimes).optional().describe('How many purchases, if the person named a number of them.'),
  lasts: z
    .object({ unit: z.enum(['day', 'week', 'month']), count: z.int().min(1).max(mostTimes) })
    .optional()
    .describe('How long, if the person named a time, such as “for 10 weeks”. Give it as it was named.'),
  lastDate: z.iso
    .date()
    .optional()
    .describe('The last day, if the person named one. Without times, lasts and lastDate there is no end.'),
})

const createPlan = (scene: KeptScene, lastOffer: string | null) =>
  tool({
    description:
      'Offers a recurring purchase or transfer, such as “$50 of ETH every Friday for 10 weeks”, on a card that the person confirms: call it only for what they have asked for in so many words. Nothing is set up by it, and once they confirm, each date brings a proposal. The person is shown its exact terms by the tool itself; do not repeat them, and never say that it is set up.',
    inputSchema: planSchema.extend({
      insteadOfLastOffer: z
        .boolean()
        .optional()
        .describe('True if the person wants the plan that was offered last, and not confirmed, to be different.'),
    }),
    execute: ({ insteadOfLastOffer, ...input }) =>
      answered(async () => {
        if (input.chainId !== undefined) served(scene, input.chainId)
        const terms = await planTermsOf(orderOf(input, scene), rhythmOf(input), scene)
        if ('question' in terms) throw refusal(terms.question)
        const replaces = insteadOfLastOffer && lastOffer !== null ? { replaces: lastOffer } : {}
        return offered(await offerPlan({ terms, ...replaces }, scene))
      }),
  })

const refusal = (text: string) => new RefusedError(withoutQuestion(text) || text)

/** `listen` takes the offer from the result. */
function offered({ offer, text }: { offer: NewOffer | null; text: string }) {
  if (!offer) throw refusal(text)
  return { toldToThePerson: text, offer }
}

function orderOf({ buys, sells, to, chainId, amount, slippage }: z.infer<typeof planSchema>, scene: KeptScene): Draft {
  const { chains } = scene
  if ((buys === undefined) === (to === undefined))
    throw new RefusedError('Give either buys, for a purchase, or to, for a transfer.')
  const mention = (text: string): TokenMention => {
    const symbol = listedSymbol(text, chains)
    return symbol === undefined ? { text } : { text, symbol }
  }
  const name = chainId === undefined ? undefined : chains.get(chainId)?.name
  const order = {
    amount,
    ...(sells === undefined ? {} : { from: mention(sells) }),
    ...(name === undefined || chainId === undefined ? {} : { fromChain: { text: name, id: chainId } }),
  }
  if (to !== undefined) return { ...order, action: 'send', recipient: { kind: 'address', address: getAddress(to) } }
  return {
    ...order,
    action: 'swap',
    to: mention(buys ?? ''),
    ...(slippage === undefined ? {} : { slippage }),
  }
}

function rhythmOf(input: Partial<z.infer<typeof planSchema>>): Rhythm {
  const { every, weekday, dayOfMonth, startDate, hourUtc } = input
  const end = endOf(input)
  return {
    ...(every === undefined ? {} : { every }),
    ...(weekday === undefined ? {} : { weekday: weekdays.indexOf(weekday) }),
    ...(dayOfMonth === undefined ? {} : { day: dayOfMonth }),
    ...(hourUtc === undefined ? {} : { hour: hourUtc }),
    ...(startDate === undefined ? {} : { start: dateOf(startDate) }),
    ...(end === undefined ? {} : { end }),
  }
}

function endOf({ times, lasts, lastDate }: Partial<z.infer<typeof planSchema>>): Rhythm['end'] {
  if ([times, lasts, lastDate].filter((end) => end !== undefined).length > 1)
    throw new RefusedError('Give only one of times, lasts and lastDate.')
  if (times !== undefined) return { kind: 'times', times }
  if (lasts !== undefined) return { kind: 'for', ...lasts }
  return lastDate === undefined ? undefined : { kind: 'until', day: dateOf(lastDate) }
}

function dateOf(date: string): Extract<NamedDay, { kind: 'date' }> {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { kind: 'date', year, month: month - 1, day }
}

const listPlans = (scene: KeptScene) =>
  tool({
    description: 'The account’s plans that are active or paused, with their next dates.',
    inputSchema: z.object({}),
    execute: () => answered(async () => ({ plans: (await scene.plans.list()).map(viewOf) })),
  })

const states = { pause: 'paused', resume: 'active', cancel: 'canceled' } as const

const changeOne = (scene: KeptScene) =>
  tool({
    description:
      'Pauses, resumes or cancels a plan by its number, which `list_plans` gives. It takes effect at once, and the person is told by the tool itself; do not repeat it.',
    inputSchema: z.object({ number: z.int().positive(), do: z.enum(['pause', 'resume', 'cancel']) }),
    execute: ({ number, do: wish }) =>
      answered(async () => ({ toldToThePerson: await changePlan(await planOf(number, scene), states[wish], scene) })),
  })

async function planOf(number: number, scene: KeptScene): Promise<Plan> {
  const plan = (await scene.plans.list()).find((each) => each.number === number)
  if (!plan) throw new RefusedError(`The person has no plan ${number} that is active or paused.`)
  return plan
}

const adjustOne = (scene: KeptScene) =>
  tool({
    description:
      'Offers other terms for an active plan, by the number that `list_plans` gives: once the person confirms them on the card, a plan with the new terms takes its place. Give only what the person wants changed, in so many words; all else stays. The person is shown the new terms by the tool itself; do not repeat them.',
    inputSchema: planSchema
      .omit({ chainId: true, slippage: true, to: true })
      .partial()
      .extend({ number: z.int().positive() }),
    execute: ({ number, ...changed }) =>
      answered(async () => {
        const { buys, sells, amount } = changed
        if (Object.values(changed).every((each) => each === undefined))
          throw new RefusedError('Give what is to change.')
        if (buys !== undefined && sells !== undefined)
          throw new RefusedError('Give only one of buys and sells: one side of a plan can change at a time.')
        const named = buys ?? sells
        const symbol = named && (listedSymbol(named, scene.chains) ?? named)
        const side = buys === undefined ? ('sells' as const) : ('buys' as const)
        return offered(
          await adjustPlan(
            await planOf(number, scene),
            {
              ...(amount === undefined ? {} : { amount }),
              ...(symbol === undefined ? {} : { token: { symbol, side } }),
              rhythm: rhythmOf(changed),
            },
            scene,
          ),
        )
      }),
  })

const viewOf = ({ number, state, terms, next, left }: Plan) => ({
  number,
  state,
  ...(isPurchase(terms) ? { buys: terms.buys } : { to: terms.to }),
  sells: terms.sells,
  chainId: terms.chainId,
  eachTime: eachText(terms),
  rhythm: `${rhythmText(terms.schedule)} at ${hourText(terms.schedule)}`,
  nextDates: next.map((at) => new Date(at).toISOString()),
  timesLeft: left,
})
