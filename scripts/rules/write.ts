// Writes the tables of docs/review-rules.md. A test fails while they are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../prepare.mjs'
import { withRules } from './page'

const page = join(projectRoot, 'docs', 'review-rules.md')
writeFileSync(page, withRules(readFileSync(page, 'utf8')))
