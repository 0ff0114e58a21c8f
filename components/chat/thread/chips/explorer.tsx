import { type ComponentProps, use } from 'react'
import { AppContext } from '@/components/app/app-context'
import { ExplorerLink } from '@/components/ui/text/explorer-link'

/** Links to the explorer of this network, or of the app's first network that has one. */
export function Explorer({
  path,
  chainId = null,
}: Pick<ComponentProps<typeof ExplorerLink>, 'path'> & { chainId?: number | null }) {
  const chains = [...(use(AppContext)?.chains.values() ?? [])]
  const chain = chains.find(({ id, viemChain }) => (chainId === null ? viemChain.blockExplorers : id === chainId))
  return <ExplorerLink chain={chain} path={path} className="size-6 [&_svg]:size-3.5" />
}
