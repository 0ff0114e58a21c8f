import { ExternalLink } from 'lucide-react'
import type { Hash } from 'viem'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ChainInfo } from '@/lib/chain/chains/chain'

/** Shows a shortened transaction hash, to copy and, if the chain has an explorer, to look up. */
export function TransactionHash({ hash, chain }: { hash: Hash; chain: ChainInfo | undefined }) {
  const explorer = chain?.viemChain.blockExplorers?.default
  return (
    <span className="inline-flex items-center" data-hash={hash}>
      <span className="figures text-small" data-tip={hash}>
        {hash.slice(0, 10)}…{hash.slice(-8)}
      </span>
      <CopyButton text={hash} label="Copy transaction hash" className="size-8!" />
      {explorer && (
        <a
          href={`${explorer.url}/tx/${hash}`}
          target="_blank"
          rel="noopener noreferrer"
          data-tip={`Look it up on ${explorer.name}`}
          className="inline-grid size-8 place-items-center rounded-control text-ink-muted hover:bg-paper-sunk hover:text-ink [&_svg]:size-4"
        >
          <ExternalLink aria-hidden="true" />
          <span className="sr-only">Look it up on {explorer.name}</span>
        </a>
      )}
    </span>
  )
}
