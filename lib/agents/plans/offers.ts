import { confirmPlanSentence, planOffersIn, readConfirmPlan } from '@/lib/wire/data-parts'
import { offerStateOf, type PlanOffer } from '@/lib/wire/plan'
import type { Message } from '@/lib/wire/task'
import { answerIn } from '../frames/answers'

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
 * What a message confirms: the offer that it names, or that its yes refers to. `several` if it could refer to more than
 * one.
 */
export type Confirms = { id: string } | { several: true } | null

/**
 * Returns what the last message confirms. A yes in words refers to the offers just before it; “confirm the plan” also
 * to an open one from further back.
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
/** True for the protocol's sentence that confirms a plan, whatever its case and punctuation. */
const isCommand = (text: string): boolean =>
  text.toLowerCase().split(/\W+/).filter(Boolean).join(' ') === confirmPlanSentence.toLowerCase()
