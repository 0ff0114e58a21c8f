import { draftFields, type RequestFields } from '@/lib/wire/draft'
import { fieldsOfStep } from '../drafts/fields'
import type { Abstention } from '../frames/abstain'
import { doubted, isDoubted, isRequested } from '../frames/step'
import type { Requested, Understanding } from '../frames/understanding'
import type { Understood } from './message'

/**
 * What a message comes to by both readings. What both find, or the rules alone are certain of, is acted on. Where the
 * reader is sure of something else it is only offered. What the reader alone finds is acted on where it is certain, and
 * else offered.
 */
export function combined(rules: Understanding, reader: Understood): Understanding {
  const { is, certainty } = reader
  const isSure = certainty === 'certain' && isRequested(is) && !isDoubted(is)
  if (isRequested(rules)) {
    if (isDoubted(rules) && isSure) return offeredBy(reader) ?? rules
    if (isDoubted(rules) || certainty !== 'certain') return isOpen(rules) ? (offeredBy(reader) ?? rules) : rules
    if (isRequested(is) ? contradicts(is, rules) : isTold(is)) return { ...rules, ...doubted(rules) }
    return rules
  }
  if (!isMissed(rules)) return isSure && !isWarned(rules) ? (offeredBy(reader) ?? rules) : rules
  if (certainty === 'certain' && (isAnswer(is) || (isRequested(is) && !isDoubted(is)))) return is
  return offeredBy(reader) ?? rules
}

/** What the reader alone finds, to be confirmed. Null if that is no request, or too doubtful. */
function offeredBy({ is, certainty }: Understood): Understanding | null {
  if (certainty === 'weak') return null
  if (is.kind === 'plan' && is.plan.do === 'create') return { kind: 'plan', plan: { ...is.plan, unsure: true } }
  return isRequested(is) ? { ...is, ...doubted(is), isRead: true } : null
}

/** Subjects of which the rules have only found the words. */
const subjects: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'nft'])
/** Subjects of which the words alone are a warning, and what a draft cannot hold. */
const warned: ReadonlySet<Abstention> = new Set(['injection', 'scam', 'keys', 'conditional', 'scheduled'])
const moods: ReadonlySet<Abstention> = new Set(['negated', 'hypothetical', 'conditional', 'scheduled', 'past'])

const isMissed = (rules: Understanding): boolean =>
  rules.kind === 'bare' ||
  (rules.kind === 'talk' && (rules.topic === 'unclear' || rules.topic === 'unknown' || rules.topic === 'beyond')) ||
  (rules.kind === 'abstain' && subjects.has(rules.topic))

const isWarned = (rules: Understanding): boolean => rules.kind === 'abstain' && warned.has(rules.topic)

const isTold = (is: Understanding): boolean => is.kind === 'abstain' && moods.has(is.topic)

const isAnswer = ({ kind }: Understanding): boolean =>
  kind === 'balances' || kind === 'price' || kind === 'insight' || kind === 'explain' || kind === 'plans'

/** True if something in the step can be read in more than one way. */
const isOpen = (step: Requested): boolean =>
  step.kind === 'request' ? step.draft.unclear !== undefined : step.kind === 'job' && step.job.unclear !== undefined

/** True if two readings of a message ask for different things, of which one can be offered instead. */
function contradicts(one: Requested, other: Requested): boolean {
  const [a, b] = [fieldsOfStep(one), fieldsOfStep(other)]
  if (!a || !b || other.rest?.length) return false
  const differs = (field: keyof RequestFields): boolean =>
    a[field] !== undefined && b[field] !== undefined && JSON.stringify(a[field]) !== JSON.stringify(b[field])
  return a.action !== b.action || draftFields.some(differs)
}
