import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { type Growth, readAnchor, readGrowth } from '@/lib/chain/yields/history'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import type { YieldRow } from '@/lib/wire/display'

type Vault = Pick<YieldRow, 'chainId' | 'contract'>

export const vaultKey = ({ chainId, contract }: Vault): string => `${chainId}:${contract}`

/** Measures what the listed vaults among these places have paid lately. What cannot be measured is missing. */
export async function readPaidRates(rows: readonly Vault[], chains: Chains): Promise<ReadonlyMap<string, Growth>> {
  const perChain = await Promise.all([...chains.values()].map((chain) => paidOn(chain, rows)))
  return new Map(perChain.flat())
}

async function paidOn(chain: ChainHandle, rows: readonly Vault[]): Promise<readonly [string, Growth][]> {
  const vaults = rows.filter(({ chainId, contract }) => chainId === chain.id && pinnedVaultAt(chainId, contract))
  if (vaults.length === 0) return []
  const anchor = await readAnchor(chain).catch(() => null)
  if (!anchor) return []
  const growths = await Promise.allSettled(
    vaults.map(({ contract }) => readGrowth(chain, contract, anchor, Date.now())),
  )
  return growths.flatMap((growth, index): [string, Growth][] => {
    const vault = vaults[index]
    return vault && growth.status === 'fulfilled' && growth.value ? [[vaultKey(vault), growth.value]] : []
  })
}
