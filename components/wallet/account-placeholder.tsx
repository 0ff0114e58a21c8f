import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'

/** Reserves the account's space until it is known. */
export const AccountPlaceholder = () => <Skeleton className="h-10 w-42 max-w-full sm:w-46" />

/** Takes the account's place, in the same size, while no wallet is connected. */
export const ConnectButton = ({ onClick }: { onClick: () => void }) => (
  <Button className="min-h-10! w-42 min-w-0 sm:w-46" onClick={onClick}>
    Connect wallet
  </Button>
)
