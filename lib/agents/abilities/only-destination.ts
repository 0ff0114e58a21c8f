import type { Chains } from '@/lib/chain/chains/chain'
import type { Draft } from '../meaning/draft'

/** Completes a bridge that names only its source network, if there is just one other network. */
export function withOnlyDestination(draft: Draft, chains: Chains): Draft {
  const { action, fromChain, toChain } = draft
  const [only, ...others] = [...chains.values()].filter(({ id }) => id !== fromChain?.id)
  const isLeft = fromChain?.id !== undefined && chains.has(fromChain.id)
  if (action !== 'bridge' || toChain || !isLeft || !only || others.length > 0) return draft
  return { ...draft, toChain: { text: only.name, id: only.id } }
}
