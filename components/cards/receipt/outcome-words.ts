import { longDay } from '@/lib/chat/page/time-words'
import type { LedgerEntry, LedgerState } from '@/lib/execution/ledger/entry'
import { hasSigned, isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { replacedResult, supersededResult, takenBackResult, taskEndedResult } from '@/lib/wire/result'
import { cleanChainString } from '@/lib/wire/text'
import { closingWord } from '../frame/status-labels'

const notAwaited = 'The agent is no longer waiting for it.'

/** Explains what each outcome means for the person's money. */
const words: Partial<Record<LedgerState, { title: string; text: string }>> = {
  confirmed: { title: 'Done', text: 'The chain has confirmed it.' },
  reverted: {
    title: 'Reverted',
    text: 'The transaction was mined but reverted. Nothing moved except the network fee.',
  },
  rejected: { title: 'Declined', text: 'It was not sent.' },
  failed: { title: 'Failed', text: 'It did not go through.' },
  superseded: { title: 'Closed', text: notAwaited },
}

/** Returns the error that the agent is told. Undefined without one. */
export const errorOf = ({ outcome }: LedgerEntry): string | undefined =>
  outcome?.status === 'error' ? outcome.error : undefined

/**
 * Explains how a call ended. Null while it has not. `more` names an earlier step that stands although the call did not
 * complete.
 */
export function outcomeWords(entry: LedgerEntry): { title: string; text: string; more: string | null } | null {
  if (isServiceReported(entry)) return serviceReportedWords(entry)
  const end = (entry.state === 'confirmed' && entry.consent && grantedWords(entry)) || words[entry.state]
  if (!end) return null
  const last = entry.steps.at(-1)
  const approved =
    entry.steps.some(({ outcome, id }) => outcome === 'success' && id !== last?.id) && last?.outcome !== 'success'
  return {
    title: closingWord(entry.outcome) ?? end.title,
    text: endWords(entry, approved) ?? errorOf(entry) ?? end.text,
    more:
      approved && entry.state !== 'confirmed'
        ? 'The approval before it went through and remains in force until it is used or revoked.'
        : null,
  }
}

/** Explains a signed permission, and where to revoke it. */
function grantedWords({ consent, outcome }: LedgerEntry): { title: string; text: string } {
  const until = consent && longDay.format(consent.permission.validUntil * 1000)
  const onChain = outcome?.status === 'success' && outcome.enforcement === 'onchain'
  const power = onChain
    ? 'Your wallet also lets the service’s account spend within the limit on its own: revoke that part in your wallet. '
    : ''
  return {
    title: 'Permission signed',
    text: `It is valid until ${until}. Nothing was sent. ${power}Revoke it under Account, Permissions.`,
  }
}

/** Quotes an outcome that only the agent service reports. None of it is in our words. */
function serviceReportedWords(entry: LedgerEntry): { title: string; text: string; more: string | null } {
  const { outcome } = entry
  const error = errorOf(entry)
  const as =
    outcome?.status === 'success'
      ? { title: 'Done, according to the service', what: 'as done' }
      : outcome?.status === 'rejected'
        ? { title: 'Declined, according to the service', what: 'as declined' }
        : {
            title: 'Failed, according to the service',
            what: error ? `as failed: “${cleanChainString(error, 200)}”` : 'as failed',
          }
  const hash = outcome && outcome.status !== 'rejected' ? outcome.txHash : undefined
  return {
    title: as.title,
    text: `The agent service recorded this ${as.what}, perhaps from another of your browsers. ${hasSigned(entry) ? 'It did not finish here' : 'Nothing was sent from here'}, and the service’s report has not been checked on the chain.`,
    more: hash ? `It names the transaction ${hash}. Look it up in an explorer.` : null,
  }
}

/** Returns words for outcomes of which the state alone would say too much or too little. */
function endWords({ state, outcome, toolName, worst }: LedgerEntry, approved: boolean): string | null {
  if (state === 'rejected' && findTool(toolName)?.kind === 'permission')
    return 'Nothing was permitted and nothing moved.'
  if (state === 'rejected' && !approved) return 'Nothing was sent and nothing moved.'
  if (state !== 'superseded') return null
  const why =
    worst?.level === 'BLOCK' ? `It was blocked: ${/[.!?…]$/.test(worst.title) ? worst.title : `${worst.title}.`} ` : ''
  return `${why}${voidWords(outcome)} ${approved ? 'The rest was not signed here.' : 'Nothing was sent from here.'}`
}

/** Explains why a call was closed without an answer, as far as the record tells. */
function voidWords(outcome: LedgerEntry['outcome']): string {
  if (outcome?.status === 'rejected' && outcome.error === supersededResult.error)
    return 'The agent service dropped it when another message was sent.'
  switch (outcome?.status === 'rejected' && outcome.code) {
    case replacedResult.code:
      return 'A newer proposal replaced it.'
    case takenBackResult.code:
      return 'The agent withdrew it.'
    case taskEndedResult.code:
      return 'The conversation ended before it was answered.'
    default:
      return notAwaited
  }
}
