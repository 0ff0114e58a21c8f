import { RotateCcw } from 'lucide-react'
import { missingParts } from '@/lib/missing-parts'
import { Button } from '../button'
import { Notice } from '../notice'
import { useIsMissing } from './use-is-missing'

/** In the place of a part of the page that did not load: most often the network was away for a moment. */
export function NotLoaded({ className }: { className?: string }) {
  const isAskedAgain = useIsMissing()
  return (
    <Notice
      tone="warn"
      role="alert"
      className={className}
      title="This part of the page could not be loaded."
      action={
        <Button size="small" onClick={() => (isAskedAgain ? missingParts.askAgain() : location.reload())}>
          <RotateCcw /> {isAskedAgain ? 'Try again' : 'Load the page again'}
        </Button>
      }
    >
      Are you online? {isAskedAgain && 'It is asked for again by itself. '}Nothing was signed or sent, and what you have
      written is kept.
    </Notice>
  )
}
