import { clsx } from 'clsx'
import { protocolIcon, walletIcon } from '@/lib/chain/tokens/icons'
import { LetterMark } from './letter-mark'
import { Picture } from './picture'

/** Shows a protocol's picture. `name` must come from the app's own lists, never from an agent or a service. */
export function ProtocolIcon({ name, size = 16, className }: { name: string; size?: number; className?: string }) {
  const source = protocolIcon(name)
  const shape = clsx('rounded-[28%]', className)
  return source ? (
    <Picture source={source} size={size} className={shape} />
  ) : (
    <LetterMark name={name} size={size} className={shape} />
  )
}

/** Shows the picture of a wallet that the app knows; its letter for any other. */
export function WalletIcon({ id, name, size = 16 }: { id: string | null; name: string; size?: number }) {
  const source = id === null ? null : walletIcon(id)
  return source ? (
    <Picture source={source} size={size} className="rounded-[28%]" />
  ) : (
    <LetterMark name={name} size={size} className="rounded-[28%]" />
  )
}
