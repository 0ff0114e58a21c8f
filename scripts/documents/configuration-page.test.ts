import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settings } from '@/lib/config'
import { projectRoot } from '../prepare.mjs'
import { configurationPage, environmentExample } from './configuration-page'

const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8')

test('docs/configuration.md matches the schema', () => {
  expect(read('docs', 'configuration.md'), 'run: npm run docs:configuration').toBe(configurationPage())
})

test('.env.example matches the schema', () => {
  expect(read('.env.example'), 'run: npm run docs:configuration').toBe(environmentExample())
})

test('.env.example sets nothing by itself, and each setting to its default once uncommented', () => {
  expect(parseEnv(environmentExample())).toEqual({})
  const uncommented = parseEnv(environmentExample().replaceAll(/^#(?=[A-Z_\d]+=)/gm, ''))
  expect(Object.keys(uncommented).sort()).toEqual([...Object.keys(settings), 'RPC_URL_8453'].sort())
  const set = Object.fromEntries(Object.entries(uncommented).filter(([, value]) => value !== ''))
  expect(readConfig(set)).toEqual(readConfig({}))
})
