import { NotLoaded } from '@/components/ui/page/not-loaded'
import { Dialog } from '../ui/dialog'

/** In the place of the list of wallets, where it did not load. */
export const NoWallets = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Connect a wallet">
    <NotLoaded />
  </Dialog>
)
