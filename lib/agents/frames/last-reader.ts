import type { Lexicon } from '../tagger/lexicon'
import { withoutAsides } from './asides'
import { type BySlots, readBySlots } from './by-slots'
import { withoutManners } from './chatter'
import { isCrowded, isWhole } from './core'
import { whoseShare } from './finance'
import { plainly } from './idioms'
import { slangPlainly } from './slang'
import { doubted, isRequested, sure } from './step'
import type { Requested, Step, Understanding } from './understanding'

/** Topics by which the grammar puts a message aside for a word that may be of another part of it. */
const partial: ReadonlySet<string> = new Set(['negated', 'conditional', 'past', 'hypothetical', 'scheduled'])
/** Topics of which the grammar knows that something is asked, and not what. */
const open: ReadonlySet<string> = new Set(['lending', 'staking', 'nft'])

/**
 * What a message comes to by what it names, where the grammar came to nothing, is in doubt, or took it for a question:
 * where both come to the same, there is no doubt left. `text` is cleaned, with addresses in the place of names; `raw` is as
 * it was typed.
 */
export function withSlots(understood: Understanding, text: string, raw: string, lexicon: Lexicon): Understanding {
  if (!isOpen(understood)) return understood
  const isAnswer =
    understood.kind === 'insight' ||
    (understood.kind === 'price' && understood.query.tokens.every(({ symbol }) => symbol !== undefined))
  for (const found of readingsOf(text, raw, lexicon)) {
    if (isAnswer && !(found.isSure && ('plan' in found || isWhole(found.step)))) continue
    if ('plan' in found)
      return understood.kind === 'plan' && !found.isSure ? understood : { kind: 'plan', plan: found.plan }
    // What is asked for next by the grammar is asked for by the slots as well.
    const isSized = found.step.kind === 'job' && found.step.job.amount !== undefined && understood.kind === 'job'
    const isClearer = found.isSure && isCrowded(understood) && lacksOnlySum(found.step)
    if (isRequested(understood) && !isEmpty(understood) && !isWhole(found.step) && !isSized && !isClearer) continue
    const isBound = understood.kind === 'abstain' && understood.topic === 'conditional'
    return whoseShare(found.isSure && !isBound ? sure(found.step) : doubted(found.step), raw)
  }
  return understood
}

/** What a part of a message that asks for several things comes to by what it names; null where that is not one step. */
export function stepBySlots(text: string, lexicon: Lexicon): Requested | null {
  const [found] = readingsOf(text, text, lexicon)
  if (!found || 'plan' in found) return null
  return found.isSure ? found.step : doubted(found.step)
}

/** Once as it was said, and once in the words of the grammar. */
function* readingsOf(text: string, raw: string, lexicon: Lexicon): Generator<BySlots> {
  for (const prepare of [spoken, plainly]) {
    const found = readBySlots(withoutManners(prepare(text, lexicon)), lexicon, raw)
    if (found) yield found
  }
}

const spoken = (text: string, lexicon: Lexicon): string => withoutAsides(slangPlainly(text), lexicon)

function isOpen(understood: Understanding): boolean {
  switch (understood.kind) {
    case 'talk':
      return understood.topic === 'unclear' || understood.topic === 'nothing-open'
    case 'abstain':
      return partial.has(understood.topic) || open.has(understood.topic)
    case 'plan':
      return understood.plan.do === 'create' && understood.plan.unsure === true
    case 'several':
    case 'bare':
    case 'insight':
    case 'price':
      return true
    default:
      return isRequested(understood) && isDoubtful(understood)
  }
}

const isDoubtful = (step: Requested): boolean =>
  isEmpty(step) || (!step.rest?.length && (isUnsure(step) || isCrossed(step)))

function isUnsure(step: Requested): boolean {
  switch (step.kind) {
    case 'request':
      return step.draft.unsure === true
    case 'job':
      return step.job.unsure === true
    case 'nft':
      return step.nft.unsure === true
    case 'rebalance':
      return false
  }
}

const lacksOnlySum = (step: Step): boolean =>
  step.kind === 'request' &&
  !step.draft.amount &&
  isWhole({ ...step, draft: { ...step.draft, amount: { kind: 'all' } } })

/** Nothing has been understood of it but what is to be done. */
const isEmpty = (step: Requested): boolean =>
  (step.kind === 'request' && !step.draft.from && !step.draft.amount) ||
  (step.kind === 'job' && !step.job.amount && !step.job.token)

/** Something that is named is not known here, or there is no place for it. */
function isCrossed(step: Requested): boolean {
  switch (step.kind) {
    case 'request': {
      const { unclear, from, to, fromChain, toChain, recipient } = step.draft
      const isUnknown = [from, to].some((token) => token && token.symbol === undefined)
      const isElsewhere = [fromChain, toChain].some((chain) => chain && chain.id === undefined)
      return unclear !== undefined || isUnknown || isElsewhere || recipient?.kind === 'nobody'
    }
    case 'job':
      return step.job.unclear !== undefined || (step.job.token !== undefined && step.job.token.symbol === undefined)
    case 'nft':
      return step.nft.unclear !== undefined || step.nft.recipient?.kind === 'nobody'
    case 'rebalance':
      return false
  }
}
