import { expect, it } from 'vitest'
import { allOf } from './timer'

const { signal } = new AbortController()

it('adds up the proposals of several jobs', async () => {
  expect(await allOf([async () => 2, async () => 3])(signal)).toBe(5)
  expect(await allOf([])(signal)).toBe(0)
})

it('runs each job even if another fails, and throws at the end', async () => {
  const done: string[] = []
  const failing = async () => {
    throw new Error('no chain')
  }
  const working = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    done.push('worked')
    return 1
  }
  await expect(allOf([failing, working])(signal)).rejects.toMatchObject({ errors: [{ message: 'no chain' }] })
  expect(done).toEqual(['worked'])
})
