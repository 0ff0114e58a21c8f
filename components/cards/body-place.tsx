import { RotateCcw } from 'lucide-react'
import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'

/**
 * Where the tool's own part of a card stands, which is loaded when it is first needed. `onShown` tells whether it is on
 * screen: nobody is asked to sign what cannot be read. If it cannot be loaded or drawn, the rest of the page stays.
 */
export function BodyPlace({ onShown, children }: { onShown: (shown: boolean) => void; children: ReactNode }) {
  return (
    <Boundary>
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
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

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of a card cannot be shown.', error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
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
        It cannot be countersigned without it. What was sent before is on record; nothing else was.
      </Notice>
    )
  }
}
