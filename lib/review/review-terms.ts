import type { Chains } from '@/lib/chain/chains/chain'
import type { Reader } from '@/lib/language/reader/reader'
import type { Finding } from '@/lib/tools/finding'
import type { Consent } from '@/lib/tools/tool'
import type { Conversation } from './facts/known-addresses'
import { verdictOfTerms, worstFirst } from './findings/verdict'
import { type Heard, heldAgainst, textsHeld } from './request/heard'
import { type EarlierPermission, permissionAnswer } from './request/permission'
import { quotesOf } from './request/quotes'
import type { Review } from './review'
import { runEach } from './rules/run'
import { permissionBasisRule, permissionRequestRule, type TermsContext } from './rules/value/permission-rules'
import type { Basis } from './words/basis'

export type TermsRequest = {
  consent: Consent
  /** Findings of `prepare`, which become part of the review. */
  preparedFindings: readonly Finding[]
  chains: Chains
  /** The person's own words. Absent: none. */
  conversation?: Conversation
  /** Parses the person's words. Null if it failed to load: what needs them is UNVERIFIED. */
  reader: Reader | null
  /**
   * The plan or permission that the service names as the reason for its proposal. Absent or null if the person asked
   * for it.
   */
  basis?: Basis | null
  /** Permissions that were signed before in the same conversation. Absent: none. */
  earlier?: readonly EarlierPermission[]
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Decides whether terms may be signed. There is nothing to simulate: the preparation has asked the chain, and what is
 * left is whether the person asked for them.
 */
export function reviewTerms({ consent, preparedFindings, chains, reader, now, ...request }: TermsRequest): Review {
  const { conversation = { userMessages: [] }, basis = null } = request
  const chain = chains.get(consent.permission.chainId) ?? null
  const held = reader && heldAgainst(reader, conversation, chains)
  const read = held && readTerms(held, { consent, chain })
  const userMessages = held ? held.messages.map(({ text }) => text) : textsHeld(conversation)
  const earlier = (request.earlier ?? []).map((each) => ({ ...each, after: held?.placeOf(each.after) ?? each.after }))
  const reported = held?.reported ?? null
  const context: TermsContext = { consent, chain, userMessages, reported, read, earlier, basis }
  const findings = worstFirst([...preparedFindings, ...runEach([permissionRequestRule, permissionBasisRule], context)])
  const answer = read?.answer
  return {
    planHash: consent.digest,
    at: now(),
    block: null,
    method: 'none',
    effects: null,
    fee: null,
    prices: new Map(),
    ...(answer &&
      reader && {
        request: {
          ...{ ...quotesOf(answer.request), parts: answer.parts, reader: reader.version },
          ...(reported?.is === 'asking' && { isReported: true as const }),
        },
      }),
    figures: [],
    findings,
    verdict: verdictOfTerms(findings),
  }
}

function readTerms(
  { messages, requests }: Heard,
  terms: Pick<TermsContext, 'consent' | 'chain'>,
): NonNullable<TermsContext['read']> {
  return { requests, answer: permissionAnswer({ ...terms, messages, requests }) }
}
