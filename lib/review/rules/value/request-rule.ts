import type { Request } from '@/lib/language/request'
import { type RuleContext, readerMissing, Unavailable } from '../../context'
import { figure } from '../../findings/figures'
import { answered } from '../../request/compare'
import { described, figureOf, type PlanEffects, planEffects } from '../../request/effects'
import { allowedBy } from '../../request/later-step'
import { isAccountedFor } from '../../request/parts/amounts'
import { isUsedUp } from '../../request/used-up'
import { sizeOf } from '../../simulation/balance-changes'
import { type AgreedField, fieldLabels } from '../../words/agreed'
import type { Observation, Rule } from '../rule'
import {
  alreadyDone,
  different,
  doubted,
  isAgreedTo,
  notSeen,
  onlyAgreed,
  otherLanguage,
  unasked,
} from './request-observations'

/**
 * G35: the plan must match the person's last request in every respect that the reader found.
 *
 * @finds What you asked for last, as a trained reader reads it (`lib/language`), against what the simulation shows:
 * action, tokens, amounts in their part, receiver, network, slippage and other bounds. DANGER where a part that was
 * read for sure differs, where a name or figure in your words is found nowhere in what happens, where your words ask
 * for nothing of the kind, where the request was already used by an earlier call, and where a later step uses more than
 * the earlier one brought; WARN where you have only agreed to an offer, and where a permission would be taken back that
 * you said nothing of. A comma as in “1,500” stands between thousands if your own figures have a decimal point.
 * UNVERIFIED where a part could not be compared, where a figure may be two (“1,500” for whoever writes decimals with a
 * comma), where several people may be meant, where you named a time or a condition and this would happen now,
 * where your words may not ask for it or were not understood, for another language (names and figures are compared all
 * the same), where only the service reports your words (likewise), and where the reader could not be loaded. A permission to rebalance is compared in the same way: token,
 * network, minimum gain, longest lock-up, and the maximum per move unless you typed that on the card.
 */
export const requestRule: Rule = {
  id: 'G35',
  about: 'whether it is what you asked for',
  applies: ({ requests }) => requests !== null,
  check: function* (context) {
    const { requests, reported, userMessages } = context
    if (!requests) return
    const effects = planEffects(context)
    if (requests === 'unreadable') throw new Unavailable(readerMissing)
    if (reported) yield notSeen(reported)
    const answer = answered(requests, effects, context)
    if (requests.unread) {
      for (const part of answer?.parts ?? []) if (part.is === 'different') yield different(part, reported)
      throw new Unavailable(otherLanguage)
    }
    if (!answer) {
      const found = unasked(described(effects), userMessages, reported)
      if (isMoving(effects, context)) yield found
      else if (effects.revokes) yield { ...found, level: 'WARN' }
      return
    }
    for (const part of answer.parts) if (part.is === 'different') yield different(part, reported)
    yield* usedUp(answer.request, effects, context)
    if (isMoving(effects, context)) yield* doubted(answer, requests)
    yield* ofDraft(answer.request.texts, context)
    if (isAgreedTo(answer.request, requests) && isMoving(effects, context))
      yield onlyAgreed(answer.request, described(effects))
  },
}

/**
 * Each request is used up by what was done for it: a second call has to be asked for again, and a later step may use no
 * more than the earlier ones brought.
 */
function* usedUp(request: Request, effects: PlanEffects, context: RuleContext): Generator<Observation> {
  if (isUsedUp(request, context)) yield alreadyDone(request, described(effects))
  for (const effect of effects.out) {
    const allowed = allowedBy(effect.asset, request, effects, context)
    if (!allowed || sizeOf(effect) <= allowed.brought) continue
    if (!allowed.isWhole && isAccountedFor(request, effects, context)) continue
    yield {
      level: allowed.isSure ? 'DANGER' : 'UNVERIFIED',
      title: 'This uses more than the step before it brought.',
      terms: { claim: 'Brought before', observed: 'Leaves now' },
      claim: allowed.brought === 0n ? 'nothing so far' : figure(allowed.brought, effect.asset, effect),
      observed: figureOf(effect),
      why: 'You asked to use only what the earlier step brings. Decline this and ask again.',
    }
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
