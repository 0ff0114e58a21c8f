import { Button } from '@/components/ui/button'

/** Below a table some of whose figures a chain did not answer for. `what` names them. */
export const PartlyRead = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2 text-small sm:px-5">
    <p>A chain could not be read, so some {what} are missing.</p>
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
