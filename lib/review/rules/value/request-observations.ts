import { type Request, type Requests, sureOfKind } from '@/lib/language/request'
import type { Answer } from '../../request/compare'
import { isOnlyOffered, quotesOf } from '../../request/quotes'
import type { RequestPart } from '../../review'
import type { Reported } from '../../words/reported'
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
  if (request.sure.kind < sureOfKind && !agreed && !isOnlyOffered(request))
    yield {
      level: 'UNVERIFIED',
      title: 'Your words may not ask for this.',
      terms: { claim: 'Claimed', observed: 'You wrote' },
      observed: quotesOf(request).quote,
      why: 'They may tell or ask something instead. Approve this only if you want it.',
    }
  else if (doubts.length > 0)
    yield {
      level: 'UNVERIFIED',
      title: 'Part of what you asked for could not be compared.',
      terms: { claim: 'Claimed', observed: 'Not compared' },
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

const offeredTitles: typeof titles = {
  action: 'The agent offered something else.',
  gives: 'What leaves is not what the agent offered.',
  gets: 'What arrives is not what the agent offered.',
  keeps: 'Less is left than the agent offered to keep.',
  receiver: 'This goes to a different address from the one the agent offered.',
  chain: 'This happens on a different network from the one the agent offered.',
  limit: 'This goes beyond a limit that the agent offered.',
  time: 'The agent offered this for a later time.',
}

/** Words that only the service reports vouch for nothing. */
export const notSeen = ({ texts, is }: Reported): Observation => ({
  level: 'UNVERIFIED',
  title:
    is === 'asking'
      ? 'This browser did not see you write this.'
      : 'This browser did not see you write the latest message.',
  observed: texts.at(-1) ?? '',
  why: 'Only the agent service reports it. You may have written it in another browser. If not, decline this.',
})

/** The label of what a card is held against. */
const saidBy = (reported: Reported | null, words: string): string =>
  reported?.is === 'asking' ? 'Reported as your words' : words

/** One part is not as asked, or not as the agent offered. */
export const different = ({ respect, asked, found, offered }: RequestPart, reported: Reported | null): Observation => ({
  level: 'DANGER',
  title: (offered ? offeredTitles : titles)[respect],
  terms: { claim: offered ? 'The agent offered' : saidBy(reported, 'You asked for'), observed: 'This is' },
  claim: asked,
  observed: found,
  why: 'Decline it and ask again, unless this is what you want.',
})

/** Nothing in the person's words asks for what is `observed`. */
export const unasked = (observed: string, userMessages: readonly string[], reported: Reported | null): Observation => ({
  level: 'DANGER',
  title: 'You did not ask for this.',
  terms: { claim: saidBy(reported, 'You wrote'), observed: 'What happens' },
  claim: userMessages.at(-1) ?? '',
  observed,
  why: 'Your latest message does not ask for anything of the kind. Decline it unless you want this.',
})

/** True if the person has only agreed to what the agent offered. */
export const isAgreedTo = (request: Request, { agreed, unheard }: Requests): boolean =>
  request.offered !== undefined && !unheard && (agreed || isOnlyOffered(request))

/** The person has only agreed to an agent's offer of what is `observed`. */
export const onlyAgreed = (request: Request, observed: string): Observation => ({
  level: 'WARN',
  title: 'You agreed to the agent’s offer.',
  terms: { claim: 'The agent offered', observed: 'What happens' },
  claim: `“${quotesOf(request).offer ?? ''}”, and you said yes`,
  observed,
  why: 'Not all of it is in your own words. Approve it only if it is what the agent offered.',
})

/** The request was used by what was done for it. */
export const alreadyDone = (request: Request, observed: string): Observation => {
  const { quote, offer } = quotesOf(request)
  return {
    level: 'DANGER',
    title: 'This request was already carried out.',
    terms: { claim: quote ? 'You asked for' : 'The agent offered', observed: 'What would happen again' },
    claim: quote || (offer ?? ''),
    observed,
    why: 'What you asked for has been done, or your wallet was asked for it. Decline this unless you want it a second time.',
  }
}
