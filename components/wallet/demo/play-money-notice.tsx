import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { PlayMoney } from './use-play-money'

/** Shows the state of the play money, if there is anything to say. */
export function PlayMoneyNotice({ money, onAsk }: { money: PlayMoney; onAsk: () => void }) {
  const again = (
    <Button size="small" onClick={onAsk}>
      Get play money
    </Button>
  )
  switch (money.state) {
    case 'none':
      return null
    case 'wanted':
      return (
        <Notice tone="accent" className="mb-2" action={again}>
          This account is empty on the local chains.
        </Notice>
      )
    case 'asking':
      return (
        <Notice tone="accent" role="status" className="mb-2">
          Getting play money from the faucet…
        </Notice>
      )
    case 'here':
      return (
        <Notice tone="accent" role="status" className="mb-2">
          Your play money has arrived. Nothing on these chains has value.
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="warn" role="alert" className="mb-2" action={again}>
          {money.problem}
        </Notice>
      )
  }
}
