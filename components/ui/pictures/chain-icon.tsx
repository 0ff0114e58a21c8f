import { clsx } from 'clsx'
import { chainIcon } from '@/lib/chain/tokens/icons'
import { Picture } from './picture'

/** The picture of a chain that the app knows, square where a token's is round; nothing for another chain. */
export function ChainIcon({ chainId, size = 16, className }: { chainId: number; size?: number; className?: string }) {
  const source = chainIcon(chainId)
  return source && <Picture source={source} size={size} className={clsx('rounded-[28%]', className)} />
}
