import { erc4626Abi } from 'viem'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { type Growth, readAnchor, readGrowth } from '@/lib/chain/yields/history'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import type { PinnedVault } from '@/lib/chain/yields/yields'
import type { YieldRow } from '@/lib/wire/display'

type Place = Pick<YieldRow, 'chainId' | 'contract'>

/** What a listed vault says of itself. Null: it could not be read. */
export type VaultFigures = {
  vault: PinnedVault
  /** What it has paid lately. */
  paid: Growth | null
  /** All that it holds for its depositors. */
  held: bigint | null
}

export const vaultKey = ({ chainId, contract }: Place): string => `${chainId}:${contract}`

/** Reads the listed vaults among these places. Asks no other contract. */
export async function readVaults(rows: readonly Place[], chains: Chains): Promise<ReadonlyMap<string, VaultFigures>> {
  const read = await Promise.all([...chains.values()].map((chain) => readOn(chain, rows)))
  return new Map(read.flat())
}

async function readOn(chain: ChainHandle, rows: readonly Place[]): Promise<readonly [string, VaultFigures][]> {
  const vaults = rows.flatMap((row) => {
    const vault = row.chainId === chain.id ? pinnedVaultAt(chain.id, row.contract) : null
    return vault ? [{ row, vault }] : []
  })
  if (vaults.length === 0) return []
  const anchor = await readAnchor(chain).catch(() => null)
  return Promise.all(
    vaults.map(async ({ row, vault }): Promise<[string, VaultFigures]> => {
      const held = { address: row.contract, abi: erc4626Abi, functionName: 'totalAssets' } as const
      const [growth, assets] = await Promise.allSettled([
        anchor && readGrowth(chain, row.contract, anchor, Date.now()),
        chain.client.readContract(held),
      ])
      return [
        vaultKey(row),
        {
          vault,
          paid: growth.status === 'fulfilled' ? growth.value : null,
          held: assets.status === 'fulfilled' ? assets.value : null,
        },
      ]
    }),
  )
}
