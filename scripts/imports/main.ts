// npm run lint: checks every import against the rooms' table.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { checkImports } from './check'
import { rooms } from './rooms'

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const paths = listed.split('\n').filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(path))
const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
const violations = checkImports(files, rooms)
for (const { file, message } of violations) process.stderr.write(`${file} ${message}\n`)
process.stdout.write(`imports: ${files.size} files checked, ${violations.length} not allowed\n`)
process.exitCode = violations.length > 0 ? 1 : 0
