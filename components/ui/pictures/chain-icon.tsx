import { clsx } from 'clsx'
import { chainIcon } from '@/lib/chain/tokens/icons'
import { Picture } from './picture'

/** Shows a known chain's icon, square while a token's is round. Shows nothing for other chains. */
export function ChainIcon({ chainId, size = 16, className }: { chainId: number; size?: number; className?: string }) {
  const source = chainIcon(chainId)
  return source && <Picture source={source} size={size} className={clsx('rounded-[28%]', className)} />
}
