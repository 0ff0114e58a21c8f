import { expect, it } from 'vitest'
import { answered } from './tool-answer'

const entries = (count: number) => Array.from({ length: count }, (_, id) => ({ id, words: 'x'.repeat(100) }))

it('leaves a short answer unchanged', async () => {
  expect(await answered(async () => ({ nfts: entries(3), total: '3' }))).toEqual({ nfts: entries(3), total: '3' })
})

it('shortens the lists of a long answer at their ends, and says by how much', async () => {
  const answer = await answered(async () => ({ nfts: entries(1000), tokens: entries(2), total: '1002' }))
  expect(JSON.stringify(answer).length).toBeLessThan(24_500)
  const nfts = Array.isArray(answer.nfts) ? answer.nfts : []
  expect(nfts.length).toBeGreaterThan(50)
  expect(nfts).toEqual(entries(nfts.length))
  expect(answer).toMatchObject({ tokens: entries(2), total: '1002', leftOut: { nfts: 1000 - nfts.length } })
})

it('does not hide a defect from the operator', async () => {
  const broken = async () => {
    throw new TypeError('a defect')
  }
  await expect(answered(broken)).rejects.toThrow('a defect')
})
