import type { Chains } from '@/lib/chain/chains/chain'
import { withQuotesTold } from '@/lib/language/quotations'
import type { Reader } from '@/lib/language/reader/reader'
import type { ReadMessage } from '@/lib/language/request'
import { namesOf } from '@/lib/language/wallet-names'
import type { Conversation } from '../facts/known-addresses'

type Words = Partial<Pick<Conversation, 'userMessages' | 'agentBefore'>>

/** Reads each of the person's messages, with what the agent had said before it. */
export function readMessages(
  reader: Reader,
  { userMessages = [], agentBefore = [] }: Words,
  chains: Chains,
): ReadMessage[] {
  const known = namesOf(chains)
  return userMessages.map((text, at) => {
    const [agent, before] = [agentBefore[at], userMessages[at - 1]]
    const context = { ...(agent && { agent }), ...(before && { before }) }
    const reading = withQuotesTold(text, reader.read(text, known, context))
    return { text, reading, ...(agent && { agent: { text: agent, read: (words) => reader.read(words, known) } }) }
  })
}
