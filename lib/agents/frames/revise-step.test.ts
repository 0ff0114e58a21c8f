import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { mayObject } from './objections'
import { dialogueAt, isRequested, newDialogue } from './step'
import { understand } from './understand'
import type { Dialogue } from './understanding'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const [, base] = localChainIds

/** What a text comes to after a request that has come so far. */
function following(standing: Dialogue['standing'], first: string, text: string, more: Partial<Dialogue> = {}) {
  const asked = understand(first, lexicon, newDialogue)
  if (!isRequested(asked)) throw new Error(`${first} is no request`)
  return understand(text, lexicon, { ...dialogueAt(asked), standing, calls: ['1'], ...more })
}

const eth = `send 0.2 eth to ${anybody}`
const badges = `send 2 badges to ${anybody}`

describe('the same again, and otherwise', () => {
  it.each([
    [`and another 0.3 to ${other}`, { amount: { value: '0.3' }, recipient: { address: other } }],
    [`one more to ${other}`, { amount: { value: '0.2' }, recipient: { address: other } }],
    [`send another 0.5 to ${other}`, { amount: { value: '0.5' }, recipient: { address: other } }],
    [`and 0.4 to ${other}`, { amount: { value: '0.4' }, from: { symbol: 'ETH' }, recipient: { address: other } }],
  ])('asks for another where the first is done: %s', (text, draft) => {
    expect(following('done', eth, text)).toMatchObject({ kind: 'request', draft: { action: 'send', ...draft } })
  })

  it.each([
    ['swap $20 of eth to dai', 'make it 50', '50'],
    ['swap 20 bucks of eth to dai', 'no, 30 on base', '30'],
    [`send $20 of eth to ${anybody}`, 'sorry, 25', '25'],
    ['swap $20 of eth to dai', '5 more', '25'],
    ['swap $20 of eth to dai', 'double it', '40'],
  ])('takes a number for dollars where it stands for dollars: %s, %s', (first, text, value) => {
    expect(following('proposed', first, text)).toMatchObject({ draft: { amount: { kind: 'usd', value } } })
  })

  it('takes the token that is named with the number', () => {
    const exact = { amount: { kind: 'exact', value: '0.5' } }
    expect(following('proposed', 'swap $20 of eth to dai', 'make it 0.5 eth')).toMatchObject({ draft: exact })
    expect(following('proposed', 'supply $20 of dai', '40')).toMatchObject({ job: { amount: { kind: 'usd' } } })
    expect(following('proposed', 'supply $20 of usdc', '0.5 weth')).toMatchObject({ job: exact })
  })

  it('is no answer to a wish that has days in it, nor is a question for yields a correction of such a wish', () => {
    const wish = 'rebalance my USDC yield automatically if there is at least 1 % more and no lock-up over 7 days'
    const asked = 'best yield for USDC with no lock-up over 7 days'
    expect(following('proposed', eth, wish)).toMatchObject({ kind: 'rebalance', wish: { maxLockupDays: 7 } })
    expect(following('proposed', eth, asked)).toMatchObject({ kind: 'insight', insight: { maxLockupDays: 7 } })
    expect(following('proposed', wish, asked)).toMatchObject({ kind: 'insight', insight: { maxLockupDays: 7 } })
    expect(following('proposed', wish, 'with no lock-up over 14 days')).toMatchObject({ wish: { maxLockupDays: 14 } })
    expect(following('proposed', eth, 'I have 7 days left here')).toMatchObject({ kind: 'talk' })
  })

  it('asks for more NFTs of the kind', () => {
    expect(following('done', badges, `and one more to ${other}`)).toMatchObject({
      kind: 'nft',
      nft: { amount: 1n, recipient: { address: other } },
    })
    expect(following('done', badges, `3 more to ${other}`)).toMatchObject({ nft: { amount: 3n } })
    expect(following('done', `send postcard #2 to ${anybody}`, `another to ${other}`)).toMatchObject({
      nft: { not: 2n, recipient: { address: other } },
    })
  })

  it.each(['proposed', 'declined'] as const)('changes what is %s by its verb and “it”', (standing) => {
    expect(following(standing, eth, `make it 0.3 and send it to ${other}`)).toMatchObject({
      draft: { amount: { value: '0.3' }, recipient: { address: other } },
    })
    expect(following(standing, badges, `i'd rather send it to ${other}`)).toMatchObject({
      nft: { amount: 2n, recipient: { address: other } },
    })
    expect(following(standing, 'bridge 5 dai to ethereum', 'bridge it to base instead')).toMatchObject({
      draft: { amount: { value: '5' }, toChain: { id: base } },
    })
  })

  it.each([
    'oops i pasted the wrong address',
    "that's not his address",
    "i don't trust that person",
    'wrong address sorry',
  ])('is without the recipient that was wrong: %s', (text) => {
    for (const request of [eth, badges]) {
      const understood = following('proposed', request, text)
      expect(understood).toMatchObject({ objected: true })
      const sent = understood.kind === 'request' ? understood.draft : understood.kind === 'nft' ? understood.nft : null
      expect(sent?.recipient).toBeUndefined()
    }
    expect(following('done', eth, text)).toEqual({ kind: 'cancel', was: 'done' })
  })

  it('is asked for once more where it goes by words from before others that were not understood', () => {
    const open = following('open', 'send him 20 usdc', other, { missed: true, objected: true })
    expect(open).toMatchObject({ draft: { recipient: { address: other }, unsure: true } })
    expect(following('open', 'send him 20 usdc', other, { missed: true })).not.toMatchObject({
      draft: { unsure: true },
    })
    expect(following('open', 'send him 20 usdc', eth, { missed: true, objected: true })).not.toMatchObject({
      draft: { unsure: true },
    })
  })

  it('is not proposed by a yes to words that may have been against it', () => {
    expect(following('proposed', eth, 'yes', { missed: true, objected: true })).toMatchObject({
      draft: { unsure: true },
    })
    expect(following('proposed', eth, 'yes', { missed: true })).toMatchObject({ again: true })
    const ended = { call: { id: '1', name: 'x', parameters: {} }, result: {} }
    expect(following('declined', eth, 'where is my money now', { ended })).toMatchObject({
      kind: 'outcome',
      of: { ended },
    })
    expect(following('uncertain', eth, eth)).toMatchObject({ unsettled: true })
    expect(mayObject('wrong network')).toBe(true)
    expect(mayObject("how's the weather")).toBe(false)
  })

  it('sends to somebody else than the wrong person', () => {
    expect(following('proposed', eth, `sorry wrong person, should go to ${other}`)).toMatchObject({
      draft: { amount: { value: '0.2' }, from: { symbol: 'ETH' }, recipient: { address: other } },
      replaces: true,
    })
    expect(following('done', eth, `should have gone to ${other}`).kind).toBe('settled')
  })

  it('knows the other of two NFTs', () => {
    expect(following('proposed', `send postcard #2 to ${anybody}`, 'no, the other one')).toMatchObject({
      nft: { not: 2n, recipient: { address: anybody } },
    })
    expect(following('proposed', badges, 'the other one').kind).not.toBe('nft')
  })

  it('keeps a sum for a token that is worth the same, and no other', () => {
    expect(following('proposed', `send 30 usdc to ${anybody}`, 'sorry, I meant dai')).toMatchObject({
      draft: { amount: { value: '30' }, from: { symbol: 'DAI' } },
    })
    const ether = following('proposed', `send 30 usdc to ${anybody}`, 'in eth instead')
    expect(ether).toMatchObject({ draft: { from: { symbol: 'ETH' } } })
    if (ether.kind === 'request') expect(ether.draft.amount).toBeUndefined()
  })

  it.each([
    ['done', `don't send another 0.2 to ${other}`],
    ['done', `should I send another 0.2 to ${other}?`],
    ['done', `and another 0.2 to ${other} when eth is above 4000`],
    ['done', 'and another thing'],
    ['uncertain', `and another 0.2 to ${other}`],
    ['proposed', `don't send it to ${other}`],
    ['proposed', `send it to ${other} if he asks`],
    ['done', `i'd rather send it to ${other}`],
  ] as const)('comes to no new request after what is %s: %s', (standing, text) => {
    const understood = following(standing, eth, text)
    const isWhole = understood.kind === 'request' && understood.draft.from && understood.draft.amount
    expect(isWhole, JSON.stringify(understood)).toBeFalsy()
  })
})
