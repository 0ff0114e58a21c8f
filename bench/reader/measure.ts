import { type Piece, readUnits, type UnitClause } from '../../lib/language/reader/read'
import { type Example, loadExamples } from './examples'
import { roundedModel } from './keep'
import { trainingExampleOf, trainReader } from './train'

type Gold = Example['clauses'][number]
/** A clause that was read as a request: how sure the reader is, and if everything in it is right. */
type Sure = { of: 'whole' | 'kind' | 'action' | 'part'; p: number; right: boolean; what: string }
type Count = [right: number, of: number]
type Figures = Record<'exact' | 'clauses' | 'kinds' | 'actions' | 'asked' | 'parts' | 'requests' | 'lines', Count>

const nothing = (): Figures => ({
  exact: [0, 0],
  clauses: [0, 0],
  kinds: [0, 0],
  actions: [0, 0],
  asked: [0, 0],
  parts: [0, 0],
  requests: [0, 0],
  lines: [0, 0],
})

const samePiece = (example: Example) => (a: Piece, b: Piece) => {
  if (a.role !== b.role || a.start >= b.end || b.start >= a.end) return false
  const things = ({ start, end }: Piece) =>
    example.units
      .slice(start, end)
      .flatMap(({ entity, name }) => (entity !== undefined && name.startsWith('<') ? [entity] : []))
      .join()
  return things(a) === things(b)
}

const overlap = (a: Piece | UnitClause | Gold, b: Gold | UnitClause | Piece) =>
  Math.min(a.end, b.end) - Math.max(a.start, b.start)

const lengthOf = ({ start, end }: { start: number; end: number }) => end - start

/**
 * Compares a reading with the label. A clause is found if a read one shares at least half of the shorter of both: where
 * a justification begins or ends is a matter of taste. A clause without action and roles is neither missing nor
 * superfluous.
 */
function score(
  example: Example,
  found: readonly UnitClause[],
  figures: Figures,
  confusions: Map<string, string[]>,
  sure: Sure[] = [],
): boolean {
  const { units, text, clauses } = example
  const cut = ({ start, end }: { start: number; end: number }) =>
    `[${text.slice(units[start]?.start, units[end - 1]?.end)}]`
  const note = (what: string, where: { start: number; end: number }) =>
    confusions.set(what, [...(confusions.get(what) ?? []), `${text.replaceAll('\n', ' ')} ${cut(where)}`])
  const add = (key: keyof Figures, right: boolean) => {
    figures[key][0] += right ? 1 : 0
    figures[key][1] += 1
  }
  const same = samePiece(example)
  const matters = ({ kind, action, pieces }: Gold | UnitClause) =>
    action !== null || pieces.length > 0 || kind === 'agreement'
  const used = new Set<UnitClause>()
  let whole = true
  for (const gold of clauses) {
    const near = found
      .filter((each) => !used.has(each) && overlap(each, gold) * 2 >= Math.min(lengthOf(each), lengthOf(gold)))
      .sort((one, other) => overlap(other, gold) - overlap(one, gold))[0]
    const isExact = near?.start === gold.start && near.end === gold.end
    add('exact', isExact)
    add('clauses', Boolean(near))
    if (!near) {
      note(`missed ${gold.kind}`, gold)
      if (gold.kind === 'request') add('requests', false)
      if (matters(gold)) whole = false
      continue
    }
    used.add(near)
    add('kinds', near.kind === gold.kind)
    if (near.kind !== gold.kind) note(`kind ${gold.kind} -> ${near.kind}`, gold)
    add('actions', near.action === gold.action)
    if (gold.kind === 'request') add('asked', near.action === gold.action)
    if (near.action !== gold.action) note(`action ${gold.action} -> ${near.action}`, gold)
    let all = near.kind === gold.kind && near.action === gold.action
    for (const piece of gold.pieces) {
      const hit = near.pieces.some((each) => same(each, piece))
      add('parts', hit)
      if (hit) continue
      all = false
      note(`role ${piece.role} -> ${near.pieces.find((each) => overlap(each, piece) > 0)?.role ?? '-'}`, piece)
    }
    for (const piece of near.pieces)
      if (!gold.pieces.some((each) => overlap(each, piece) > 0)) {
        all = false
        note(`role - -> ${piece.role}`, piece)
      }
    if (gold.kind === 'request') add('requests', all)
    if (near.kind !== 'request') {
      whole &&= all
      continue
    }
    const what = `${text} ${cut(near)}`
    sure.push({ of: 'whole', p: near.p, right: all, what })
    sure.push({ of: 'kind', p: near.sure.kind, right: gold.kind === 'request', what })
    sure.push({ of: 'action', p: near.sure.action, right: near.action === gold.action, what })
    for (const piece of near.pieces)
      sure.push({ of: 'part', p: piece.p, right: gold.pieces.some((each) => same(each, piece)), what })
    whole &&= all
  }
  for (const extra of found)
    if (!used.has(extra)) {
      note(`too much ${extra.kind}`, extra)
      if (extra.kind === 'request') {
        const what = `${text} ${cut(extra)}`
        sure.push({ of: 'whole', p: extra.p, right: false, what })
        sure.push({ of: 'kind', p: extra.sure.kind, right: false, what })
      }
      if (matters(extra)) whole = false
    }
  add('lines', whole)
  return whole
}

const print = ([right, of]: Count) => `${((100 * right) / of).toFixed(1)} % (${right} of ${of})`

/** The certainties that decide something in the review and the agent, and some beyond. */
const bounds = [0, 0.5, 0.65, 0.75, 0.9, 0.95, 0.98]

/** Prints, for clauses read as requests, how sure the reader is and how often that is right. */
function printSure(sure: readonly Sure[]): void {
  for (const of of ['whole', 'kind', 'action', 'part'] as const) {
    const own = sure.filter((each) => each.of === of)
    console.log(`requests: ${of}`)
    for (const [at, least] of bounds.entries()) {
      const most = bounds[at + 1] ?? 1.01
      const right = (some: readonly Sure[]) => print([some.filter((each) => each.right).length, some.length])
      const [from, here] = [own.filter(({ p }) => p >= least), own.filter(({ p }) => p >= least && p < most)]
      console.log(`  from ${least}: right ${right(from)}; up to ${most}: ${right(here)}`)
    }
  }
}

/** Measures each author, or each that is named, with a reader trained on all others. */
export function measure(options: readonly string[]): void {
  const examples = loadExamples()
  const training = examples.map(trainingExampleOf)
  const all = [...new Set(examples.map(({ author }) => author))]
  const named = all.filter((author) => options.includes(author))
  const authors = named.length ? named : all
  const confusions = new Map<string, string[]>()
  const total: Figures = nothing()
  const sure: Sure[] = []
  for (const author of authors) {
    const others = training.filter((_, index) => examples[index]?.author !== author)
    const model = roundedModel(trainReader(others, options))
    const figures = nothing()
    const begun = performance.now()
    const ownLines = examples.filter((each) => each.author === author && each.line?.english !== false)
    for (const example of ownLines)
      score(example, readUnits(model, example.units, example.setting).clauses, figures, confusions, sure)
    console.log(`${author}, ${((performance.now() - begun) / ownLines.length).toFixed(2)} ms a line`)
    for (const key of Object.keys(figures) as (keyof Figures)[]) {
      total[key] = [total[key][0] + figures[key][0], total[key][1] + figures[key][1]]
      console.log(`  ${key} ${print(figures[key])}`)
    }
  }
  console.log('all')
  for (const [key, count] of Object.entries(total)) console.log(`  ${key} ${print(count)}`)
  printSure(sure)
  if (options.includes('--sure'))
    console.log(
      sure
        .filter(({ of, p, right }) => of === 'whole' && p >= 0.9 && !right)
        .map(({ p, what }) => `  ${p.toFixed(2)} ${what}`)
        .join('\n'),
    )
  const sorted = [...confusions].sort((a, b) => b[1].length - a[1].length)
  console.log(
    sorted
      .slice(0, 60)
      .map(([what, where]) => `${what}: ${where.length}`)
      .join('; '),
  )
  const shown = options.indexOf('--show')
  if (shown < 0) return
  for (const [what, where] of sorted)
    if (what.startsWith(options[shown + 1] ?? '')) console.log(`\n${what}\n  ${where.slice(0, 60).join('\n  ')}`)
}
