import { getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { rejectedByUser } from '@/lib/wire/result'
import type { AgentContext } from './agent'
import { createAgents } from './agents'
import { contextOf } from './fixtures/context'
import { fundAccount, owner } from './fixtures/fund'
import type { Said } from './fixtures/judge'
import { first } from './fixtures/phrasing'
import { Talk } from './fixtures/talk'

const { tokens } = devnetAddresses
const second = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const [agent] = createAgents()

let devnet: TestDevnet
let context: AgentContext
beforeAll(async () => {
  devnet = await startTestDevnet()
  await fundAccount(devnet.urls.chains, deployer)
  context = contextOf(devnet)
})
afterAll(() => devnet.stop())

function conversation(): Talk {
  if (!agent) throw new Error('There is no agent')
  return new Talk(agent, owner, context)
}

const swap = 'swap 100 USDC to ETH'
const payment = `send 1 ETH to ${first}`

/** A request, words that change it, and the parameters and the draft of the changed one. */
const changes: readonly [string, string, Record<string, unknown>, Record<string, unknown>][] = [
  [swap, 'make it 200', { fromAmount: '200000000' }, { amount: { kind: 'exact', value: '200' } }],
  [swap, 'make it 200 USDC', { fromAmount: '200000000' }, { amount: { kind: 'exact', value: '200' } }],
  [swap, 'no, WETH instead', { toTokenAddress: tokens.WETH }, { receives: 'WETH' }],
  [swap, 'on Base instead', { fromChainId: 31338 }, { chainId: 31338 }],
  [payment, 'make it 2', { value: String(parseEther('2')) }, { amount: { kind: 'exact', value: '2' } }],
  [payment, `to ${second} instead`, { to: second }, { receiver: second }],
  [payment, 'on Base instead', { chainId: 31338 }, { chainId: 31338 }],
]

describe('a change of a proposal', () => {
  it.each(changes)('takes its place where no other is open: %s, %s', async (asked, words, parameters) => {
    const talk = conversation()
    await talk.say(asked)
    const [open] = talk.open
    const changed = await talk.say(words)
    expect(changed.calls).toMatchObject([{ replaces: open?.id, parameters }])
    expect(changed.text).toContain('It replaces the earlier proposal.')
    expect(talk.open).toHaveLength(1)
  })

  it.each(changes)('is a draft where another is open, which takes its place: %s, %s', async (asked, words, ...is) => {
    const [parameters, draft] = is
    const talk = conversation()
    await talk.say('wrap 0.3 ETH')
    await talk.say(asked)
    const [other, last] = talk.open
    const changed = await talk.say(words)
    expect(changed).toMatchObject({ calls: [], draft })
    const confirmed = await talk.confirm(changed)
    expect(confirmed.calls).toMatchObject([{ replaces: last?.id, parameters }])
    expect(talk.open.map(({ id }) => id)).toContain(other?.id)
    expect(talk.open).toHaveLength(2)
  })

  it.each(changes)('is a draft after it was declined: %s, %s', async (asked, words, ...is) => {
    const [parameters, draft] = is
    const talk = conversation()
    await talk.say(asked)
    await decline(talk)
    const changed = await talk.say(words)
    expect(changed).toMatchObject({ calls: [], draft })
    const confirmed = await talk.confirm(changed)
    expect(confirmed.calls).toMatchObject([{ parameters }])
    expect(confirmed.calls[0]).not.toHaveProperty('replaces')
  })

  it.each(changes)('is neither called nor drafted while a wallet has it: %s, %s', async (asked, words, _, draft) => {
    const talk = conversation()
    await talk.say(asked)
    pass(talk)
    for (const said of [words, 'yes', words]) {
      const kept = await talk.say(said)
      expect(kept.calls).toEqual([])
      expect(kept).not.toHaveProperty('draft')
    }
    expect(talk.open).toHaveLength(1)
    // Once the wallet has refused it, the same words are heard.
    talk.underWay.clear()
    await decline(talk)
    expect(await talk.say(words)).toMatchObject({ calls: [], draft })
  })
})

it('confirms no draft in the place of a proposal that a wallet has by then', async () => {
  const talk = conversation()
  await talk.say('wrap 0.3 ETH')
  await talk.say(payment)
  const drafted = await talk.say('make it 2')
  pass(talk)
  const confirmed = await talk.confirm(drafted)
  expect(confirmed.calls).toEqual([])
  expect(confirmed.text).toContain('Your wallet has the earlier proposal')
  expect(talk.open).toHaveLength(2)
})

it('tells of a proposal that a wallet has that its outcome is open, and drops nothing', async () => {
  const talk = conversation()
  await talk.say(payment)
  pass(talk)
  expect((await talk.say('did it go through?')).text).toContain('I cannot tell yet')
  const dropped = await talk.say('cancel')
  expect(dropped).toMatchObject({ text: 'I will prepare nothing more.', withdrawn: [talk.open[0]?.id] })
})

describe('with two proposals open', () => {
  it('takes the place of the one that the words name by its token', async () => {
    const talk = conversation()
    await talk.say(`send 50 USDC to ${first}`)
    await talk.say('wrap 0.3 ETH')
    const [named] = talk.open
    const drafted = await talk.say('make the USDC one 70')
    expect(drafted).toMatchObject({ calls: [], draft: { action: 'send', amount: { value: '70' }, token: 'USDC' } })
    expect((await talk.confirm(drafted)).calls).toMatchObject([{ replaces: named?.id }])
  })

  it.each([
    `and send 0.2 WETH to ${second}`,
    `also send 0.2 WETH to ${second}`,
    `and the same to ${second}`,
    'another 20',
  ])('adds one more, in the place of none: %s', async (words) => {
    const talk = conversation()
    await talk.say(`send 50 USDC to ${first}`)
    const more = await talk.say(words)
    for (const call of (more.draft ? await talk.confirm(more) : more).calls) expect(call).not.toHaveProperty('replaces')
    expect(talk.open).toHaveLength(2)
  })

  it('drops both where they were asked for in one message', async () => {
    const talk = conversation()
    await talk.say(`send 1 ETH to ${first} and 5 USDC to ${first}`)
    const both = talk.open.map(({ id }) => id)
    expect(await talk.say('cancel')).toMatchObject({ text: 'Dropped. Nothing was sent.', withdrawn: both })
  })
})

/** Two open proposals each, in the order in which they were asked for. */
const pairs = {
  'a swap and a payment': [swap, payment],
  'a payment and a swap': [payment, swap],
  'a bridge and a wrap': ['bridge 50 USDC to Base', 'wrap 0.3 ETH'],
  'two payments': [`send 50 USDC to ${first}`, `send 0.2 WETH to ${second}`],
} as const

type Pair = keyof typeof pairs
/** What words come to: calls taken back by their place, a draft in the place of one, or a question with buttons. */
type Effect =
  | { drops: readonly number[] }
  | { drafts: Record<string, unknown>; for: number }
  | { asks: readonly string[] }

const usdc = (value: string) => ({ action: 'swap', amount: { kind: 'exact', value }, token: 'USDC', receives: 'ETH' })
const eth = (value: string) => ({ action: 'send', amount: { kind: 'exact', value }, token: 'ETH', receiver: first })
const ofBoth = ['Cancel the swap', 'Cancel the transfer', 'Cancel both', 'Keep them']

const effects: readonly [Pair, string, Effect][] = [
  // All of them.
  ['a swap and a payment', 'cancel both', { drops: [0, 1] }],
  ['a swap and a payment', 'cancel everything', { drops: [0, 1] }],
  ['a swap and a payment', 'cancel them', { drops: [0, 1] }],
  ['two payments', 'cancel the payments', { drops: [0, 1] }],
  ['a swap and a payment', 'cancel the swap and the payment', { drops: [0, 1] }],
  // One, by what it does.
  ['a swap and a payment', 'cancel the swap', { drops: [0] }],
  ['a payment and a swap', 'cancel the swap', { drops: [1] }],
  ['a swap and a payment', 'cancel the transfer', { drops: [1] }],
  ['a swap and a payment', "don't do the swap", { drops: [0] }],
  ['a swap and a payment', 'not the swap', { drops: [0] }],
  ['a swap and a payment', "don't send it", { drops: [1] }],
  ['a bridge and a wrap', 'cancel the bridge', { drops: [0] }],
  ['a bridge and a wrap', 'cancel the bridge of 50 USDC to Base', { drops: [0] }],
  ['a bridge and a wrap', 'skip the bridge', { drops: [0] }],
  ['a bridge and a wrap', 'cancel the wrap', { drops: [1] }],
  // By its token, its sum, its receiver, its place in the row.
  ['two payments', 'cancel the USDC one', { drops: [0] }],
  ['two payments', 'cancel the WETH payment', { drops: [1] }],
  ['two payments', `cancel the one to ${first}`, { drops: [0] }],
  ['two payments', 'cancel the payment of 50 USDC', { drops: [0] }],
  ['a swap and a payment', 'cancel the first', { drops: [0] }],
  ['a swap and a payment', 'cancel the last one', { drops: [1] }],
  ['a swap and a payment', 'cancel the other one', { drops: [0] }],
  // All but one.
  ['a swap and a payment', 'cancel everything except the swap', { drops: [1] }],
  // Which one, they do not tell; or what to do with it.
  ['a swap and a payment', 'cancel', { asks: ofBoth }],
  ['a swap and a payment', 'no', { asks: ofBoth }],
  ['a swap and a payment', 'cancel the ETH one', { asks: ofBoth }],
  ['a swap and a payment', 'cancel the swap but keep the payment', { asks: ofBoth }],
  ['a swap and a payment', 'remove both', { asks: ofBoth }],
  [
    'two payments',
    'cancel the payment',
    { asks: ['Cancel the USDC transfer', 'Cancel the WETH transfer', 'Cancel both', 'Keep them'] },
  ],
  ['a bridge and a wrap', 'remove the bridge', { asks: ['Cancel the bridge', 'Keep it'] }],
  ['a swap and a payment', 'keep the swap', { asks: ['Cancel the swap', 'Keep it'] }],
  // A change of one of them.
  ['a swap and a payment', 'make the swap 200', { drafts: usdc('200'), for: 0 }],
  ['a payment and a swap', 'make the swap 200', { drafts: usdc('200'), for: 1 }],
  ['a swap and a payment', 'change the swap to 200', { drafts: usdc('200'), for: 0 }],
  ['a swap and a payment', 'swap 200 instead', { drafts: usdc('200'), for: 0 }],
  ['a payment and a swap', 'send 2 instead', { drafts: eth('2'), for: 0 }],
  ['a payment and a swap', 'make the payment 2 ETH', { drafts: eth('2'), for: 0 }],
  ['a payment and a swap', 'make the first 2', { drafts: eth('2'), for: 0 }],
  ['a swap and a payment', 'half the swap', { drafts: usdc('50'), for: 0 }],
  ['a swap and a payment', 'the swap to DAI instead', { drafts: { ...usdc('100'), receives: 'DAI' }, for: 0 }],
  // What names none changes the last, if the person confirms it.
  ['a swap and a payment', 'make it 2', { drafts: eth('2'), for: 1 }],
]

describe('with two proposals open, words', () => {
  it.each(effects)('%s: %s', async (pair, words, effect) => {
    const talk = conversation()
    for (const asked of pairs[pair]) await talk.say(asked)
    const open = talk.open.map(({ id }) => id)
    expect(open).toHaveLength(2)
    const said = await talk.say(words)
    expect(said.calls).toEqual([])
    if ('drops' in effect) {
      expect(said.withdrawn).toEqual(effect.drops.map((at) => open[at]))
      expect(said.text).toContain('Dropped. Nothing was sent.')
      expect(said.text.includes('The other proposal is still open on its card.')).toBe(effect.drops.length === 1)
    } else if ('drafts' in effect) {
      expect(said).toMatchObject({ draft: effect.drafts })
      expect((await talk.confirm(said)).calls).toMatchObject([{ replaces: open[effect.for] }])
      expect(talk.open).toHaveLength(2)
    } else {
      expect(said).not.toHaveProperty('withdrawn')
      expect(said.displays).toEqual([{ type: 'choices', options: effect.asks }])
      expect(talk.open).toHaveLength(2)
    }
  })

  it.each([
    ['Cancel the swap', [0]],
    ['Cancel the transfer', [1]],
    ['Cancel both', [0, 1]],
    ['Keep them', []],
    ['the first', [0]],
    ['the swap', [0]],
    ['both', [0, 1]],
    ['keep the swap', []],
    ['make it 2', []],
  ])('answer the question which one is meant: %s', async (answer, dropped) => {
    const talk = conversation()
    await talk.say(swap)
    await talk.say(payment)
    const open = talk.open.map(({ id }) => id)
    expect((await talk.say('cancel')).text).toContain('1. Swap 100 USDC')
    const said = await talk.say(answer)
    expect(said).toMatchObject({ calls: [], ...(dropped.length > 0 && { withdrawn: dropped.map((at) => open[at]) }) })
    expect(talk.open.map(({ id }) => id)).toEqual(open.filter((_, at) => !dropped.includes(at)))
  })

  it('go on with the one that is left', async () => {
    const talk = conversation()
    await talk.say(payment)
    await talk.say(swap)
    const [left] = talk.open
    await talk.say('cancel the swap')
    const changed = await talk.say('make it 2')
    expect(changed.calls).toMatchObject([{ replaces: left?.id, parameters: { value: String(parseEther('2')) } }])
  })

  it('neither change nor drop the one that a wallet has', async () => {
    const talk = conversation()
    await talk.say(swap)
    await talk.say(payment)
    const [held, free] = talk.open.map(({ id }) => id)
    if (held) talk.underWay.add(held)
    const kept = await talk.say('make the swap 200')
    expect(kept.calls).toEqual([])
    expect(kept).not.toHaveProperty('draft')
    const dropped = await talk.say('cancel both')
    expect(dropped).toMatchObject({ withdrawn: [held, free] })
    expect(dropped.text).toBe('Dropped, except for what your wallet has.')
    expect(talk.open.map(({ id }) => id)).toEqual([held])
  })
})

it.each([
  [payment, payment],
  [swap, 'Swap 100 usdc for eth'],
  ['supply 50 USDC', 'supply 50 USDC'],
  [`send 1 ETH to ${first} and 5 USDC to ${first}`, `send 1 ETH to ${first} and 5 USDC to ${first}`],
  [payment, 'make it 1 ETH'],
])('does not prepare a second time what is on its card: %s, %s', async (asked, words) => {
  const talk = conversation()
  await talk.say(asked)
  const { open } = talk
  await talk.say('what do I have?')
  const again = await talk.say(words)
  expect(again).toMatchObject({ calls: [], text: expect.stringContaining('on a card already') })
  expect(again).not.toHaveProperty('draft')
  expect(talk.open).toEqual(expect.arrayContaining([...open]))
})

it.each([`send another 1 ETH to ${first}`, `also send 1 ETH to ${first}`])('prepares one more: %s', async (words) => {
  const talk = conversation()
  await talk.say(payment)
  await talk.say(payment)
  expect(talk.open).toHaveLength(1)
  expect((await talk.say(words)).calls).toHaveLength(1)
  expect(talk.open).toHaveLength(2)
})

it('prepares again what was declined', async () => {
  const talk = conversation()
  await talk.say(payment)
  await decline(talk)
  expect((await talk.say(payment)).calls).toHaveLength(1)
})

it.each(['should I buy ETH?', 'what does a swap cost?', 'best yield for ETH?', 'what is 2 ETH in USDC?'])(
  'changes the only one after another question: %s',
  async (question) => {
    const talk = conversation()
    await talk.say(payment)
    const [open] = talk.open
    expect(await talk.say(question)).toMatchObject({ calls: [] })
    const changed = await talk.say('make it 2 ETH')
    expect(changed.calls).toMatchObject([{ replaces: open?.id, parameters: { value: String(parseEther('2')) } }])
  },
)

it.each(['decline both', 'reject them all'])('takes back what is turned down: %s', async (words) => {
  const talk = conversation()
  await talk.say(swap)
  await talk.say(payment)
  expect(await talk.say(words)).toMatchObject({ calls: [], withdrawn: ['call-1-0', 'call-3-0'] })
})

it.each(['decline it', 'I reject it', 'cancel'])('asks which of two is meant: %s', async (words) => {
  const talk = conversation()
  await talk.say(swap)
  await talk.say(payment)
  expect((await talk.say(words)).displays).toEqual([{ type: 'choices', options: ofBoth }])
  expect(talk.open).toHaveLength(2)
})

it.each(['accept it', 'I approve it', 'yes'])('takes no agreement for a refusal: %s', async (words) => {
  const talk = conversation()
  await talk.say(payment)
  expect(await talk.say(words)).not.toHaveProperty('withdrawn')
})

it.each(['half of it', 'send 2 ETH'])('drops what it has asked about, if that is turned down: %s', async (words) => {
  const talk = conversation()
  await talk.say(payment)
  expect((await talk.say(words)).calls).toEqual([])
  expect(await talk.say('reject it')).toMatchObject({ calls: [], text: 'Dropped. Nothing was sent.' })
})

it.each([
  ...['cancel it', 'cancel', 'skip it', 'undo it', 'cancel the payment'],
  ...['Decline it', 'reject it', 'decline', 'reject the transfer', 'turn it down'],
])('drops the only one: %s', async (words) => {
  const talk = conversation()
  await talk.say(payment)
  const [open] = talk.open
  expect(await talk.say(words)).toMatchObject({ text: 'Dropped. Nothing was sent.', withdrawn: [open?.id] })
})

it('takes the name of the only open proposal for it, and no name for a new one', async () => {
  const talk = conversation()
  await talk.say('bridge 50 USDC to Base')
  const [open] = talk.open
  expect(await talk.say('cancel the bridge of 50 USDC to Base')).toMatchObject({ calls: [], withdrawn: [open?.id] })
})

it('takes “cancel everything” for no amount', async () => {
  const talk = conversation()
  await talk.say(payment)
  const said = await talk.say('cancel everything')
  expect(said.calls).toEqual([])
  expect(said).not.toHaveProperty('draft')
})

it.each([
  ['20 less', '80'],
  ['half of it', '50'],
])('drafts what is left of the amount before: %s', async (words, value) => {
  const talk = conversation()
  await talk.say(swap)
  expect(await talk.say(words)).toMatchObject({ calls: [], draft: { amount: { kind: 'exact', value }, token: 'USDC' } })
})

it('takes a coin like the one that is bought for that one', async () => {
  const talk = conversation()
  await talk.say('swap 1 ETH to DAI')
  const changed = await talk.say('no, USDC instead')
  const [call] = changed.calls.length > 0 ? changed.calls : (await talk.confirm(changed)).calls
  expect(call).toMatchObject({ parameters: { fromTokenSymbol: 'ETH', toTokenSymbol: 'USDC' } })
})

it('replaces by a yes to its draft what the draft was of', async () => {
  const talk = conversation()
  await talk.say(swap)
  const [open] = talk.open
  expect(await talk.say('half of it')).toMatchObject({ calls: [] })
  expect((await talk.say('yes')).calls).toMatchObject([{ replaces: open?.id }])
})

it.each([
  ['buy 200 dollars of it', { receives: 'ETH', amount: { kind: 'usd', value: '200' } }],
  ['sell 2 of it', { token: 'ETH', amount: { kind: 'exact', value: '2' } }],
])('reads “%s”, after a price, on the side that the words have with the token itself', async (words, draft) => {
  const talk = conversation()
  await talk.say('what is ETH at?')
  expect(await talk.say(words)).toMatchObject({ calls: [], draft })
})

const pass = (talk: Talk) => {
  for (const { id } of talk.open) talk.underWay.add(id)
}

const decline = (talk: Talk): Promise<Said> => talk.give(talk.open.map((call) => [call, rejectedByUser]))

describe('a change of one of two proposals of a message', () => {
  const both = `send 1 ETH to ${first} and swap 100 USDC to DAI`

  it.each([
    ['make it 2', ['Make the transfer 2', 'Make the swap 2']],
    ['on Base instead', ['The transfer: on Base instead', 'The swap: on Base instead']],
  ])('is asked for by the name of each: %s', async (words, options) => {
    const talk = conversation()
    await talk.say(both)
    const asked = await talk.say(words)
    expect(asked.displays).toEqual([{ type: 'choices', options }])
    expect(talk.open).toHaveLength(2)
    const [transfer] = talk.open
    const drafted = await talk.say(options[0] ?? '')
    expect(drafted.draft).toMatchObject({ action: 'send' })
    expect((await talk.confirm(drafted)).calls).toMatchObject([{ replaces: transfer?.id }])
  })
})

describe('one thing denied for another of its kind', () => {
  it.each([
    [swap, 'not ETH, WBTC', { action: 'swap', receives: 'WBTC', amount: { kind: 'exact', value: '100' } }],
    [payment, `not to him, to ${second}`, { action: 'send', receiver: second }],
  ])('is a draft of the change, and takes nothing back: %s, %s', async (asked, words, draft) => {
    const talk = conversation()
    await talk.say(asked)
    const changed = await talk.say(words)
    expect(changed.draft ?? changed.calls[0]?.parameters).toMatchObject(draft)
    expect(changed).not.toHaveProperty('withdrawn')
    expect(talk.open).toHaveLength(1)
  })
})

it.each(['thanks, that’s all', 'thanks that’s everything'])('takes thanks for no amount: %s', async (words) => {
  const talk = conversation()
  await talk.say(swap)
  expect(await talk.say(words)).toEqual({ text: 'You’re welcome.', calls: [] })
})

it('takes a yes in other words for one, after its own offer only', async () => {
  const talk = conversation()
  await talk.say(payment)
  expect((await talk.say('alright then')).text).toBe('You approve on the card, not here. It is still open.')
  expect((await conversation().say('alright then')).text).toContain('I did not understand that')
})
