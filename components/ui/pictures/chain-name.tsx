import { chainName } from '@/lib/chain/tokens/tokens'
import { ChainIcon } from './chain-icon'

/** Names a network, with its icon if it is a known one. */
export const ChainName = ({ chainId }: { chainId: number }) => (
  <>
    <ChainIcon chainId={chainId} size={15} className="mr-1 align-[-0.15em]!" />
    {chainName(chainId)}
  </>
)
