import type { Chains } from '@/lib/chain/chains/chain'
import type { Reader } from '@/lib/language/reader/reader'
import type { ReadMessage, Request, Requests } from '@/lib/language/request'
import { requestsIn } from '@/lib/language/requests/requests-in'
import type { Conversation } from '../facts/known-addresses'
import type { Reported } from '../words/reported'
import { readMessages } from './read-requests'

/** Messages of the person's as read, with the requests in them. */
export type Heard = { messages: readonly ReadMessage[]; requests: Requests }

/** The messages that a call is held against. */
export type Held = Heard & {
  /** Words that only the service reports, if they count or may change what was asked. */
  reported: Reported | null
  /** Converts a number of the conversation's messages to how many of these that were. */
  placeOf: (after: number) => number
}

/**
 * Reads the messages that a call is held against: those that this browser saw the person write. What only the service
 * reports counts where there is nothing else, or where their own words make a request only together with it ("make it
 * 200"). `begun`: the request behind a proposal that they answered.
 */
export function heldAgainst(reader: Reader, conversation: Conversation, chains: Chains, begun?: Request): Held {
  const { userMessages, reported = [] } = conversation
  const told = userMessages.filter((_, at) => reported[at])
  const own = ownOf(conversation)
  const heard = (some: Partial<Conversation>): Heard => {
    const messages = readMessages(reader, some, chains)
    return { messages, requests: asked(messages, begun) }
  }
  const ofOwn = own.userMessages.length > 0 ? heard(own) : null
  if (ofOwn && (told.length === 0 || isComplete(ofOwn.requests)))
    return { ...ofOwn, reported: laterOf(conversation), placeOf: placeIn(reported) }
  const all = heard(conversation)
  if (ofOwn && !isJoint(all.requests, conversation))
    return { ...ofOwn, reported: laterOf(conversation), placeOf: placeIn(reported) }
  return {
    ...all,
    reported: told.length === 0 ? null : { texts: told, is: 'asking' },
    placeOf: (after) => after,
  }
}

/** Returns the texts that a call is held against where no reader could be loaded. */
export const textsHeld = (conversation: Conversation): readonly string[] => {
  const own = ownOf(conversation).userMessages
  return own.length > 0 ? own : conversation.userMessages
}

function ownOf({ userMessages, agentBefore, reported = [] }: Conversation): Conversation {
  const isOwn = (_: string, at: number) => !reported[at]
  return {
    userMessages: userMessages.filter(isOwn),
    ...(agentBefore && { agentBefore: agentBefore.filter(isOwn) }),
  }
}

/** Returns the number of own messages among the first of all. */
const placeIn =
  (reported: readonly boolean[]) =>
  (after: number): number =>
    after - reported.slice(0, after).filter(Boolean).length

/** Reads the requests in messages. A begun one counts only if they change it. */
function asked(messages: readonly ReadMessage[], begun: Request | undefined): Requests {
  if (!begun) return requestsIn(messages)
  const requests = requestsIn(messages, begun)
  return { ...requests, latest: requests.latest.filter(({ message }) => message >= 0) }
}

/** True if the words ask for something, or agree to it, without words that came before them. */
const isComplete = ({ latest, agreed, unread }: Requests): boolean =>
  agreed || unread || latest.some(({ action }) => action !== 'revise' && action !== 'repeat')

/** True if the person's own last words change a request that only the service reports. */
const isJoint = ({ latest }: Requests, { reported = [] }: Conversation): boolean =>
  latest.some(({ message, texts }) => reported[message] === false && texts.length > 1)

/** Returns what the service says was written after the last message that this browser saw. */
function laterOf({ userMessages, reported = [] }: Conversation): Reported | null {
  const texts = userMessages.slice(reported.lastIndexOf(false) + 1)
  return reported.length === 0 || texts.length === 0 ? null : { texts, is: 'later' }
}
