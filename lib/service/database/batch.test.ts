import { describe, expect, it } from 'vitest'
import { batched } from './batch'
import { DatabaseError } from './database'

/** Doubles numbers, and refuses a batch that contains a negative one. */
function doubling() {
  const batches: number[][] = []
  const double = batched(async (items: readonly number[]) => {
    batches.push([...items])
    if (items.some((item) => item < 0)) throw new Error(`refused ${items}`)
    return items.map((item) => item * 2)
  })
  return { batches, double }
}

describe('concurrent items', () => {
  it('are processed together, and each gets its own result', async () => {
    const { batches, double } = doubling()
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
    expect(await double(4)).toBe(8)
    expect(batches).toEqual([[1, 2, 3], [4]])
  })

  it('wait for the current batch', async () => {
    const batches: number[][] = []
    let open: (() => void)[] = []
    const pass = batched(async (items: readonly number[]) => {
      batches.push([...items])
      await new Promise<void>((resolve) => open.push(resolve))
      return items
    })
    const first = pass(1)
    await expect.poll(() => batches).toEqual([[1]])
    const others = Promise.all([pass(2), pass(3)])
    expect(batches).toEqual([[1]])
    open.shift()?.()
    expect(await first).toBe(1)
    await expect.poll(() => batches).toEqual([[1], [2, 3]])
    for (const each of open) each()
    open = []
    expect(await others).toEqual([2, 3])
  })

  it('wait briefly for others after a large batch, and not after a small one', async () => {
    const { batches, double } = doubling()
    const oneByOne = async (first: number, second: number) => {
      const one = double(first)
      // After the first item has been seen.
      const other = new Promise((resolve) => setImmediate(resolve)).then(() => double(second))
      return Promise.all([one, other])
    }
    await Promise.all([1, 2, 3, 4].map(double))
    expect(await oneByOne(5, 6)).toEqual([10, 12])
    await Promise.all([1, 2, 3, 4, 5].map(double))
    expect(await oneByOne(7, 8)).toEqual([14, 16])
    expect(batches).toEqual([[1, 2, 3, 4], [5], [6], [1, 2, 3, 4, 5], [7, 8]])
  })

  it('are tried one by one if they fail together', async () => {
    const { batches, double } = doubling()
    const results = await Promise.allSettled([1, -2, 3].map(double))
    expect(results).toMatchObject([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: { message: 'refused -2' } },
      { status: 'fulfilled', value: 6 },
    ])
    expect(batches).toEqual([[1, -2, 3], [1], [-2], [3]])
  })

  it('are split if there are many', async () => {
    const { batches, double } = doubling()
    const many = Array.from({ length: 250 }, (_, index) => index)
    expect(await Promise.all(many.map(double))).toEqual(many.map((item) => item * 2))
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('are split into smaller batches if each is large', async () => {
    const sizes: number[] = []
    const pass = batched(async (items: readonly number[]) => {
      sizes.push(items.length)
      return items
    }, 25)
    await Promise.all(Array.from({ length: 60 }, (_, index) => pass(index)))
    expect(sizes).toEqual([25, 25, 10])
  })

  it('fail if the work returns too few results', async () => {
    await expect(batched(async () => [])(1)).rejects.toThrow('one result per item')
  })
})

it('are not tried one by one while the database is away, since each would wait in vain', async () => {
  let tries = 0
  const ask = batched(async () => {
    tries++
    throw new DatabaseError('away', 'It is away.')
  })
  const outcomes = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(1)
})
