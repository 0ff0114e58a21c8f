import type { Address } from 'viem'
import { FullAddress, ShortAddress } from '@/components/ui/text/address'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import type { ChainInfo } from '@/lib/chain/chains/chain'

/** An address by its name in the app's own lists, shortened behind it. One that is in none is written out in full. */
export function ListedAddress({ address, chain }: { address: Address; chain: ChainInfo | undefined }) {
  const name = chain && listedContract(chain, address)
  if (!name) return <FullAddress address={address} />
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <span className="font-medium">{name}</span> <ShortAddress address={address} className="text-ink-muted" />
    </span>
  )
}
