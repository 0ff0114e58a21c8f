import { describe, expect, it } from 'vitest'
import { unbroken } from './unbroken'

describe('a text that is drawn', () => {
  it.each([
    ['a figure and its per cent sign', 'at 11.5 % now', 'at 11.5\u00a0% now'],
    ['the two ends of a shortened address', 'to 0x0000…EE03.', 'to 0x0000…\u2060EE03.'],
  ])('keeps %s on one line', (_, text, drawn) => {
    expect(unbroken(text)).toBe(drawn)
  })

  it.each(['50 % of it', 'wait … then 0x1234', 'a % b'])('parts its words where it did: %s', (text) => {
    expect(unbroken(text).replaceAll('\u00a0', ' ')).toBe(text)
    expect(unbroken(text)).not.toContain('\u2060')
  })
})
