// npm test: installs what is missing, then runs every check and ends with one summary. Plain JavaScript with Node's own
// modules, because it runs before the dependencies are installed.
import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, run } from './prepare.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const script = (name) => run(npm, ['run', '--silent', name])

const stages = [
  ['Dependencies', () => ensureInstalled(say)],
  ['Types', () => script('typecheck')],
  ['Lint, imports, dead code', () => script('lint')],
  ['Unit and service tests', () => script('test:unit')],
  ['Production build', () => ensureBuilt(say)],
  ['Browser', () => ensureBrowser(say)],
  ['Browser tests', () => script('test:e2e')],
]
// Stages required by the others: if one fails, the rest is not run.
const needed = new Set(['Dependencies', 'Production build', 'Browser'])

const unitReport = 'node_modules/.cache/unit-tests.json'
await rm(unitReport, { force: true }) // Not in test-results, which the browser tests empty.
const results = []
for (const [name, work] of stages) {
  say(`\n── ${name}`)
  const began = Date.now()
  try {
    await work()
    results.push([name, 'passed', Date.now() - began])
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    results.push([name, 'FAILED', Date.now() - began])
    if (needed.has(name)) break
  }
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
