import { describe, expect, it } from 'vitest'
import { unbroken } from './unbroken'

describe('a text that is drawn', () => {
  it('keeps the two ends of a shortened address on one line', () => {
    expect(unbroken('to 0x0000…EE03.')).toBe('to 0x0000…\u2060EE03.')
  })

  it.each(['50% of it', 'wait … then 0x1234'])('parts its words where it did: %s', (text) => {
    expect(unbroken(text)).toBe(text)
  })
})
