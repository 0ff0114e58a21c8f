// npm test: installs what is missing, then runs every check and ends with one summary. Plain JavaScript with Node's own
// modules, because it runs before the dependencies are installed.
import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, run } from './prepare.mjs'

const show = (text) => process.stdout.write(text)
const say = (line) => show(`${line}\n`)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const script = (name, out, environment = {}) => run(npm, ['run', '--silent', name], environment, out)

/**
 * Each stage has a name, its work, and the name of an earlier stage if it begins together with that one: they share no
 * files, and leave the processor idle at different times. Its output is held back until it is its turn.
 */
const stages = [
  ['Dependencies', () => ensureInstalled(say)],
  ['Types', () => script('typecheck')],
  ['Lint, imports, dead code', (out) => script('lint', out), 'Types'],
  ['Unit and service tests', () => script('test:unit')],
  ['Production build', (out) => ensureBuilt((line) => out(`${line}\n`), out), 'Unit and service tests'],
  ['Browser', (out) => ensureBrowser((line) => out(`${line}\n`), out), 'Unit and service tests'],
  ['Browser tests', () => script('test:e2e')],
  ['Browser tests of lying services', (out) => script('test:e2e', out, { E2E_RUN: 'lying' }), 'Browser tests'],
]
// Stages required by the others: if one fails, the rest is not run.
const needed = new Set(['Dependencies', 'Production build', 'Browser'])

/** Begins a stage. `outcome` never rejects; `reveal` shows the output so far, and from then on as it comes. */
function begin([name, work], isHeld) {
  const began = Date.now()
  const held = []
  let isShown = false
  const out = isHeld ? (text) => (isShown ? show(text) : held.push(text)) : null
  const took = () => Date.now() - began
  const outcome = work(out).then(
    () => [name, 'passed', took()],
    (error) => [name, 'FAILED', took(), error.message],
  )
  const reveal = () => {
    isShown = true
    for (const text of held.splice(0)) show(text)
  }
  return { outcome, reveal }
}

const unitReport = 'node_modules/.cache/unit-tests.json'
await rm(unitReport, { force: true }) // Not in test-results, which the browser tests empty.
const results = []
const begun = new Map()
for (const stage of stages) {
  const [name] = stage
  say(`\n── ${name}`)
  const running = begun.get(name) ?? begin(stage, false)
  for (const other of stages) if (other[2] === name) begun.set(other[0], begin(other, true))
  running.reveal()
  const [, outcome, ms, problem] = await running.outcome
  if (problem) process.stderr.write(`${problem}\n`)
  results.push([name, outcome, ms])
  if (outcome === 'FAILED' && needed.has(name)) break
}
for (const [name] of stages.slice(results.length)) results.push([name, 'not run', 0])

/** Lists failures of the unit and service tests, one line each: their own output has scrolled far away by now. */
async function unitFailures() {
  const report = await readFile(unitReport, 'utf8').then(JSON.parse, () => null)
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 200)

say('\n── Summary')
for (const [name, outcome, ms] of results)
  say(`${outcome.padEnd(8)} ${name}${ms ? ` (${Math.round(ms / 1000)} s)` : ''}`)
const count = (wanted) => results.filter(([, outcome]) => outcome === wanted).length
for (const failure of await unitFailures()) say(`failed   ${failure}`)
say(`\nchecks: ${count('passed')} passed, ${count('FAILED')} failed, ${count('not run')} skipped`)
process.exit(count('passed') === results.length ? 0 : 1)
