import { ExternalLink } from 'lucide-react'
import { use } from 'react'
import type { Address, Hex } from 'viem'
import { AppContext } from '@/components/app/app-context'

/** Links to an explorer: of this network, or of the app's first network that has one. */
export function Explorer({
  path,
  chainId = null,
}: {
  path: `address/${Address}` | `tx/${Hex}`
  chainId?: number | null
}) {
  const chains = use(AppContext)?.chains
  const [explorer] = [...(chains?.values() ?? [])].flatMap(({ id, viemChain }) =>
    chainId === null || id === chainId ? (viemChain.blockExplorers?.default ?? []) : [],
  )
  if (!explorer) return null
  return (
    <a
      href={`${explorer.url}/${path}`}
      target="_blank"
      rel="noopener noreferrer"
      data-tip={`Look it up on ${explorer.name}`}
      className="inline-grid size-6 place-items-center rounded-control text-ink-muted hover:bg-paper-sunk hover:text-ink [&_svg]:size-3.5"
    >
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">Look it up on {explorer.name}</span>
    </a>
  )
}
