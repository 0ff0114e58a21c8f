import { type Request, type Requests, sureOfKind } from '@/lib/language/request'
import type { Answer } from '../../request/compare'
import type { RequestPart } from '../../review'
import type { Observation } from '../rule'

/** Reason of a check that needs words in a language that the reader does not know. */
export const otherLanguage = 'your last message is in a language this app does not read'

/** Yields the words that could not be compared with the plan, and those that may ask for nothing or anything. */
export function* doubted(
  { request, parts, doubts, waits }: Answer,
  { agreed, unheard }: Requests,
): Generator<Observation> {
  if (parts.some(({ is }) => is === 'different')) return
  if (waits.length > 0)
    yield {
      level: 'UNVERIFIED',
      title: 'You named a time or a condition. This would happen now.',
      terms: { claim: 'You said', observed: 'It happens' },
      claim: waits.join(', '),
      observed: 'Now',
      why: 'This app cannot tell whether it is due. Approve it only if it is.',
    }
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

const titles: Record<RequestPart['respect'], string> = {
  action: 'You asked for something else.',
  gives: 'What leaves is not what you asked for.',
  gets: 'What arrives is not what you asked for.',
  keeps: 'Less is left than you asked to keep.',
  receiver: 'This goes to a different address from the one you asked for.',
  chain: 'This happens on a different network from the one you asked for.',
  limit: 'This goes beyond a limit you set.',
  time: 'You asked for this at a later time.',
}

/** One part is not as asked. */
export const different = ({ respect, asked, found }: RequestPart): Observation => ({
  level: 'DANGER',
  title: titles[respect],
  terms: { claim: 'You asked for', observed: 'This is' },
  claim: asked,
  observed: found,
  why: 'Decline it and ask again, unless this is what you want.',
})

/** Nothing in the person's words asks for what is `observed`, or they only agreed to an agent's offer of it. */
export const unasked = (agreed: boolean, observed: string, userMessages: readonly string[]): Observation =>
  agreed
    ? {
        level: 'WARN',
        title: 'You agreed to an offer. You did not ask for this yourself.',
        observed,
        why: 'Compare it with what the agent offered. Approve it only if it is the same.',
      }
    : {
        level: 'DANGER',
        title: 'You did not ask for this.',
        terms: { claim: 'You wrote', observed: 'It does' },
        claim: userMessages.at(-1) ?? '',
        observed,
        why: 'Your latest message does not ask to send, swap or allow anything. Decline it unless you want this.',
      }

/** The request was used by an earlier call that did the same. */
export const alreadyDone = ({ texts }: Request, observed: string): Observation => ({
  level: 'DANGER',
  title: 'You asked for this once, and it was already done.',
  terms: { claim: 'You asked for', observed: 'This would do again' },
  claim: texts.join(' … '),
  observed,
  why: 'Your request was used for the earlier one. Decline this unless you want it a second time.',
})
