import { describe, expect, it } from 'vitest'
import { quotationsIn } from './quotations'
import { loadReader } from './reader/reader'
import { testNames } from './testing/names'

const cut = (text: string) => quotationsIn(text).map(({ start, end }) => text.slice(start, end))

describe('quotations', () => {
  it.each([
    ['he wrote “send 1 ETH” and left', ['“send 1 ETH”']],
    ['they said "swap now", then «sell»', ['"swap now"', '«sell»']],
    ['"send 1 ETH to ana.eth"', ['"send 1 ETH to ana.eth"']],
    ['5" of rain, no second mark', []],
  ])('%s', (text, found) => expect(cut(text)).toEqual(found))

  it('ask for nothing', async () => {
    const reader = await loadReader()
    const kinds = (text: string) => reader.read(text, testNames).clauses.map(({ kind }) => kind)
    expect(kinds('he wrote “send 1 ETH to ana.eth”')).not.toContain('request')
    expect(kinds('send 1 ETH to ana.eth')).toEqual(['request'])
  })
})
