import { findTool } from '@/lib/tools/registry'
import { readParameters } from '@/lib/tools/shared/read-parameters'
import { displaySchema } from '@/lib/wire/display'
import type { FunctionCall } from '@/lib/wire/parts'
import { capitalized } from '@/lib/wire/place'
import { ending, keeping } from '../intake/commands'
import { tokenOf } from '../meaning/step'
import type { Dialogue, OpenCall, Step } from '../meaning/understanding'
import { ask } from '../replies/questions'
import { type Reply, say } from './reply'

/** Asks which of these open calls is to be taken back, with a button for each; of one, whether it is to be. */
export function askWhich(of: readonly string[], { open }: Dialogue, calls: ReadonlyMap<string, FunctionCall>): Reply {
  const meant = open.filter(({ id }) => of.includes(id))
  const cancels = namesOf(meant, open).map((name) => `Cancel ${name}`)
  const [only, ...others] = meant
  if (!only) return say('')
  if (others.length === 0)
    return {
      ...say(`${headlineOf(calls.get(only.id))}: this waits for you on its card. I can cancel it as well.`),
      display: { type: 'choices', options: [...cancels, keeping.one] },
    }
  const options = [...cancels, meant.length === 2 ? ending.two : ending.all, keeping.all]
  return {
    ...say(`These are open on their cards:\n\n${listed(meant, calls)}\n\n${ask('which-open')}`),
    ...(cancels.length === meant.length && options.length <= mostOptions && { display: { type: 'choices', options } }),
  }
}

/**
 * Asks which of the proposals that were made together is to be changed, with a button for each: its name between the words
 * `around` it.
 */
export function askWhichToChange(
  around: readonly [string, string],
  { calls: made, open }: Dialogue,
  calls: ReadonlyMap<string, FunctionCall>,
): Reply {
  const meant = open.filter(({ id }) => made.includes(id))
  const names = namesOf(meant, open)
  const [first] = names
  if (meant.length < 2 || first === undefined)
    return say(
      ask('action', 'There was more than one proposal, and I cannot tell which you mean. Say that one again in full.'),
    )
  const options = names.map((name) => capitalized(`${around[0]}${name}${around[1]}`))
  const lead = `You mean one of these, and I cannot tell which:\n\n${listed(meant, calls)}`
  const { data } = displaySchema.safeParse({ type: 'choices', options })
  return data
    ? { ...say(`${lead}\n\nWhich one shall I change?`), display: data }
    : say(`${lead}\n\nSay it with the name: “${options[0]}”.`)
}

const listed = (open: readonly OpenCall[], calls: ReadonlyMap<string, FunctionCall>): string =>
  open.map(({ id }, at) => `${at + 1}. ${headlineOf(calls.get(id))}`).join('\n')

/** As many as a display holds. */
const mostOptions = 12

/** Returns what a call asks for, in a sentence without its end. */
function headlineOf(call: FunctionCall | undefined): string {
  const tool = call && findTool(call.name)
  const read = tool && readParameters(tool.schema, call.parameters)
  return tool && read && !('error' in read) ? tool.headline(read.parameters) : 'A proposal'
}

/** Returns a name for each of some open calls, by which the words on its button single it out. */
function namesOf(calls: readonly OpenCall[], open: readonly OpenCall[]): readonly string[] {
  const ways: readonly ((step: Step) => string | null)[] = [
    (step) => `the ${nounOf(step)}`,
    (step) => (tokenOf(step)?.symbol ? `the ${tokenOf(step)?.symbol} ${nounOf(step)}` : null),
  ]
  for (const way of ways) {
    const names = open.map(({ step }) => step && way(step))
    if (names.every((name, at) => name !== null && names.indexOf(name) === at))
      return calls.flatMap((call) => names[open.indexOf(call)] ?? [])
  }
  return calls.flatMap((call) => ordinals[open.indexOf(call)] ?? []).map((word) => `the ${word}`)
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** What a step is called on a button. `intake/open/names` knows each of these words. */
function nounOf(step: Step): string {
  if (step.kind === 'nft') return 'NFT'
  if (step.kind === 'rebalance') return 'permission'
  if (step.kind === 'request') return step.draft.action === 'send' ? 'transfer' : step.draft.action
  return jobNouns[step.job.act]
}

const jobNouns = {
  ...{ supply: 'deposit', stake: 'deposit', withdraw: 'withdrawal', unstake: 'withdrawal' },
  ...{ borrow: 'loan', repay: 'repayment' },
} as const
