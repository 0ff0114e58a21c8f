import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { PlayMoneyNotice } from './demo/play-money-notice'
import type { WalletActions } from './use-wallet-actions'

/** Notices about the wallet, above the composer. `fresh` is true on the page of a new conversation. */
export function WalletNotices({ wallet, fresh }: { wallet: WalletActions; fresh: boolean }) {
  const { money, getPlayMoney, problem, dismissProblem } = wallet
  return (
    <>
      {problem && (
        <Notice
          tone="warn"
          role="alert"
          className="mb-2"
          title="That did not work in your wallet"
          action={
            <Button size="small" onClick={dismissProblem}>
              Close
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
      {getPlayMoney && (fresh || money.state !== 'here') && <PlayMoneyNotice money={money} onAsk={getPlayMoney} />}
    </>
  )
}
