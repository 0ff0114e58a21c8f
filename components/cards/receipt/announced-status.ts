import type { CallView } from '@/lib/execution/call/controller'
import { isSettled, type LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { allSucceeded, isServiceReported, nextStep } from '@/lib/execution/ledger/steps'
import type { Finding, FindingLevel } from '@/lib/tools/finding'
import { statusLabelOf } from '../frame/status-labels'
import { outcomeWords } from './outcome-words'
import { receiptLines } from './receipt-lines'

/**
 * Returns a call's state in words for somebody who cannot see its card. Null if there is nothing to say: it is being
 * reviewed, or is between two steps.
 */
export function announcedStatus(view: CallView): string | null {
  const { entry } = view
  const said = isOpen(entry.state) ? openWords(view) : isSettled(entry.state) ? endWords(view) : wayWords(entry)
  if (said === null) return null
  // A failure's reason is part of its outcome.
  const isSaid = entry.note === undefined || said.some((words) => words.includes(entry.note ?? ''))
  return [...said, ...(isSaid ? [] : [entry.note ?? ''])].map(ended).join(' ')
}

function openWords({ entry, tool, busy, review, prepared, problem, waiting, elsewhere }: CallView): string[] | null {
  if (waiting && busy === null && tool?.kind !== 'display' && !elsewhere)
    return ['waiting for the network, and checked again by itself']
  if (busy !== null || entry.state === 'reviewing' || tool?.kind === 'display' || elsewhere) return null
  if (problem !== null) return [`blocked: ${problem}`]
  const findings = review?.findings ?? prepared?.findings
  if (!findings) return null
  const blocking = findings.find(({ level }) => level === 'BLOCK')
  if (entry.state === 'blocked') return [`blocked: ${blocking?.title ?? 'it cannot be checked'}`]
  const risks = riskWords(findings)
  if (risks === '') return ['ready for your approval']
  return [
    review?.verdict === 'acknowledge'
      ? `ready for your approval once you have accepted the risks: ${risks}`
      : `ready for your approval, ${risks}`,
  ]
}

/** Returns the words for a call that the wallet has been asked for, and whose outcome is open. */
function wayWords(entry: LedgerEntry): string[] | null {
  const { state, steps, consent, interrupted, refusal, transfer } = entry
  if (interrupted)
    return [
      consent ? 'your wallet has not answered' : 'it is unclear what happened to it in your wallet: the card asks you',
    ]
  if (consent) return ['waiting for your wallet to sign the permission']
  // The note says the rest.
  if (refusal !== undefined) return ['your wallet has refused']
  if (state === 'signing') return [`waiting for your wallet${stepWords(entry)}`]
  if (allSucceeded(steps)) return transfer ? ['done on the first chain, on its way to the other'] : null
  // One step has succeeded, and the wallet is about to be asked for the next.
  if (nextStep(entry) && steps.some(({ outcome }) => outcome === 'success')) return null
  return [`sent, waiting for the chain${stepWords(entry)}`]
}

function endWords({ entry, tool }: CallView): string[] | null {
  if (tool?.kind === 'display') return entry.state === 'confirmed' ? ['shown'] : null
  const end = outcomeWords(entry)
  if (!end) return null
  const isDone = entry.state === 'confirmed'
  const surprises = receiptLines(entry)?.flagged.length ?? 0
  return [
    isDone && !entry.consent && !isServiceReported(entry)
      ? 'confirmed'
      : `${statusLabelOf(entry).word.toLowerCase()}: ${end.text}`,
    ...(end.more ? [end.more] : []),
    ...(surprises > 0 ? ['It did something other than predicted: look at the card'] : []),
  ]
}

/** Names the current step of several that are signed one by one. */
function stepWords({ steps, batch }: LedgerEntry): string {
  const at = steps.findIndex(({ outcome }) => outcome === undefined)
  return steps.length > 1 && !batch && at >= 0 ? `, step ${at + 1} of ${steps.length}` : ''
}

const names: readonly [FindingLevel, one: string, several: string][] = [
  ['DANGER', 'danger', 'dangers'],
  ['UNVERIFIED', 'point unverified', 'points unverified'],
  ['WARN', 'warning', 'warnings'],
]

/** Counts the findings against the call by level. Empty without any. */
const riskWords = (findings: readonly Finding[]): string =>
  names
    .flatMap(([level, one, several]) => {
      const count = findings.filter((finding) => finding.level === level).length
      return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]
    })
    .join(', ')

/** Returns the findings against a call that waits for approval, worst first. `announcedStatus` only counts them. */
export function announcedRisks({ entry, review, prepared }: CallView): readonly Finding[] {
  if (!isOpen(entry.state) || entry.state === 'blocked') return []
  const findings = review?.findings ?? prepared?.findings ?? []
  return names.flatMap(([level]) => findings.filter((finding) => finding.level === level))
}

const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)
