import { count } from '@/components/ui/text/figures'
import { Button } from '../button'

/** Lays out the next portion of a text on request. `left`: characters not shown yet. */
export const ShowMore = ({ left, onClick }: { left: number; onClick: () => void }) => (
  <Button size="small" className="mt-2" onClick={onClick}>
    Show more ({count(left)} characters left)
  </Button>
)
