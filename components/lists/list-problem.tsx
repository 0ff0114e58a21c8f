import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

/** Explains why a list is missing, and offers to try again if that may help. */
export function ListProblem({
  problem: { words, lasting },
  again,
}: {
  problem: { words: string; lasting: boolean }
  again: () => void
}) {
  if (lasting) return <Notice className="mt-6">{words}</Notice>
  return (
    <Notice
      tone="warn"
      role="alert"
      className="mt-6"
      title={words}
      action={
        <Button size="small" onClick={again}>
          Try again
        </Button>
      }
    />
  )
}
