import { NotLoaded } from '@/components/ui/page/not-loaded'
import { Dialog } from '../ui/dialog'

/** Shown in place of the list of wallets if that failed to load. */
export const WalletsNotLoaded = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Connect a wallet">
    <NotLoaded />
  </Dialog>
)
