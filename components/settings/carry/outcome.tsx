import { changeWords } from './change-row'
import type { Change } from './changes'

/** What became of the changes that a file would make. */
export type Done = { changed: readonly Change[]; failed: readonly Change[]; left: readonly Change[] }

/** Says exactly what was changed, what could not be stored, and what stayed. */
export function Outcome({ changed, failed, left, leftOut }: Done & { leftOut: readonly string[] }) {
  const lines = (changes: readonly Change[]) =>
    changes.map((change) => `${change.what}: ${changeWords(change)}${change.trial ? ' (to be checked now)' : ''}`)
  return (
    <div className="flex flex-col gap-3 text-small">
      {changed.length === 0 && <p>Nothing has changed.</p>}
      <Lines title="Changed" lines={lines(changed)} />
      <Lines title="This browser did not store" lines={lines(failed)} />
      <Lines title="Left as it was" lines={left.map(({ what, before }) => (before ? `${what}: ${before}` : what))} />
      <LeftOut lines={leftOut} />
    </div>
  )
}

/** Names what a file holds and this browser does not take in any case. */
export const LeftOut = ({ lines }: { lines: readonly string[] }) => <Lines title="Left out" lines={lines} />

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div className="mt-2 text-small">
      <p className="form-label">{title}</p>
      <ul className="mt-0.5 max-h-64 overflow-y-auto">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move, and two contacts may have one name
          <li key={index} className="text-pretty [overflow-wrap:anywhere]">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
