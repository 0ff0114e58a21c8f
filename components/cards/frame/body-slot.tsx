import { RotateCcw } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Boundary } from '@/components/ui/page/boundary'
import { Coming } from '@/components/ui/page/coming'
import { Skeleton } from '@/components/ui/page/skeleton'
import { useIsMissing } from '@/components/ui/page/use-is-missing'
import { missingParts } from '@/lib/missing-parts'

/**
 * Holds the tool's own part of a card, which loads on first use. `onShown` reports if it is on screen: nobody is asked
 * to sign what cannot be read. If it fails to load or render, the rest of the page stays.
 */
export function BodySlot({ onShown, children }: { onShown: (shown: boolean) => void; children: ReactNode }) {
  return (
    <Boundary fallback={<Missing />}>
      <Suspense
        fallback={
          <Coming missing={<Missing />}>
            <Skeleton className="min-h-24 w-full flex-auto" />
          </Coming>
        }
      >
        {children}
        <Shown onShown={onShown} />
      </Suspense>
    </Boundary>
  )
}

function Shown({ onShown }: { onShown: (shown: boolean) => void }) {
  useEffect(() => {
    onShown(true)
    return () => onShown(false)
  }, [onShown])
  return null
}

function Missing() {
  const isAskedAgain = useIsMissing()
  if (isAskedAgain)
    return (
      <Notice
        tone="neutral"
        role="alert"
        title="This part of the card has not loaded yet."
        action={
          <Button size="small" onClick={missingParts.askAgain}>
            <RotateCcw /> Check again
          </Button>
        }
      >
        Without it, nothing can be countersigned. The card asks for it again by itself.
      </Notice>
    )
  return (
    <Notice
      tone="danger"
      role="alert"
      title="This part of the card cannot be shown."
      action={
        <Button size="small" onClick={() => location.reload()}>
          <RotateCcw /> Load the page again
        </Button>
      }
    >
      Without it, nothing can be countersigned. What was sent before is on record; nothing else was sent.
    </Notice>
  )
}
