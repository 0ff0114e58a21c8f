// Writes docs/configuration.md and .env.example from the settings' schema. A test fails while either is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../prepare.mjs'
import { configurationPage, environmentExample } from './configuration-page'

writeFileSync(join(projectRoot, 'docs', 'configuration.md'), configurationPage())
writeFileSync(join(projectRoot, '.env.example'), environmentExample())
