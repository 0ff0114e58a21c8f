import { ExternalLink } from 'lucide-react'
import type { Address, Hex } from 'viem'
import type { ChainInfo } from '@/lib/chain/chains/chain'

/** Links to an address or a transaction in the explorer of a network. Shows nothing if it has none. */
export function ExplorerLink({
  chain,
  path,
  className = 'size-8 [&_svg]:size-4',
}: {
  chain: ChainInfo | undefined
  path: `address/${Address}` | `tx/${Hex}`
  className?: string
}) {
  const explorer = chain?.viemChain.blockExplorers?.default
  if (!explorer) return null
  return (
    <a
      href={`${explorer.url}/${path}`}
      target="_blank"
      rel="noopener noreferrer"
      data-tip={`Look it up on ${explorer.name}`}
      className={`inline-grid place-items-center rounded-control text-ink-muted hover:bg-paper-sunk hover:text-ink ${className}`}
    >
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">Look it up on {explorer.name}</span>
    </a>
  )
}
