import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

/** The list is not there, why, and the way to try again. */
export function ListProblem({ problem, again }: { problem: string; again: () => void }) {
  return (
    <Notice
      tone="warn"
      role="alert"
      className="mt-6"
      title={problem}
      action={
        <Button size="small" onClick={again}>
          Try again
        </Button>
      }
    />
  )
}
