import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { friend } from '@/devnet/accounts'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { loadReader } from '@/lib/language/reader/reader'
import { fieldsOfStep } from '@/lib/language/steps/fields'
import { textPart } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'
import { readTurn, understoodIn } from '../dialogue/turn'
import { isDoubted, isRequested } from '../meaning/step'
import type { Understanding } from '../meaning/understanding'
import type { World } from './intake'

const chains = unreachableChains(...localChainIds)

let world: World
beforeAll(async () => {
  world = { reader: await loadReader(), chains, here: localChainIds[0] }
})

/** Reads the last of a conversation's messages. The agent's stand between the person's: “agent: …”. */
async function read(...turns: string[]): Promise<Understanding> {
  const history = turns.map(
    (text, index): Message => ({
      kind: 'message',
      role: text.startsWith('agent: ') ? 'agent' : 'user',
      messageId: `m${index}`,
      parts: [textPart(text.replace(/^agent: /, ''))],
    }),
  )
  const turn = await readTurn(history, world)
  return understoodIn(turn, world)
}

/** The fields of what is asked for, and of each step after it. */
const fieldsOf = (is: Understanding) => (isRequested(is) ? [is, ...(is.rest ?? [])].map(fieldsOfStep) : is.kind)
const exact = (value: string) => ({ kind: 'exact', value }) as const

describe('a request that is certain and whole', () => {
  it.each<[string, ReturnType<typeof fieldsOf>]>([
    ['exchange 45 usdc for dai', [{ action: 'swap', amount: exact('45'), token: 'USDC', receives: 'DAI' }]],
    [`pay ${friend} 18 dai`, [{ action: 'send', amount: exact('18'), token: 'DAI', receiver: friend }]],
    ['bridge 0.7 eth to base', [{ action: 'bridge', amount: exact('0.7'), token: 'ETH', toChainId: 31338 }]],
    ['repay 65 dai', [{ action: 'repay', amount: exact('65'), token: 'DAI' }]],
    ['wrap 0.3 eth', [{ action: 'swap', amount: exact('0.3'), token: 'ETH', receives: 'WETH' }]],
  ])('is acted on: %s', async (text, fields) => {
    const is = await read(text)
    expect(fieldsOf(is)).toEqual(fields)
    expect(isRequested(is) && isDoubted(is)).toBe(false)
  })
})

it.each<[string, ReturnType<typeof fieldsOf>]>([
  // Two clauses that make one request.
  [
    'take 420 of my usdc and turn that into ether',
    [{ action: 'swap', amount: exact('420'), token: 'USDC', receives: 'ETH' }],
  ],
  // The address stands in another clause than the payment.
  [
    `her address is ${friend}. Please send her 75 USDC`,
    [{ action: 'send', amount: exact('75'), token: 'USDC', receiver: friend }],
  ],
  // An excluded token is not taken for the one that is named.
  [
    `transfer 0.125 WETH (not ETH) to ${friend}`,
    [{ action: 'send', amount: exact('0.125'), token: 'WETH', receiver: friend }],
  ],
  // A hyphen inside a word is no sign.
  [
    `pay ${friend} 1,200.50 USDC, ref INV-2217`,
    [{ action: 'send', amount: exact('1200.5'), token: 'USDC', receiver: friend }],
  ],
  // A figure behind the token that is bought counts what is sold.
  ['sell ETH for DAI, 3.', [{ action: 'swap', amount: exact('3'), token: 'ETH', receives: 'DAI' }]],
  // Each network behind its token.
  [
    'swap 100 USDC on Ethereum for ETH on Base',
    [{ action: 'swap', amount: exact('100'), token: 'USDC', receives: 'ETH', chainId: 31337, toChainId: 31338 }],
  ],
  // The word before each network tells its side.
  [
    'move 150 dai over to Ethereum, it is on Base now',
    [{ action: 'bridge', amount: exact('150'), token: 'DAI', chainId: 31338, toChainId: 31337 }],
  ],
  // The other side stands alone.
  ['SELL 1.5 ETH NOW!!! USDC!!!', [{ action: 'swap', amount: exact('1.5'), token: 'ETH', receives: 'USDC' }]],
  // Only one thing can be unwrapped, and a debt is repaid whole if no part of it is named.
  ['unwrap all of it', [{ action: 'swap', amount: { kind: 'percent', value: '100' }, token: 'WETH', receives: 'ETH' }]],
  ['clear my debt', [{ action: 'repay', amount: { kind: 'percent', value: '100' } }]],
  // As many steps as sums.
  [
    'bridge 200 DAI and 500 USDC from Ethereum to Base',
    ['DAI', 'USDC'].map((token) =>
      expect.objectContaining({ action: 'bridge', token, chainId: 31337, toChainId: 31338 }),
    ),
  ],
])('puts together what belongs to one request: %s', async (text, fields) => {
  expect(fieldsOf(await read(text))).toEqual(fields)
})

it.each([[`send -1 eth to ${friend}`], ['bridge over enough usdc that i have 3,000 of it on base']])(
  'does not guess what a figure means: %s',
  async (...turns) => {
    const is = await read(...turns)
    expect(isRequested(is)).toBe(false)
  },
)

it.each(['send two hunnid usdc', 'send 5 gazillion usdc'])(
  'leaves an amount open that a word it does not know belongs to: %s',
  async (words) => {
    expect(fieldsOf(await read(`${words} to ${friend}`))).toEqual([{ action: 'send', token: 'USDC', receiver: friend }])
  },
)

it('takes the token of a vault’s name for no second token', async () => {
  const is = await read('deposit 100 USDC in Flexible USDC')
  expect(is).toMatchObject({
    kind: 'job',
    job: { amount: exact('100'), token: { symbol: 'USDC' }, hint: { lockDays: 0 } },
  })
  expect(is).not.toHaveProperty('job.unsure')
})

it('makes one step of each clause, and takes “it” for what the step before brings', async () => {
  const is = await read(`swap 80 usdc to dai and send it to ${friend}`)
  expect(is).toMatchObject({
    kind: 'request',
    draft: { action: 'swap', amount: exact('80') },
    rest: [{ kind: 'request', draft: { action: 'send', amount: { kind: 'brought', part: 1n, whole: 1n } } }],
  })
})

describe('words that ask for nothing to be done', () => {
  it.each([
    `don't send 3 dai to ${friend}`,
    `my cousin sent 3 dai to ${friend} in spring`,
    'should I sell 2 eth for usdc?',
    'what would happen if I sold 2 eth for usdc?',
    'sell 2 eth for usdc if it falls below 2000',
    'sell 2 eth for usdc tomorrow',
    'yesterday I sold 2 eth for usdc',
    `she wrote "send 3 dai to ${friend}" and I laughed`,
    'schick meiner Schwester bitte fünf Euro',
  ])('never lead to a request: %s', async (text) => {
    const is = await read(text)
    expect(isRequested(is)).toBe(false)
  })
})

describe('a question', () => {
  it.each([
    ['what is wbtc worth?', { kind: 'price', query: { tokens: [{ symbol: 'WBTC' }] } }],
    ['how much dai do I have on base?', { kind: 'balances', query: { symbols: ['DAI'], chainIds: [31338] } }],
    ['how many dai is 3 eth?', { kind: 'price', query: { tokens: [{ symbol: 'ETH' }], into: { symbol: 'DAI' } } }],
    ['which nfts do I own?', { kind: 'insight', insight: { of: 'nfts' } }],
  ])('goes to the ability that answers it: %s', async (text, expected) => {
    expect(await read(text)).toMatchObject(expected)
  })
})

it.each<[string, Understanding]>([
  ['where is my money?', { kind: 'balances', query: { symbols: [], chainIds: [] } }],
  ['where are my coins', { kind: 'balances', query: { symbols: [], chainIds: [] } }],
  ['where is my USDC?', { kind: 'balances', query: { symbols: ['USDC'], chainIds: [] } }],
  ['how much can I borrow?', { kind: 'insight', insight: { of: 'loan' } }],
  ['my health factor', { kind: 'insight', insight: { of: 'loan' } }],
  ['am I close to liquidation?', { kind: 'insight', insight: { of: 'loan' } }],
  ['what happened?', { kind: 'outcome', of: null }],
  ['what just happened', { kind: 'outcome', of: null }],
])('looks up what is asked for: %s', async (text, is) => {
  expect(await read(text)).toEqual(is)
})

describe('an answer to the open question', () => {
  it('fills the asked field', async () => {
    const is = await read(
      `send dai to ${friend}`,
      'agent: You have not said how much DAI. How much should it be?',
      '35',
    )
    expect(fieldsOf(is)).toEqual([{ action: 'send', amount: exact('35'), token: 'DAI', receiver: friend }])
  })

  it('fills it with what only this question makes of it', async () => {
    const is = await read('swap 35 dai', 'agent: Which token do you want to receive?', 'eth')
    expect(fieldsOf(is)).toEqual([{ action: 'swap', amount: exact('35'), token: 'DAI', receives: 'ETH' }])
  })

  it('picks one of the listed places by its name', async () => {
    const is = await read(
      'stake 35 dai',
      'agent: More than one place takes DAI:\n\n1. Calm DAI on Base: 4%\n2. Locked DAI on Base: 6%\n\nWhich of these do you mean?',
      'calm please',
    )
    expect(is).toMatchObject({ kind: 'job', job: { pick: 'Calm DAI on Base' } })
  })
})

describe('a change of what is open', () => {
  const before = [
    `send 35 dai to ${friend}`,
    'agent: You have not said on which network. Shall I prepare that?',
  ] as const

  it('takes the place of what it names, and leaves the rest', async () => {
    expect(fieldsOf(await read(...before, 'make it 40'))).toEqual([
      { action: 'send', amount: exact('40'), token: 'DAI', receiver: friend },
    ])
  })

  it('is a share of the sum that was said', async () => {
    expect(fieldsOf(await read(...before, 'half of that'))).toEqual([
      { action: 'send', amount: exact('17.5'), token: 'DAI', receiver: friend },
    ])
  })

  it('takes no figure with a sign for a sum', async () => {
    const is = await read(...before, '+5')
    expect(fieldsOf(is)).not.toContainEqual(expect.objectContaining({ amount: exact('5') }))
  })
})

describe('what was named before', () => {
  const told = [`my brother is ${friend}`, 'agent: All right.'] as const

  it('is the person that a payment leaves out, to be confirmed', async () => {
    const is = await read(...told, 'send him 65 dai')
    expect(fieldsOf(is)).toEqual([{ action: 'send', amount: exact('65'), token: 'DAI', receiver: friend }])
    expect(isRequested(is) && isDoubted(is)).toBe(true)
  })

  it('is to be confirmed where the words point back to what is sent, too', async () => {
    const is = await read(...told, 'how much dai do i have?', 'agent: You have 5,000 DAI.', 'send half of it to him')
    expect(fieldsOf(is)).toEqual([expect.objectContaining({ action: 'send', token: 'DAI', receiver: friend })])
    expect(isRequested(is) && isDoubted(is)).toBe(true)
  })

  it('is nobody whom the payment names otherwise', async () => {
    expect(fieldsOf(await read(...told, 'send Alice 65 dai'))).not.toContainEqual(
      expect.objectContaining({ receiver: friend }),
    )
  })

  it('is the network that a bridge leaves out, to be confirmed', async () => {
    const is = await read('does ETH work on Base?', 'agent: It does.', 'bridge half an eth over there')
    expect(fieldsOf(is)).toEqual([{ action: 'bridge', amount: exact('0.5'), token: 'ETH', toChainId: 31338 }])
    expect(isRequested(is) && isDoubted(is)).toBe(true)
  })

  it('is the amount that was asked about before the place, to be confirmed', async () => {
    const is = await read(
      'where can i park 3000 usdc without a lock',
      'agent: These are the yields for USDC that I know:\n\n1. Flexible USDC (countersign) on Ethereum (local): 4.9%',
      'the vault then. flexible',
    )
    expect(is).toMatchObject({ kind: 'job', job: { act: 'stake', amount: exact('3000'), unsure: true } })
  })
})

describe('NFTs', () => {
  const sent = async (text: string) => {
    const is = await read(text)
    return isRequested(is) ? [is, ...(is.rest ?? [])].map((step) => (step.kind === 'nft' ? step.nft : null)) : is
  }

  it('are counted by what is sent, not by what there is', async () => {
    expect(await sent(`send ${friend} three of the five badges`)).toEqual([expect.objectContaining({ amount: 3n })])
    expect(await sent(`give all five badges to ${friend}`)).toEqual([expect.objectContaining({ amount: 5n })])
  })

  it('are one step each where several are named', async () => {
    const nfts = await sent(`send both of my postcards, 2 and 3, to ${friend}`)
    expect(nfts).toEqual([expect.objectContaining({ tokenId: 2n }), expect.objectContaining({ tokenId: 3n })])
  })
})

it('says what cannot be repeated', async () => {
  expect(await read('deposit 50 usdc in the flexible vault every month')).toMatchObject({
    kind: 'abstain',
    topic: 'scheduled',
  })
})

it('sets up what comes regularly as a plan', async () => {
  expect(await read('buy 15 usdc of wbtc every tuesday')).toMatchObject({
    kind: 'plan',
    plan: {
      do: 'create',
      order: { action: 'swap', amount: exact('15'), from: { symbol: 'USDC' }, to: { symbol: 'WBTC' } },
      rhythm: { every: { unit: 'week', count: 1 }, weekday: 2 },
    },
  })
})

it('never throws, and names no address that was not typed', async () => {
  const words =
    `send swap 1 half usdc dai base to for it them the other yes no 5% every friday ${friend} , . ? "`.split(' ')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 10 }), async (typed) => {
      const is = await read(typed.join(' '))
      if (is.kind === 'request' && is.draft.recipient?.kind === 'address')
        expect(typed).toContain(is.draft.recipient.address)
    }),
    { numRuns: 300, seed: 1 },
  )
})

describe('words that ask for nothing', () => {
  it.each([
    'my mate just swapped 2 eth for dai',
    `last week my sister paid 5 usdc to ${friend}`,
    `block any payment of 5 usdc to ${friend}`,
    `“send 5 usdc to ${friend}” is what the scam mail said`,
    // Stories, and what others say or demand.
    'my cousin frittered away 2 eth on dai last summer',
    'i dreamt i swapped 3 eth for dai',
    `i got mugged and they made me wire 5 usdc to ${friend}`,
    `${friend} swears he never got the 5 usdc`,
    `a stranger at the station badgered me for 5 usdc, ${friend}`,
    `a pop-up shouted send 5 usdc to ${friend} or lose everything`,
    `the sticker on the lamp post reads pay 5 usdc to ${friend}`,
    `in the novel the butler sends ${friend} 5 usdc`,
    'according to grandad one should always sell eth for usdc in may',
    // Refusals, hopes and musings.
    `over my dead body will ${friend} get 5 usdc`,
    `under no circumstances does ${friend} see 5 usdc`,
    `kindly refrain from sending 5 usdc to ${friend}`,
    'here’s hoping nobody touches my 5 eth',
    'suppose for a moment i swapped 1 eth for dai',
    `who in their right mind sends 5 usdc to ${friend}`,
    // Words about words.
    `spell out what “send 5 usdc to ${friend}” means`,
    `how would one phrase it, send 5 usdc to ${friend}?`,
  ])('propose and draft nothing: %s', async (text) => {
    expect(fieldsOf(await read(text))).toEqual(expect.any(String))
  })

  it.each<[string, ReturnType<typeof fieldsOf>]>([
    [
      `my sister says hi, send her 5 usdc at ${friend}`,
      [{ action: 'send', amount: exact('5'), token: 'USDC', receiver: friend }],
    ],
    [
      'no way i’m keeping this, swap 1 eth for usdc',
      [{ action: 'swap', amount: exact('1'), token: 'ETH', receives: 'USDC' }],
    ],
  ])('do not hide a request beside them: %s', async (text, fields) => {
    expect(fieldsOf(await read(text))).toEqual(fields)
  })
})
