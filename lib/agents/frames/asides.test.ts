import { describe, expect, it } from 'vitest'
import { anybody, read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { withoutAsides } from './asides'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

describe('asides', () => {
  it.each([
    `send 25 usdc to my granddaughter. Her address is ${anybody}`,
    `send 25 usdc to my friend's wallet, it's at ${anybody}`,
    `send 25 usdc to my accountant's address, which is ${anybody}, thank you kindly`,
    `can you send my sister 25 usdc? addy: ${anybody}`,
    `send 25 usdc to this address: ${anybody}`,
    `drop 25 usdc to my old friend Bob at ${anybody}`,
    `send 25 usdc to ${anybody} for the concert tickets`,
    `send 25 usdc to ${anybody} as a birthday gift`,
    `give ${anybody} back the 25 usdc that she lent me`,
    `i would be grateful if you could send 25 usdc to ${anybody}`,
    `if you would be so kind, send 25 usdc to ${anybody}`,
    `I should like to send 25 usdc to ${anybody}, if that's possible`,
    `is there any chance you could send 25 usdc to ${anybody}`,
    `send 25 usdc to ${anybody}. He is my brother and he needs it for a car.`,
  ])('%s', (text) => {
    const understood = read(text)
    expect(understood).toMatchObject({
      kind: 'request',
      draft: {
        action: 'send',
        amount: { kind: 'exact', value: '25' },
        from: { symbol: 'USDC' },
        recipient: { kind: 'address', address: anybody },
      },
    })
    if (understood.kind === 'request') expect(understood.draft.unclear ?? understood.draft.unsure).toBeFalsy()
  })

  it.each([
    `if you think it is wise, send 25 usdc to ${anybody}`,
    `send 25 usdc to ${anybody} if he asks`,
    `don't send 25 usdc to my sister, her address is ${anybody}`,
    `should I send 25 usdc to my sister? her address is ${anybody}`,
    `send 25 usdc to ${anybody}, my address is ${other}`,
    `send 25 usdc to ${anybody} or to my sister at ${other}`,
    `send 25 usdc to my sister`,
    `send 25 usdc to ${anybody}. Ask me first.`,
    `when you see eth at 4000, send 25 usdc to ${anybody}`,
  ])('asks or declines: %s', (text) => {
    const understood = read(text)
    const isDoubtful =
      understood.kind === 'request' &&
      (understood.draft.unsure || understood.draft.unclear || understood.draft.recipient?.kind === 'nobody')
    expect(understood.kind !== 'request' || isDoubtful, JSON.stringify(understood)).toBeTruthy()
  })

  it('thanks at the end of what names something are a courtesy', () => {
    expect(withoutAsides('usdc to eth 150 ty', lexicon)).toBe('usdc to eth 150')
    expect(read('swap 5 usdc to eth. thanks a lot!')).toMatchObject({
      kind: 'request',
      draft: { to: { symbol: 'ETH' } },
    })
    for (const text of ['ok thanks', 'thank you', 'i got the 100 usdc, thanks'])
      expect(read(text)).toMatchObject({ kind: 'talk', topic: 'thanks' })
  })

  it('leave what is asked for as it is', () => {
    for (const text of ['swap 1 eth for usdc', 'send 5 usdc to my wallet on base', 'if eth drops, sell 1 eth'])
      expect(withoutAsides(text, lexicon)).toBe(text)
  })
})
