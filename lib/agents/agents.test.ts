import { expect, it } from 'vitest'
import { createAgents } from './agents'

it('gives every agent a positive number of its own', () => {
  const ids = createAgents().map(({ id }) => id)
  expect(ids).toContain(1)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(Number.isInteger(id) && id > 0).toBe(true)
})
