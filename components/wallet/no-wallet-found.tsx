import { RotateCcw } from 'lucide-react'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'

/**
 * Shown in place of the list of wallets if there is none to list but the Demo wallet: says so, and what to do. The list
 * takes its place as soon as a wallet announces itself.
 */
export const NoWalletFound = ({
  isQuiet,
  onDemo,
  onClose,
}: {
  /** True if only Quiet mode keeps wallets of other devices out of the list. */
  isQuiet: boolean
  /** Absent without a Demo wallet. */
  onDemo: (() => void) | undefined
  onClose: () => void
}) => (
  <Dialog
    open
    onClose={onClose}
    title="Connect a wallet"
    lead={<p className="text-lead font-medium text-balance">No wallet was found in this browser.</p>}
  >
    <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-small text-pretty">
      <li>On a computer, install a wallet’s browser extension, then load this page again.</li>
      <li>On a phone, open this page in the browser inside your wallet’s app.</li>
      {isQuiet && <li>To connect a wallet on another device (WalletConnect), turn off Quiet mode in the settings.</li>}
      {onDemo && <li>To look around first, use the Demo wallet: it lives in this browser and holds play money.</li>}
    </ul>
    <p className="mt-3 text-small text-pretty text-ink-muted">A wallet that starts late appears here by itself.</p>
    <div className="dialog-foot mt-5 flex flex-wrap gap-2 *:grow">
      <Button onClick={() => location.reload()}>
        <RotateCcw /> Load the page again
      </Button>
      {onDemo && (
        <Button look="primary" onClick={onDemo}>
          Use the Demo wallet
        </Button>
      )}
    </div>
  </Dialog>
)
