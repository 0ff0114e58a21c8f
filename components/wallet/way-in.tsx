import { Button } from '../ui/button'

/** The Demo wallet of local chains, or a wallet of the person's own. */
export type WayInChoice = 'demo' | 'own'

/** The first step for somebody without a connected wallet. Local chains offer the Demo wallet. */
export function WayIn({
  demo,
  busy,
  problem,
  onApproach,
  onDemo,
  onConnect,
}: {
  demo: boolean
  /** Choice in progress. */
  busy: WayInChoice | null
  problem: string | null
  /** Called when a choice is hovered or focused, to preload what it needs. */
  onApproach?: () => void
  onDemo: () => void
  onConnect: () => void
}) {
  const approach = { onPointerEnter: onApproach, onFocus: onApproach }
  return (
    <div>
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        {demo && (
          <Button look="primary" size="large" busy={busy === 'demo'} onClick={onDemo} {...approach}>
            Try it with a Demo wallet
          </Button>
        )}
        <Button
          look={demo ? 'secondary' : 'primary'}
          size="large"
          busy={busy === 'own'}
          onClick={onConnect}
          {...approach}
        >
          {demo ? 'Connect my own wallet' : 'Connect a wallet'}
        </Button>
      </div>
      {demo && (
        <p className="mt-3 text-small text-ink-faint">
          The Demo wallet lives in this browser, holds play money and asks before each signature.
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-3 text-small text-seal">
          {problem}
        </p>
      )}
    </div>
  )
}

const nothing = () => {}

/**
 * Reserves the space of the way in until the account is known. Hidden for somebody who was signed in at the last visit,
 * and is unlikely to need it.
 */
export const WayInSkeleton = ({ demo }: { demo: boolean }) => (
  <div inert className="invisible in-data-returning:hidden">
    <WayIn demo={demo} busy={null} problem={null} onDemo={nothing} onConnect={nothing} />
  </div>
)
