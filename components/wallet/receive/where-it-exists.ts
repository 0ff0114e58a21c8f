import type { Address } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import type { ChainClient } from '@/lib/chain/chains/chain-client'

/**
 * Where an account exists. A key's account is the same on every network, but a contract's only where it was deployed:
 * elsewhere its address may belong to nobody, or to somebody else. Networks that did not answer are in neither list.
 */
export type Existence =
  | { kind: 'key' | 'unknown' }
  | { kind: 'contract'; on: readonly number[]; notOn: readonly number[] }

type AskedChain = { id: number; client: Pick<ChainClient, 'getCode'> }

/** Reads from each network whether the account is a contract there. Never rejects. */
export async function whereItExists(address: Address, chains: Iterable<AskedChain>): Promise<Existence> {
  const read = await Promise.all(
    [...chains].map(async ({ id, client }) => {
      try {
        const code = await client.getCode({ address })
        return { id, isContract: code !== undefined && code !== '0x' && delegateOf(code) === null }
      } catch {
        return null
      }
    }),
  )
  const known = read.filter((each) => each !== null)
  const idsWhere = (isContract: boolean) => known.filter((each) => each.isContract === isContract).map(({ id }) => id)
  const on = idsWhere(true)
  if (on.length > 0) return { kind: 'contract', on, notOn: idsWhere(false) }
  return { kind: known.length === read.length ? 'key' : 'unknown' }
}
