// Writes docs/configuration.md from the settings' schema. A test fails while the page is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configurationPage } from './configuration-page'

writeFileSync(join(import.meta.dirname, '..', 'docs', 'configuration.md'), configurationPage())
