import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../prepare.mjs'
import { catalogue } from './catalogue'
import { findRules } from './found'
import { withRules } from './page'

describe('the rule catalogue', () => {
  const found = findRules()
  const entries = new Map(catalogue.flatMap(({ rules }) => Object.entries(rules)))

  test('has every rule of the source once, and no other', () => {
    expect(catalogue.flatMap(({ rules }) => Object.keys(rules)).sort()).toEqual([...found.keys()].sort())
  })

  test.each([...found.values()])(
    'says what $id asks, and names every level written beside it',
    ({ id, about, levels }) => {
      const entry = entries.get(id)
      expect(Boolean(about) !== Boolean(entry?.asks), 'either `about` in the source or `asks` here').toBe(true)
      for (const level of levels) expect(entry?.finds).toContain(level)
    },
  )

  test('matches the committed page', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'review-rules.md'), 'utf8')
    expect(page, 'run: npm run docs:rules').toBe(withRules(page))
  })
})
