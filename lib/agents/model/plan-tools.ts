import { type Tool, tool } from 'ai'
import { z } from 'zod'
import { adjustPlan } from '../abilities/adjust-plan'
import { purchaseText, rhythmText } from '../abilities/plan-text'
import { changePlan, makePlan, planTermsOf } from '../abilities/plans'
import type { KeptScene } from '../abilities/reading'
import type { Plan } from '../plans/plan'
import type { NamedDay, Rhythm } from '../plans/rhythm'
import { mostTimes } from '../plans/schedule'
import { withoutQuestion } from '../replies/questions'
import type { TokenMention } from '../tagger/item'
import { listedSymbol } from './token-tool'
import { answered, RefusedError, served } from './tool-answer'

/** Plans of the account. They take effect at once, as with the built-in agent: a plan buys nothing, it proposes on its dates. */
export const planTools = (scene: KeptScene): Record<string, Tool> => ({
  create_plan: createPlan(scene),
  list_plans: listPlans(scene),
  change_plan: changeOne(scene),
  adjust_plan: adjustOne(scene),
})

const symbol = z.string().min(1).max(40)
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const planSchema = z.object({
  buys: symbol.describe('Symbol of the token that is bought.'),
  sells: symbol.optional().describe('Symbol of the token that is paid with. Left out: the network’s stablecoin.'),
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

const createPlan = (scene: KeptScene) =>
  tool({
    description:
      'Sets up a recurring purchase, such as “$50 of ETH every Friday for 10 weeks”. It takes effect at once, so call it only for what the person has asked for in so many words. Nothing is bought by it: each date brings a proposal. The person is shown its exact terms by the tool itself; do not repeat them.',
    inputSchema: planSchema,
    execute: (input) =>
      answered(async () => {
        if (input.chainId !== undefined) served(scene, input.chainId)
        const terms = planTermsOf(orderOf(input, scene), rhythmOf(input), scene)
        if ('question' in terms) throw refusal(terms.question)
        return kept(await makePlan(terms, scene))
      }),
  })

const refusal = (text: string) => new RefusedError(withoutQuestion(text) || text)

function kept({ plan, text }: { plan: Plan | null; text: string }) {
  if (!plan) throw refusal(text)
  return { toldToThePerson: text, plan: viewOf(plan) }
}

function orderOf({ buys, sells, chainId, amount, slippage }: z.infer<typeof planSchema>, { chains }: KeptScene) {
  const mention = (text: string): TokenMention => {
    const symbol = listedSymbol(text, chains)
    return symbol === undefined ? { text } : { text, symbol }
  }
  const name = chainId === undefined ? undefined : chains.get(chainId)?.name
  return {
    action: 'swap' as const,
    amount,
    to: mention(buys),
    ...(sells === undefined ? {} : { from: mention(sells) }),
    ...(name === undefined || chainId === undefined ? {} : { fromChain: { text: name, id: chainId } }),
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
      'Changes the terms of an active plan, by the number that `list_plans` gives: a plan with the new terms takes its place at once. Give only what the person wants changed, in so many words; all else stays. The person is shown the new terms by the tool itself; do not repeat them.',
    inputSchema: planSchema.omit({ chainId: true, slippage: true }).partial().extend({ number: z.int().positive() }),
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
        return kept(
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
  buys: terms.buys,
  sells: terms.sells,
  chainId: terms.chainId,
  purchase: purchaseText(terms),
  rhythm: `${rhythmText(terms.schedule)} at ${terms.schedule.hour}:00 UTC`,
  nextDates: next.map((at) => new Date(at).toISOString()),
  purchasesLeft: left,
})
