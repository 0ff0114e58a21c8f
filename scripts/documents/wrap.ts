// Wraps the prose of every document. A test fails while a line is too long.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../prepare.mjs'
import { projectFiles, wrapped } from './documents'

for (const file of projectFiles().filter((each) => each.endsWith('.md'))) {
  const path = join(projectRoot, file)
  const page = readFileSync(path, 'utf8')
  const next = wrapped(page)
  if (next !== page) writeFileSync(path, next)
}
