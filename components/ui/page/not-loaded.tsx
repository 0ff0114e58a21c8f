import { RotateCcw } from 'lucide-react'
import { Button } from '../button'
import { Notice } from '../notice'

/** In the place of a part of the page that did not load: most often the network was away for a moment. */
export const NotLoaded = ({ className }: { className?: string }) => (
  <Notice
    tone="warn"
    role="alert"
    className={className}
    title="This part of the page could not be loaded."
    action={
      <Button size="small" onClick={() => location.reload()}>
        <RotateCcw /> Load the page again
      </Button>
    }
  >
    Are you online? Nothing was signed or sent, and what you have written is kept.
  </Notice>
)
