import { clsx } from 'clsx'
import {
  Ban,
  ChevronDown,
  CircleCheck,
  CircleHelp,
  Info,
  ListChecks,
  type LucideIcon,
  OctagonAlert,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react'
import type { Address } from 'viem'
import { Button } from '@/components/ui/button'
import { WithAddresses } from '@/components/ui/text/address'
import { written } from '@/lib/chat/page/reading'
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

/** Look of what only waits for the person's choice. */
const asking = { word: 'Your choice', icon: ListChecks, mark: 'text-accent', band: 'border-l-accent bg-accent-wash' }

const faceOf = ({ level, asks }: Finding) => (asks === undefined ? levelFaces[level] : asking)

/** Returns the word for a level. */
export const levelWord = (level: FindingLevel): string => levelFaces[level].word

/** Sums up the worst finding in a line, or the checks that passed if there is none. */
export function WorstFinding({ findings }: { findings: readonly Finding[] }) {
  const [worst] = findings
  if (!worst) return null
  // A note weighs as little as a check, and has no room here.
  const isFine = worst.level === 'OK' || worst.level === 'INFO'
  const passed = findings.filter(({ level }) => level === 'OK').length
  if (isFine && passed === 0) return null
  const isGrave = worst.level === 'BLOCK' || worst.level === 'DANGER'
  const { word, icon: Icon, mark } = isFine ? levelFaces.OK : faceOf(worst)
  return (
    <p className="flex min-w-0 max-w-full items-start gap-1">
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-4 shrink-0', mark)} />
      {/* The sign of a warning says so in less room. */}
      {!isFine && worst.level !== 'WARN' && <span className={clsx('form-label mt-[0.2em]', mark)}>{word}</span>}
      <span
        className={clsx(
          'min-w-0',
          isGrave ? 'line-clamp-2' : 'truncate @min-[32rem]:line-clamp-2 @min-[32rem]:whitespace-normal',
        )}
        data-tip={isFine ? undefined : written(worst.title)}
      >
        {isFine ? passedWords(passed) : written(worst.title)}
      </span>
    </p>
  )
}

/** Lists the findings that matter, worst first. `LesserFindings` has the rest. */
export function FindingList({
  findings,
  spender,
  onFix,
  onCheck,
}: {
  findings: readonly Finding[]
  /** A spender that the card has named in full already: no finding spells it out again. */
  spender?: Address | undefined
  /** Absent if nothing can be changed any more. */
  onFix?: ((fix: Fix) => void) | undefined
  /** Checks the call again: what blocks it may have been mended elsewhere. Absent like `onFix`. */
  onCheck?: (() => void) | undefined
}) {
  const matters = findings.filter((finding) => !isLesser(finding))
  const isBlocked = matters[0]?.level === 'BLOCK'
  return (
    matters.length > 0 && (
      <ul className="flex flex-col gap-1.5" aria-label="What the review found" data-summed="">
        {matters.map((finding, index) => (
          <FindingRow
            key={keyOf(finding)}
            finding={withoutAddress(withoutClaimAbove(finding, matters.slice(0, index)), spender)}
            onFix={onFix}
            onCheck={isBlocked && index === 0 ? onCheck : undefined}
            brief={
              index > 0 &&
              // One reason in full is enough for what cannot be signed, and for one spender.
              (isBlocked ||
                (spender !== undefined && finding.claim === undefined) ||
                isSaidAbove(finding, matters.slice(0, index)))
            }
          />
        ))}
      </ul>
    )
  )
}

/** Leaves out a wrong claim that a finding above has struck out already. */
function withoutClaimAbove(finding: Finding, above: readonly Finding[]): Finding {
  const { claim, ...rest } = finding
  const isAbove = claim !== undefined && above.some((each) => each.claim === claim && contradicts(each))
  return isAbove && contradicts(finding) ? rest : finding
}

/** True if a finding above sets the same fact beside the same claim, in other words. */
const isSaidAbove = ({ claim, observed }: Finding, above: readonly Finding[]): boolean =>
  claim !== undefined && above.some((each) => each.claim === claim && each.observed === observed)

/** Names an address in a finding by its role. What is only the address is left out. */
function withoutAddress(finding: Finding, spender: Address | undefined): Finding {
  const { observed, ...rest } = finding
  if (!spender || !observed?.includes(spender)) return finding
  if (observed === spender) return rest
  const words = observed.replaceAll(spender, 'this spender')
  return { ...rest, observed: words.charAt(0).toUpperCase() + words.slice(1) }
}

/** True for a passed check, and for a note that offers nothing to do. */
const isLesser = ({ level, fix }: Finding): boolean => level === 'OK' || (level === 'INFO' && !fix)

/** Findings of one rule may differ in their claim only, such as the same permission over two collections. */
const keyOf = ({ rule, title, claim, observed }: Finding): string => JSON.stringify([rule, title, claim, observed])

/** Folds notes and passed checks into one line, so that they do not crowd out the rest. */
export function LesserFindings({ findings }: { findings: readonly Finding[] }) {
  const lesser = findings.filter(isLesser)
  if (lesser.length === 0) return null
  const passed = lesser.filter(({ level }) => level === 'OK').length
  const notes = lesser.length - passed
  const Icon = notes > 0 ? Info : CircleCheck
  return (
    <FoldedLine
      summary={
        <span className="inline-flex items-center gap-1.5 align-top">
          <Icon aria-hidden="true" className={clsx('size-4', notes === 0 && 'text-accent')} />
          <span>
            {notes > 0 && notesWords(notes)}
            {notes > 0 && passed > 0 && ', '}
            {passed > 0 && (passed === 1 ? '1 check' : `${passed} checks`)}
            {passed > 0 && <span className="sr-only"> passed</span>}
          </span>
        </span>
      }
    >
      <ul className="-ml-3 flex flex-col">
        {lesser.map((finding) => (
          <FindingRow key={keyOf(finding)} finding={finding} />
        ))}
      </ul>
    </FoldedLine>
  )
}

const passedWords = (count: number): string => (count === 1 ? 'One check passed' : `${count} checks passed`)
const notesWords = (count: number): string => (count === 1 ? '1 note' : `${count} notes`)

/** True if the claim is wrong, and not only shown beside what was found. */
const contradicts = ({ observed, terms, level }: Finding): boolean =>
  observed !== undefined && !terms && level !== 'OK' && level !== 'INFO'

/** Two facts of so many characters stand side by side. */
const shortFacts = 56

function FindingRow({
  finding,
  onFix,
  onCheck,
  brief = false,
}: {
  finding: Finding
  onFix?: ((fix: Fix) => void) | undefined
  onCheck?: (() => void) | undefined
  /** Shows the title alone until it is opened. */
  brief?: boolean
}) {
  const { word, icon: Icon, mark, band } = faceOf(finding)
  const { fix } = finding
  const isWrong = contradicts(finding)
  const isShort = `${finding.claim ?? ''}${finding.observed ?? ''}`.length <= shortFacts
  const title = (
    <p className="min-w-0 flex-1 text-pretty">
      <span className={clsx('form-label mr-0.5', mark)}>{word}</span>{' '}
      <span className={clsx(finding.level !== 'OK' && finding.level !== 'INFO' && 'font-semibold')}>
        {written(finding.title)}
      </span>
    </p>
  )
  const facts = (finding.claim ?? finding.observed) && (
    <dl className={clsx('mt-1', isShort ? 'flex flex-wrap gap-x-5' : 'gap-x-3 sm:grid sm:grid-cols-[auto_1fr]')}>
      {finding.claim && (
        <Side term={finding.terms?.claim ?? 'Claimed'} text={finding.claim} struck={isWrong} isShort={isShort} />
      )}
      {finding.observed && <Side term={finding.terms?.observed ?? 'Found'} text={finding.observed} isShort={isShort} />}
    </dl>
  )
  const reason = finding.why && <p className="mt-1 text-pretty text-ink-muted">{written(finding.why)}</p>
  // A warning says what it is in its title. What is worse keeps its reasons in sight, and so does a claim that is wrong.
  const keepsFacts = finding.claim !== undefined && isWrong && !brief
  const folds = (finding.level === 'WARN' || brief) && Boolean(reason || (facts && !keepsFacts))
  return (
    <li
      data-rule={finding.rule}
      data-level={finding.level}
      className={clsx('flex gap-2.5 rounded-r-control border-l-[3px] px-3 py-2 text-small', band)}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        {folds ? (
          <details className="group/why">
            <summary className="flex list-none items-start gap-2 rounded-control [&::-webkit-details-marker]:hidden">
              {title}
              <ChevronDown
                aria-hidden="true"
                className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform group-open/why:rotate-180"
              />
            </summary>
            {!keepsFacts && facts}
            {reason}
          </details>
        ) : (
          title
        )}
        {(!folds || keepsFacts) && facts}
        {!folds && reason}
        {fix && onFix && (
          <Button size="small" className="mt-2" onClick={() => onFix(fix)}>
            {written(fix.label)}
          </Button>
        )}
        {!fix && finding.asks === undefined && onCheck && (
          <Button size="small" className="mt-2" onClick={onCheck}>
            <RotateCcw /> Check again
          </Button>
        )}
      </div>
    </li>
  )
}

function Side({
  term,
  text: plain,
  struck = false,
  isShort,
}: {
  term: string
  text: string
  struck?: boolean
  isShort: boolean
}) {
  const text = written(plain)
  return (
    // On a narrow card, long values move below their term.
    <div className={clsx('flex flex-wrap', isShort ? 'gap-x-1.5' : 'gap-x-3 sm:contents')}>
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
