import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'

/** Reserves the account's space until it is known. */
export const AccountPlaceholder = () => <Skeleton className="h-10 w-46 max-w-full" />

/** Takes the account's place, in the same size, while no wallet is connected. */
export const ConnectButton = ({ onClick }: { onClick: () => void }) => (
  <Button className="min-h-10! w-46 min-w-0" onClick={onClick}>
    Connect wallet
  </Button>
)
