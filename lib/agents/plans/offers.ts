import { isYes } from '@/lib/language/agreement'
import { namesOf } from '@/lib/language/wallet-names'
import { confirmPlanSentence, planOffersIn, readConfirmPlan } from '@/lib/wire/data-parts'
import { offerStateOf, type PlanOffer } from '@/lib/wire/plan'
import type { Message } from '@/lib/wire/task'
import type { AgentContext } from '../agent'
import { contextAfter, textOf } from '../intake/context'
import { oddityOf } from '../intake/oddity'

/** Returns the offers of the agent in a conversation, and their confirmations, in order. */
export const offersIn = (history: readonly Message[]): PlanOffer[] =>
  history.flatMap(({ role, parts }) => (role === 'agent' ? planOffersIn(parts) : []))

const openAmong = (some: readonly PlanOffer[], all: readonly PlanOffer[]): PlanOffer[] =>
  some.filter(({ id, number }) => number === undefined && offerStateOf(id, all)?.is === 'open')

/** Returns the last open offer of a conversation. */
export function lastOpenOffer(history: readonly Message[]): PlanOffer | null {
  const all = offersIn(history)
  return openAmong(all, all).at(-1) ?? null
}

/**
 * The offer that a message confirms: the one that it names, or the one that its yes answers. `several` if the yes could
 * answer more than one.
 */
export type Confirms = { id: string } | { several: true } | null

/**
 * Returns what the last message confirms. A yes in words refers to the offers just before it; “confirm the plan” also
 * to an open one from further back.
 */
export async function confirmedIn(
  history: readonly Message[],
  { reader, chains }: Pick<AgentContext, 'reader' | 'chains'>,
): Promise<Confirms> {
  const last = history.at(-1)
  if (last?.role !== 'user') return null
  const named = readConfirmPlan(last.parts)
  if (named) return { id: named.id }
  if (last.parts.some(({ type }) => type !== 'text')) return null
  const all = offersIn(history)
  const before = history.slice(0, -1).findLast(({ role }) => role === 'agent')
  const text = textOf(last)
  const [only, ...others] = openAmong(isCommand(text) ? all : planOffersIn(before?.parts ?? []), all)
  if (!only) return null
  if (!isCommand(text)) {
    if (oddityOf(text)) return null
    const words = text.replace(/[.!\s]+$/, '')
    const reading = (await reader()).read(words, namesOf(chains), contextAfter(history.slice(0, -1)))
    if (!isYes(reading)) return null
  }
  return others.length > 0 ? { several: true } : { id: only.id }
}

/** True for the protocol's sentence that confirms a plan, whatever its case and punctuation. */
const isCommand = (text: string): boolean =>
  text.toLowerCase().split(/\W+/).filter(Boolean).join(' ') === confirmPlanSentence.toLowerCase()
