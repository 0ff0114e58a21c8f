import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configurationPage } from './configuration-page'

test('docs/configuration.md says what the schema says', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'configuration.md'), 'utf8')
  expect(page, 'run: npm run docs:configuration').toBe(configurationPage())
})
