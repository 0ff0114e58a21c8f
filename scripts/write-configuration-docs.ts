// Writes docs/configuration.md and .env.example from the settings' schema. A test fails while either is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationPage, environmentExample } from './configuration-page'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'docs', 'configuration.md'), configurationPage())
writeFileSync(join(root, '.env.example'), environmentExample())
