import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, following, read, readHere } from '../fixtures/following'
import { lexiconHere } from '../fixtures/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

const [first, base] = localChainIds
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const sum = (value: string) => ({ kind: 'exact', value })

describe('a bridge in everyday words', () => {
  it.each([
    ['bring all my base dai home', 'DAI', { kind: 'all' }],
    ['get my usdc on base back home', 'USDC', { kind: 'all' }],
    ['pull half my usdc back from base', 'USDC', { kind: 'share', part: 1n, whole: 2n }],
    ['bring 200 usdc home from base', 'USDC', sum('200')],
  ])('brings back: %s', (text, symbol, amount) => {
    expect(readHere(text)).toMatchObject({
      draft: { action: 'bridge', amount, from: { symbol }, fromChain: { id: base } },
    })
  })

  it.each([
    'send 100 usdc from L1 to Base, to my own wallet',
    'move 100 usdc to base, my own address',
    'send 100 usdc to base for gas, to myself',
    '100 usdc is what i need on base, send it there',
  ])('goes to the person’s own account: %s', (text) => {
    const understood = readHere(text)
    expect(understood).toMatchObject({ draft: { action: 'bridge', amount: sum('100'), toChain: { id: base } } })
    expect(understood).not.toMatchObject({ draft: { unclear: expect.anything() } })
  })
})

describe('a denial beside a request', () => {
  it.each([
    ['buy usdc with 0.1 weth not eth', 'WETH'],
    ['no monthly plan or anything, just this once buy usdc with 0.1 weth', 'WETH'],
  ])('is not taken for one of it, which is asked for: %s', (text, symbol) => {
    expect(read(text)).toMatchObject({ draft: { amount: sum('0.1'), from: { symbol }, unsure: true } })
  })

  it.each(['swap 1 eth to usdc, not today', 'i do not want to swap 1 eth to usdc', 'buy eth once it drops'])(
    'stays one: %s',
    (text) => {
      expect(read(text).kind).toBe('abstain')
    },
  )
})

describe('a swap in everyday words', () => {
  it.each(['sell me some eth please, 700 usdc worth', 'buy eth for 700 usdc, just this once'])('buys: %s', (text) => {
    expect(read(text)).toMatchObject({
      draft: { action: 'swap', amount: sum('700'), from: { symbol: 'USDC' }, to: { symbol: 'ETH' } },
    })
    expect(read(text)).not.toMatchObject({ draft: { unsure: true } })
  })

  it('may name a network on each side without a verb, and is asked about', () => {
    expect(readHere('0.4 eth on base -> usdc on mainnet')).toMatchObject({
      draft: { action: 'swap', to: { symbol: 'USDC' }, fromChain: { id: base }, toChain: { id: first }, unsure: true },
    })
  })

  it.each([
    ['flip 0.25 ether into dai, cap slippage at 0.3%', 0.003],
    ['swap 0.25 eth into dai and keep slippage under 1%', 0.01],
    ['swap 0.25 eth into dai, limit the slippage to 0.5%', 0.005],
  ])('bounds its slippage: %s', (text, slippage) => {
    expect(read(text)).toMatchObject({ draft: { amount: sum('0.25'), slippage } })
    expect(read(text)).not.toMatchObject({ draft: { unsure: true } })
  })

  it.each([
    "get rid of all my dai, i'd rather have usdc",
    'sell all my dai, i prefer usdc',
    'sell my whole dai stash, I want usdc',
  ])('says what it is to become: %s', (text) => {
    expect(read(text)).toMatchObject({
      draft: { action: 'swap', amount: { kind: 'all' }, from: { symbol: 'DAI' }, to: { symbol: 'USDC' } },
    })
  })
})

describe('what is sent', () => {
  it.each(['my entire dai bag', 'my whole dai stack', 'all of my dai holdings'])('is all of it: %s', (what) => {
    expect(read(`transfer ${what} to ${anybody}`)).toMatchObject({
      draft: { action: 'send', amount: { kind: 'all' }, from: { symbol: 'DAI' }, recipient: { address: anybody } },
    })
    expect(read(`transfer ${what} to ${anybody}`)).not.toMatchObject({ draft: { unsure: true } })
  })

  it.each(['rent is 850 usdc this month, send it', 'the bill is 850 usdc for this week, pay it'])(
    'may be said of a month: %s',
    (text) => {
      expect(read(`my landlord's address is ${anybody}. ${text}`)).toMatchObject({
        draft: { action: 'send', amount: sum('850'), from: { symbol: 'USDC' }, recipient: { address: anybody } },
      })
    },
  )

  it('is still not sent at another time', () => {
    for (const text of ['send 10 usdc this month', 'send 10 usdc next week'])
      expect(read(`${text} to ${anybody}`)).toEqual({ kind: 'abstain', topic: 'scheduled' })
  })

  it('to two is of the token that is named once', () => {
    expect(read(`send ${anybody} 10 and ${second} 20 usdc`)).toMatchObject({
      draft: { amount: sum('10'), from: { symbol: 'USDC' }, recipient: { address: anybody } },
      rest: [{ draft: { amount: sum('20'), from: { symbol: 'USDC' }, recipient: { address: second } } }],
    })
  })

  it('is sent to another one as well, who is named with the address', () => {
    expect(following(`send 0.02 eth to ${anybody}`, 'done', `and dad the same, he's ${second}`)).toMatchObject({
      draft: { action: 'send', amount: sum('0.02'), recipient: { address: second } },
    })
  })
})

describe('an NFT', () => {
  it.each([
    [`send postcard no 2 to ${anybody}... no wait, number 3`, 3n],
    [`send postcard #2 to ${anybody}, sorry, #3`, 3n],
  ])('is corrected in the same breath: %s', (text, tokenId) => {
    expect(read(text)).toMatchObject({ kind: 'nft', nft: { tokenId, recipient: { address: anybody } } })
  })

  it.each([
    [`gift the postcard with the higher number to ${anybody}`, 'high'],
    [`send my oldest postcard to ${anybody}`, 'low'],
    [`send ${anybody} the postcard with the lowest number`, 'low'],
  ])('is told from the others by its number: %s', (text, extreme) => {
    expect(read(text)).toMatchObject({ kind: 'nft', nft: { extreme, recipient: { address: anybody } } })
    expect(read(text)).not.toMatchObject({ nft: { unclear: 'words' } })
  })

  const listed = {
    ...newDialogue,
    offered: ['Countersign Postcards #3 on Ethereum (local)', 'Countersign Postcards #7 on Ethereum (local)'],
  }
  it.each([
    [`send both to ${anybody}`, { amount: 'both' }],
    [`send all of them to ${anybody}`, { amount: 'all' }],
    [`send #7 to ${anybody}`, { tokenId: 7n }],
    [`send number 2 to ${anybody}`, { tokenId: 7n }],
    [`give number 3 to ${anybody}`, { tokenId: 3n }],
    [`send my Postcard #7 to ${anybody}`, { tokenId: 7n }],
    [`send postcard 3 to ${anybody}`, { tokenId: 3n }],
    [`send my postcard number 7 to ${anybody}`, { tokenId: 7n }],
    [`send Countersign Postcards #3 to ${anybody}`, { tokenId: 3n }],
  ])('is one of those that were listed: %s', (text, nft) => {
    expect(understand(text, lexiconHere, listed)).toMatchObject({
      kind: 'nft',
      nft: { collection: 'Countersign Postcards', recipient: { address: anybody }, ...nft },
    })
    expect(understand(text, lexiconHere, listed)).not.toMatchObject({ nft: { unclear: 'words' } })
  })

  it('is what is asked about where others words say that nothing is to be sent', () => {
    expect(read("don't send my postcards yet, just tell me which ones i have")).toEqual({
      kind: 'insight',
      insight: { of: 'nfts' },
    })
  })
})

describe('a question beside a request', () => {
  it('says of which token a share is', () => {
    expect(read("what's my dai balance? then swap 10% of it for eth")).toMatchObject({
      kind: 'request',
      draft: { amount: { kind: 'share', part: 10n, whole: 100n }, from: { symbol: 'DAI' }, to: { symbol: 'ETH' } },
      beside: { kind: 'balances' },
    })
  })
})

describe('a permission', () => {
  it.each([
    'you may shift my usdc by yourself when you find 1.5 points better, lock of two weeks tops',
    'you can move my usdc automatically if there is at least 1.5% more, up to 14 days lock',
    'you are allowed to rebalance my usdc automatically for 1.5 points more, lock-up of 14 days at most',
  ])('is given in so many words: %s', (text) => {
    expect(read(text)).toMatchObject({
      kind: 'rebalance',
      wish: { token: { symbol: 'USDC' }, minIncrease: '1.5', maxLockupDays: 14 },
    })
  })
})

describe('time to think', () => {
  it.each(['actually hold off until tomorrow', 'wait until he answers', 'not yet, until next week'])(
    'is given until then: %s',
    (text) => {
      expect(following(`send 5 usdc to ${anybody}`, 'proposed', text)).toEqual({ kind: 'wait', for: 'card' })
    },
  )
})

describe('a correction', () => {
  it('that names a side and a token of the other side is asked about', () => {
    expect(following('swap 100 usdc to eth', 'proposed', 'for dai instead of usdc')).toMatchObject({
      draft: { unclear: { kind: 'which-side', token: { symbol: 'DAI' } } },
    })
  })
})

it('a name may be dictated with its dots', () => {
  expect(readHere('send one hundred and fifty usdc to friend dot countersign dot eth')).toMatchObject({
    draft: { action: 'send', amount: sum('150'), recipient: { kind: 'name', name: 'friend.countersign.eth' } },
  })
})
