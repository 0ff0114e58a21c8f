import { parseAmount } from '@/lib/chain/tokens/amount'
import { type Request, type Requests, sureOfKind } from '@/lib/language/request'
import { type RuleContext, readerMissing, Unavailable } from '../../context'
import { figure } from '../../findings/figures'
import { isAccountedFor } from '../../request/amounts'
import { type Answer, answered } from '../../request/compare'
import { amountIn, broughtBefore, repeatedBy } from '../../request/earlier'
import { described, figureOf, isToken, type PlanEffects, planEffects } from '../../request/effects'
import type { BalanceEffect, RequestPart } from '../../review'
import { sizeOf } from '../../simulation/balance-changes'
import { type AgreedField, fieldLabels } from '../../words/agreed'
import type { Observation, Rule } from '../rule'

/** G35: the plan must match the person's last request in every respect that the reader found. */
export const requestRule: Rule = {
  id: 'G35',
  about: 'whether it is what you asked for',
  applies: ({ requests }) => requests !== null,
  check: function* (context) {
    const { requests } = context
    if (!requests) return
    const effects = planEffects(context)
    if (requests === 'unreadable') throw new Unavailable(readerMissing)
    const answer = answered(requests, effects, context)
    if (requests.unread) {
      for (const part of answer?.parts ?? []) if (part.is === 'different') yield different(part)
      throw new Unavailable('your last message is in a language this app does not read')
    }
    if (!answer) {
      if (isMoving(effects, context)) yield unasked(requests.agreed, effects, context)
      return
    }
    for (const part of answer.parts) if (part.is === 'different') yield different(part)
    yield* usedUp(answer.request, effects, context)
    if (isMoving(effects, context)) yield* doubted(answer, requests)
    yield* ofDraft(answer.request.texts, context)
    if (requests.agreed && isMoving(effects, context)) yield unasked(true, effects, context)
  },
}

/**
 * Each request is used up by what was done for it: the same once more needs to be asked for again, unless a figure
 * covers all of it, and a later step may use no more than the earlier ones brought.
 */
function* usedUp(request: Request, effects: PlanEffects, context: RuleContext): Generator<Observation> {
  const repeated = repeatedBy(request, context)
  const isCovered = (effect: BalanceEffect) =>
    request.sums.some(({ amount, what }) => {
      if (amount?.is !== 'number' || effect.decimals === null) return false
      if (what && (what.is !== 'token' || !isToken(what.symbol, effect, context))) return false
      const all = repeated.reduce((sum, { out }) => sum + amountIn(out, effect.asset), sizeOf(effect))
      return all * 200n <= (parseAmount(amount.value, effect.decimals) ?? 0n) * 201n
    })
  if (repeated.length > 0 && !effects.out.some(isCovered))
    yield {
      level: 'DANGER',
      title: 'You asked for this once, and it was already done.',
      terms: { claim: 'You asked for', observed: 'This would do again' },
      claim: request.texts.join(' … '),
      observed: described(effects),
      why: 'Your request was used for the earlier one. Decline this unless you want it a second time.',
    }
  for (const effect of effects.out) {
    const brought = broughtBefore(effect.asset, request, context)
    if (brought === null || sizeOf(effect) <= brought || isAccountedFor(request, effects, context)) continue
    yield {
      level: 'DANGER',
      title: 'This uses more than the step before it brought.',
      terms: { claim: 'Brought before', observed: 'Leaves now' },
      claim: figure(brought, effect.asset, effect),
      observed: figureOf(effect),
      why: 'Your request is for what came out of the earlier step. Decline this and ask again.',
    }
  }
}

/** What the words say and the plan could not be compared with, and words that may ask for nothing or anything. */
function* doubted({ request, parts, doubts }: Answer, { agreed, unheard }: Requests): Generator<Observation> {
  if (parts.some(({ is }) => is === 'different')) return
  if (request.sure.kind < sureOfKind && !agreed)
    yield {
      level: 'UNVERIFIED',
      title: 'Your words may not ask for this.',
      observed: request.texts.join(' … '),
      why: 'They may tell or ask something instead. Approve this only if you want it.',
    }
  else if (doubts.length > 0)
    yield {
      level: 'UNVERIFIED',
      title: 'Part of what you asked for could not be compared.',
      observed: doubts.join(', '),
      why: 'Check that the figures above are what you mean.',
    }
  else if (unheard)
    yield {
      level: 'UNVERIFIED',
      title: 'Your last message was not understood.',
      why: 'It may change or take back what you asked for before it. Check that you still want this.',
    }
}

/** A draft that was confirmed asks for no more than the person wrote or changed themselves. */
function* ofDraft(texts: readonly string[], { agreed }: RuleContext): Generator<Observation> {
  const confirmed = agreed.findLast(({ text }) => texts.some((each) => text.includes(each)))
  for (const { field, value, wrote } of confirmed?.fields ?? [])
    if (wrote !== undefined)
      yield {
        level: 'DANGER',
        title: 'The draft you confirmed is not what you wrote.',
        terms: { claim: `${fieldLabels[field]} you wrote`, observed: 'In the draft' },
        claim: wrote,
        observed: value,
        why: 'The agent filled this in. Decline it and ask again, unless this is what you want.',
      }
  const taken = confirmed?.fields.filter(({ wrote }) => wrote === undefined) ?? []
  if (taken.length > 0)
    yield {
      level: 'WARN',
      title: 'The agent filled in part of this. You confirmed it and did not write it.',
      observed: taken.map(inWords).join(', '),
      why: 'Compare it with what you mean. Approve it only if it is the same.',
    }
}

const inWords = ({ field, value }: AgreedField): string => `${fieldLabels[field]}: ${value}`

const isMoving = ({ out, owes, grants, recipients }: PlanEffects, { actions }: RuleContext): boolean =>
  actions.includes('borrow') ||
  actions.includes('withdraw') ||
  out.length > 0 ||
  grants ||
  recipients.length > 0 ||
  owes.some(({ before, after }) => after > before)

const titles: Record<RequestPart['respect'], string> = {
  action: 'You asked for something else.',
  gives: 'What leaves is not what you asked for.',
  gets: 'What arrives is not what you asked for.',
  keeps: 'Less is left than you asked to keep.',
  receiver: 'This goes to a different address from the one you asked for.',
  chain: 'This happens on a different network from the one you asked for.',
  limit: 'This goes beyond a limit you set.',
}

const different = ({ respect, asked, found }: RequestPart): Observation => ({
  level: 'DANGER',
  title: titles[respect],
  terms: { claim: 'You asked for', observed: 'This is' },
  claim: asked,
  observed: found,
  why: 'Decline it and ask again, unless this is what you want.',
})

const unasked = (agreed: boolean, effects: PlanEffects, context: RuleContext): Observation =>
  agreed
    ? {
        level: 'WARN',
        title: 'You agreed to an offer. You did not ask for this yourself.',
        observed: described(effects),
        why: 'Compare it with what the agent offered. Approve it only if it is the same.',
      }
    : {
        level: 'DANGER',
        title: 'You did not ask for this.',
        terms: { claim: 'You wrote', observed: 'It does' },
        claim: context.userMessages.at(-1) ?? '',
        observed: described(effects),
        why: 'Your latest message does not ask to send, swap or allow anything. Decline it unless you want this.',
      }
