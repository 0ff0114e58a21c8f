import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../prepare.mjs'
import { readCatalogue } from './catalogue'
import { withRules } from './page'

describe('the rule catalogue', () => {
  const { found, sections } = readCatalogue()
  const entries = sections.flatMap(({ rules }) => rules)

  test('has every rule of the source once, and no other', () => {
    expect(entries.map(({ id }) => id).sort()).toEqual([...found.keys()].sort())
  })

  test.each([...found.values()])(
    'says what $id asks, and names every level written beside it',
    ({ id, about, levels }) => {
      const entry = entries.find((each) => each.id === id)
      expect(Boolean(about) !== Boolean(entry?.asks), 'either `about` in the source or `asks` in the table').toBe(true)
      for (const level of levels) expect(entry?.finds).toContain(level)
    },
  )

  test('matches the committed page', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'review-rules.md'), 'utf8')
    expect(page, 'run: npm run docs:rules').toBe(withRules(page))
  })
})
