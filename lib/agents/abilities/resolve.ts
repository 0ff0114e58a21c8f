import type { Address } from 'viem'
import { loadNormalizeName, nameChain, OffchainNameError, readName } from '@/lib/chain/accounts/names'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Recipient } from '@/lib/language/steps/mention'
import { reading, type Scene } from './reading'

type Resolved = { address: Address; name?: string }

/** Returns the address of a recipient on a chain; for a name that cannot be looked up, the reason as a sentence. */
export async function resolve(
  recipient: Recipient,
  chain: ChainHandle,
  { chains, signal }: Pick<Scene, 'chains' | 'signal'>,
): Promise<Resolved | string> {
  if (recipient.kind === 'address') return { address: recipient.address }
  if (recipient.kind !== 'name') return `“${recipient.text}” is not an address.`
  const normalize = await loadNormalizeName()
  const name = normalize(recipient.name)
  if (name === null) return `${recipient.name} is not a valid name.`
  const keeper = nameChain(chain, chains)
  if (!keeper)
    return `I cannot look up names such as ${name} here, because the network that holds them is not supported. I need the address itself.`
  const read = readName(keeper, name, chain.id).catch((error: unknown) => {
    if (error instanceof OffchainNameError) return error
    throw error
  })
  const found = await reading(keeper, signal, read)
  if (found instanceof OffchainNameError)
    return `The record for ${name} is kept off the chain, where I do not look, so I need the address itself.`
  return found ? { address: found.address, name } : `${name} has no address on record.`
}
