import { clsx } from 'clsx'
import { Ban, CircleCheck, CircleHelp, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { WithAddresses } from '@/components/ui/text/address'
import type { Finding, FindingLevel, Fix } from '@/lib/tools/finding'
import { FoldedLine } from '../frame/folded-line'

/** Look of each level, with a word for those who do not see colours. */
export const levelFaces: Readonly<
  Record<FindingLevel, { word: string; icon: LucideIcon; mark: string; band: string }>
> = {
  BLOCK: { word: 'Blocked', icon: Ban, mark: 'text-seal', band: 'border-l-seal bg-seal-wash' },
  DANGER: { word: 'Danger', icon: OctagonAlert, mark: 'text-seal', band: 'border-l-seal bg-seal-wash' },
  UNVERIFIED: { word: 'Unverified', icon: CircleHelp, mark: 'text-ink', band: 'border-l-ink-muted bg-paper-sunk' },
  WARN: { word: 'Careful', icon: TriangleAlert, mark: 'text-warn', band: 'border-l-warn bg-warn-wash' },
  INFO: { word: 'Note', icon: Info, mark: 'text-ink-muted', band: 'border-l-rule-strong bg-transparent' },
  OK: { word: 'Checked', icon: CircleCheck, mark: 'text-accent', band: 'border-l-transparent bg-transparent' },
}

/** Returns the word for a level. */
export const levelWord = (level: FindingLevel): string => levelFaces[level].word

/** Sums up the worst finding in a line, or the checks that passed if there is none. */
export function WorstFinding({ findings }: { findings: readonly Finding[] }) {
  const [worst] = findings
  if (!worst) return null
  const { word, icon: Icon, mark } = levelFaces[worst.level]
  const isFine = worst.level === 'OK'
  return (
    <p className="flex min-w-0 max-w-full items-center gap-1">
      <Icon aria-hidden="true" className={clsx('size-4 shrink-0', mark)} />
      {!isFine && <span className={clsx('form-label', mark)}>{word}</span>}
      <span className="min-w-0 truncate" data-tip={isFine ? undefined : worst.title}>
        {isFine ? passedWords(findings.length) : worst.title}
      </span>
    </p>
  )
}

/** Lists the findings, worst first. Passed checks fold into one line, so that they do not crowd out the rest. */
export function FindingList({
  findings,
  onFix,
}: {
  findings: readonly Finding[]
  /** Absent if nothing can be changed any more. */
  onFix?: (fix: Fix) => void
}) {
  const passed = findings.filter(({ level }) => level === 'OK')
  const matters = findings.filter(({ level }) => level !== 'OK')
  return (
    <>
      {matters.length > 0 && (
        <ul className="flex flex-col gap-1.5" aria-label="What the review found">
          {matters.map((finding) => (
            <FindingRow key={keyOf(finding)} finding={finding} onFix={onFix} />
          ))}
        </ul>
      )}
      {passed.length > 0 && <Passed findings={passed} />}
    </>
  )
}

/** Findings of one rule may differ in their claim only, such as the same permission over two collections. */
const keyOf = ({ rule, title, claim, observed }: Finding): string => JSON.stringify([rule, title, claim, observed])

function Passed({ findings }: { findings: readonly Finding[] }) {
  return (
    <FoldedLine
      summary={
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck aria-hidden="true" className="size-4 text-accent" />
          {passedWords(findings.length)}
        </span>
      }
    >
      <ul className="-ml-3 flex flex-col">
        {findings.map((finding) => (
          <FindingRow key={keyOf(finding)} finding={finding} />
        ))}
      </ul>
    </FoldedLine>
  )
}

const passedWords = (count: number): string => (count === 1 ? 'One check passed' : `${count} checks passed`)

function FindingRow({ finding, onFix }: { finding: Finding; onFix?: (fix: Fix) => void }) {
  const { word, icon: Icon, mark, band } = levelFaces[finding.level]
  const { fix } = finding
  // Strikes out a wrong claim, but not one that is only shown beside what was found.
  const contradicts =
    finding.observed !== undefined && !finding.terms && finding.level !== 'OK' && finding.level !== 'INFO'
  return (
    <li
      data-rule={finding.rule}
      data-level={finding.level}
      className={clsx('flex gap-2.5 rounded-r-control border-l-[3px] px-3 py-2 text-small', band)}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        <p className="text-pretty">
          <span className={clsx('form-label mr-0.5', mark)}>{word}</span>{' '}
          <span className={clsx(finding.level !== 'OK' && finding.level !== 'INFO' && 'font-semibold')}>
            {finding.title}
          </span>
        </p>
        {(finding.claim ?? finding.observed) && (
          <dl className="mt-1 gap-x-3 sm:grid sm:grid-cols-[auto_1fr]">
            {finding.claim && (
              <Side term={finding.terms?.claim ?? 'Claimed'} text={finding.claim} struck={contradicts} />
            )}
            {finding.observed && <Side term={finding.terms?.observed ?? 'Found'} text={finding.observed} />}
          </dl>
        )}
        {finding.why && <p className="mt-1 text-pretty text-ink-muted">{finding.why}</p>}
        {fix && onFix && (
          <Button size="small" className="mt-2" onClick={() => onFix(fix)}>
            {fix.label}
          </Button>
        )}
      </div>
    </li>
  )
}

function Side({ term, text, struck = false }: { term: string; text: string; struck?: boolean }) {
  return (
    // On a narrow card, long values move below their term.
    <div className="flex flex-wrap gap-x-3 sm:contents">
      <dt className="text-ink-faint">{term}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">
        {struck ? (
          <s>
            <WithAddresses text={text} />
          </s>
        ) : (
          <WithAddresses text={text} />
        )}
      </dd>
    </div>
  )
}
