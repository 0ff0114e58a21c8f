import { confirmPlanSentence, planOffersIn, readConfirmPlan } from '@/lib/wire/data-parts'
import { offerStateOf, type PlanOffer } from '@/lib/wire/plan'
import type { Message } from '@/lib/wire/task'
import { answerIn } from '../frames/answers'

/** What the agent has offered in a conversation, and what was set up of it, in order. */
export const offersIn = (history: readonly Message[]): PlanOffer[] =>
  history.flatMap(({ role, parts }) => (role === 'agent' ? planOffersIn(parts) : []))

const openAmong = (some: readonly PlanOffer[], all: readonly PlanOffer[]): PlanOffer[] =>
  some.filter(({ id, number }) => number === undefined && offerStateOf(id, all)?.is === 'open')

/** The offer of a conversation that came last, of those that are open. */
export function lastOpenOffer(history: readonly Message[]): PlanOffer | null {
  const all = offersIn(history)
  return openAmong(all, all).at(-1) ?? null
}

/** What a message confirms: the offer that it names, or that a yes in words is to. `several`: it could be to more than one. */
export type Confirms = { id: string } | { several: true } | null

/**
 * What the last message confirms of a plan. A yes in words is to what the agent has offered just before it; “confirm the
 * plan” is also to the one that is open, whatever was said since.
 */
export function confirmedIn(history: readonly Message[]): Confirms {
  const last = history.at(-1)
  if (last?.role !== 'user') return null
  const named = readConfirmPlan(last.parts)
  if (named) return { id: named.id }
  const text = last.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  if (last.parts.some(({ type }) => type !== 'text')) return null
  const all = offersIn(history)
  const before = history.slice(0, -1).findLast(({ role }) => role === 'agent')
  const meant = isCommand(text) ? all : isYes(text) ? planOffersIn(before?.parts ?? []) : []
  const [only, ...others] = openAmong(meant, all)
  if (!only) return null
  return others.length > 0 ? { several: true } : { id: only.id }
}

const isYes = (text: string): boolean => answerIn(text.toLowerCase().trim()) === 'confirm'
/** Whether it is the sentence of the protocol that confirms a plan, however it is cased and marked. */
const isCommand = (text: string): boolean =>
  text.toLowerCase().split(/\W+/).filter(Boolean).join(' ') === confirmPlanSentence.toLowerCase()
