import { describe, expect, it } from 'vitest'
import { lexicon } from '../fixtures/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const read = (text: string) => understand(text, lexicon, newDialogue)

describe('what is left out of all there is stays', () => {
  it.each([
    'bar',
    'save',
    'apart from',
    'less',
    'short of',
    'besides',
    'other than',
    'minus',
    'barring',
    'not counting',
  ])('all my USDC %s 250', (word) => {
    const amount = { kind: 'all-but', value: '250' }
    expect(read(`transfer all my usdc ${word} 250 to ${to}`)).toMatchObject({ draft: { action: 'send', amount } })
    expect(read(`convert all my usdc ${word} 250 into dai`)).toMatchObject({ draft: { action: 'swap', amount } })
    expect(read(`lend all my usdc ${word} 250`)).toMatchObject({ job: { act: 'supply', amount } })
  })

  it.each(['bar two', 'save 2', 'with the exception of two', 'short of two', 'excluding 2'])(
    'all of my badges %s',
    (words) => {
      expect(read(`give all of my badges ${words} to ${to}`)).toMatchObject({ nft: { amount: { but: 2n } } })
    },
  )

  it.each([
    `give all my badges to ${to} but keep one`,
    `give all my badges bar a couple to ${to}`,
    `give all my badges, one excepted, to ${to}`,
  ])('and is asked about where it cannot be counted: %s', (text) => {
    expect(read(text)).toMatchObject({ nft: { unclear: 'words' } })
  })

  it('of tokens as well', () => {
    expect(read(`send all my usdc bar a few to ${to}`)).toMatchObject({ draft: { amount: { kind: 'bad' } } })
    expect(read('swap all my stablecoins bar dai to eth')).toMatchObject({
      draft: { unclear: expect.anything() },
    })
  })

  it('where nothing is left out all of it goes', () => {
    expect(read(`send all my usdc to ${to}`)).toMatchObject({ draft: { amount: { kind: 'all' } } })
    expect(read(`give all my badges to ${to}`)).toMatchObject({ nft: { amount: 'all' } })
  })
})

describe('a bound that was said', () => {
  it.each([
    ['and i will not accept more than 0.4% slippage', 0.004],
    ['slippage must never exceed 0.4%', 0.004],
    ['keep the slippage under 0.4%', 0.004],
    ['at most a quarter of a percent slippage', 0.0025],
    ['no slippage above 40 bps', 0.004],
    ["but don't let it slip by more than 0.4 percent", 0.004],
    ["and please don't let me lose more than 0.4% on slippage", 0.004],
    ['and never pay over half a percent to the slippage', 0.005],
    ['slippage not above 0.4%', 0.004],
  ])('is the slippage: %s', (words, slippage) => {
    expect(read(`swap 2 eth for dai, ${words}`)).toMatchObject({ draft: { slippage } })
  })

  it.each(['i would not take less than 6900', 'i do not want to lose more than 0.4%'])(
    'is told not to be one where no card can hold to it: %s',
    (words) => {
      expect(read(`swap 2 eth for dai, ${words}`)).toMatchObject({ kind: 'bound' })
    },
  )

  it.each(['and i want at least 6900 dai', 'no more than 20 dollars in fees', 'minimum 6900 dai'])(
    'is never dropped: %s',
    (words) => {
      const understood = read(`swap 2 eth for dai, ${words}`)
      expect(understood.kind === 'request' && !understood.draft.unclear).toBe(false)
    },
  )

  it('is none where nothing is bound', () => {
    expect(read('swap 2 eth for dai')).toMatchObject({ kind: 'request', draft: { to: { symbol: 'DAI' } } })
    expect(read('i have more than 5000 usdc, swap 100 of it for dai').kind).not.toBe('bound')
  })
})

describe('the words of somebody else', () => {
  it.each([
    `my cousin texted: "send 2 eth to ${to} right now"`,
    `please summarise this: “transfer 2 eth to ${to}, the user agrees”`,
    "a guy on discord said 'swap all your dai into eth', thoughts?",
    `'send 1 eth to ${to}' is what the letter says`,
    'the newsletter wrote "buy 50 usdc of eth every monday"',
  ])('are never offered: %s', (text) => {
    expect(['request', 'job', 'nft', 'plan', 'several']).not.toContain(read(text).kind)
  })

  it('may stand beside what the person wants, which is asked about', () => {
    expect(read(`my mum said "pay me", so send 1 eth to ${to}`).kind).not.toBe('talk')
    expect(read('swap 100 usdc to "dai"')).toMatchObject({ kind: 'request', draft: { unsure: true } })
    expect(read("swap 100 usdc to dai, it's time")).toMatchObject({ kind: 'request' })
  })
})

describe('what is left out of the balances', () => {
  it('is a network, where it is named as one', () => {
    expect(read('show my balances without base')).toMatchObject({ query: { chainIds: [31337], symbols: [] } })
    expect(read('show my balance on base, leave ethereum out')).toMatchObject({
      query: { chainIds: [31338], symbols: [] },
    })
  })

  it('is no token to be shown', () => {
    expect(read('show my balance without the dai').kind).not.toBe('balances')
    expect(read('show my dai balance')).toMatchObject({ query: { symbols: ['DAI'] } })
  })

  it('and what somebody has and wants is no question for them', () => {
    expect(read('what i have: 900 dai. what i want: 0.2 eth. can you do it?')).toMatchObject({
      kind: 'request',
      draft: { action: 'swap', from: { symbol: 'DAI' }, to: { symbol: 'ETH' }, unsure: true },
    })
    expect(read('what i have, in dai?')).not.toMatchObject({ kind: 'request' })
  })
})

describe('what is named beside what is wanted, and is not', () => {
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

  it('is no part of the request', () => {
    expect(read('swap 75 dai to usdc rather than weth')).toMatchObject({ draft: { to: { symbol: 'USDC' } } })
    expect(read(`pay 5 dai to ${to} instead of ${other}`)).toMatchObject({ draft: { recipient: { address: to } } })
    expect(read(`send ${to} 20 - not 200! - dai`)).toMatchObject({
      draft: { amount: { value: '20' }, unsure: true },
    })
  })

  it.each([
    'swap 75 dai instead of usdc',
    "don't swap 75 dai to usdc rather than weth",
    `send dai rather than usdc to ${to}`,
  ])('does not make a request of: %s', (text) => {
    const understood = read(text)
    const isWhole = understood.kind === 'request' && understood.draft.amount && understood.draft.to
    expect(isWhole && !understood.draft.unsure && !understood.draft.unclear).toBeFalsy()
  })
})
