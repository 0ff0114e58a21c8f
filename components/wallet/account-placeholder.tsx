import { Skeleton } from '@/components/ui/page/skeleton'

/** Holds the account's place until it is known. */
export const AccountPlaceholder = () => <Skeleton className="h-10 w-42 max-w-full" />
