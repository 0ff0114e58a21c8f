import type { Chains } from '@/lib/chain/chains/chain'
import type { Names } from '@/lib/language/entity'
import type { Reader } from '@/lib/language/reader/reader'
import { requestsIn } from '@/lib/language/request'
import { walletNames } from '@/lib/language/wallet-names'
import type { RuleContext } from '../context'
import type { Conversation } from '../facts/known-addresses'

const namesByChains = new WeakMap<Chains, Names>()

/** Returns the names that a wallet's chains know. Built once per chains, because readers index by this object. */
function namesOf(chains: Chains): Names {
  const known = namesByChains.get(chains) ?? walletNames([...chains.values()])
  namesByChains.set(chains, known)
  return known
}

/** Parses the person's requests. Null if they wrote nothing. `reader` is null if it failed to load. */
export function readRequests(
  reader: Reader | null,
  { userMessages = [], agentBefore = [] }: Partial<Conversation> = {},
  chains: Chains,
): RuleContext['requests'] {
  if (!reader) return 'unreadable'
  if (userMessages.length === 0) return null
  const known = namesOf(chains)
  return requestsIn(
    userMessages.map((text, at) => {
      const [agent, before] = [agentBefore[at], userMessages[at - 1]]
      const reading = reader.read(text, known, { ...(agent && { agent }), ...(before && { before }) })
      return { text, reading, ...(agent && { agent: { text: agent, read: () => reader.read(agent, known) } }) }
    }),
  )
}
