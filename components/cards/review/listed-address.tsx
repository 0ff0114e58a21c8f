import type { Address } from 'viem'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import { FullAddress, ShortAddress } from '@/components/ui/text/address'
import { listedContract, listedProtocol } from '@/lib/chain/accounts/listed-contracts'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'

/** Names a listed address, with its short form behind. Spells out an unlisted one in full. */
export function ListedAddress({ address, chain }: { address: Address; chain: ChainInfo | undefined }) {
  const name = chain && listedContract(chain, address)
  if (!name) return <FullAddress address={address} />
  const token = findToken(chain, address)
  const protocol = token ? null : listedProtocol(chain, address)
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5" data-address={address}>
      {token && <TokenIcon {...token} size={16} className="self-center" />}
      {protocol !== null && <ProtocolIcon name={protocol} className="self-center" />}
      <span className="font-medium">{name}</span> <ShortAddress address={address} className="text-ink-muted" />
    </span>
  )
}
