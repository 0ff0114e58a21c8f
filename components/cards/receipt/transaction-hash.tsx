import type { Hash } from 'viem'
import { CopyButton } from '@/components/ui/text/copy-button'
import { ExplorerLink } from '@/components/ui/text/explorer-link'
import type { ChainInfo } from '@/lib/chain/chains/chain'

/** Shows a shortened transaction hash, to copy and, if the chain has an explorer, to look up. */
export function TransactionHash({ hash, chain }: { hash: Hash; chain: ChainInfo | undefined }) {
  return (
    <span className="inline-flex items-center" data-hash={hash}>
      <span className="figures text-small" data-tip={hash}>
        {hash.slice(0, 10)}…{hash.slice(-8)}
      </span>
      <CopyButton text={hash} label="Copy transaction hash" className="size-8!" />
      <ExplorerLink chain={chain} path={`tx/${hash}`} />
    </span>
  )
}
