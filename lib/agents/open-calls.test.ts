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

  it('drops the last, and tells that the other is left', async () => {
    const talk = conversation()
    await talk.say(swap)
    await talk.say(payment)
    const [, last] = talk.open
    const dropped = await talk.say('cancel')
    expect(dropped.withdrawn).toEqual([last?.id])
    expect(dropped.text).toContain('The other proposal is still open on its card.')
  })
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
