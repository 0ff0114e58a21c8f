import { Dialog } from '../ui/dialog'
import { NotLoaded } from '../ui/not-loaded'

/** In the place of the list of wallets, where it did not load. */
export const NoWallets = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Connect a wallet">
    <NotLoaded />
  </Dialog>
)
