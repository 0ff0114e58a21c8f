import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer, friend } from '@/devnet/accounts'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { draftPart, requestPart } from '@/lib/wire/data-parts'
import { type RequestFields, requestSentence } from '@/lib/wire/draft'
import { functionCallPart, type Part, textPart } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'
import type { AgentContext, AgentOutput } from '../agent'
import { createAgents } from '../agents'
import { contextOf } from '../fixtures/context'
import { account, fundAccount, owner } from '../fixtures/fund'
import { memoryPlans } from '../plans/testing/memory-plans'
import { memoryPortfolio } from '../portfolio/testing/memory-portfolio'

const to = friend

let devnet: TestDevnet
let context: AgentContext

beforeAll(async () => {
  devnet = await startTestDevnet()
  await fundAccount(devnet.urls.chains, deployer)
  context = contextOf(devnet)
})
afterAll(() => devnet.stop())

type Call = Extract<AgentOutput, { type: 'call' }>
type Heard = { text: string; calls: Call[]; draft: RequestFields | null }

/** Begins a conversation with the all-purpose agent. */
function talk() {
  const history: Message[] = []
  const add = (role: Message['role'], parts: Part[]) =>
    history.push({ kind: 'message', role, messageId: `m${history.length}`, parts })
  const hear = async (...said: Part[]): Promise<Heard> => {
    add('user', said)
    const heard: Heard = { text: '', calls: [], draft: null }
    const signal = new AbortController().signal
    const turn = {
      agentId: 1,
      owner,
      history: [...history],
      plans: memoryPlans(),
      portfolio: memoryPortfolio(),
      signal,
    }
    for await (const output of createAgents()[0]?.answer(turn, context) ?? []) {
      if (output.type === 'text') heard.text += output.delta
      if (output.type === 'call') heard.calls.push(output)
      if (output.type === 'draft') heard.draft = output.fields
    }
    add('agent', [
      textPart(heard.text),
      ...(heard.draft ? [draftPart({ type: 'draft', id: `d${history.length}`, fields: heard.draft })] : []),
      ...heard.calls.map(({ name, parameters }, at) =>
        functionCallPart({ id: `c${history.length}${at}`, name, parameters }),
      ),
    ])
    return heard
  }
  return {
    say: (text: string) => hear(textPart(text)),
    confirm: (fields: RequestFields) =>
      hear(
        textPart(requestSentence(fields, (id) => context.chains.get(id)?.name ?? '')),
        requestPart({ type: 'request', draft: 'd', fields }),
      ),
  }
}
const say = (text: string) => talk().say(text)
const exact = (value: string) => ({ kind: 'exact', value }) as const

describe('a request whose receiver was told apart from it', () => {
  const asked = `my sister's address is ${to}. send her 0.1 eth`

  it('is offered as it was read, in fields and in words, without a proposal', async () => {
    const { draft, text, calls } = await say(asked)
    expect(draft).toEqual({ action: 'send', amount: exact('0.1'), token: 'ETH', receiver: to })
    expect(text).toBe(`I read that as: send 0.1 ETH to ${to}. Shall I prepare that?`)
    expect(calls).toEqual([])
  })

  it('is prepared as corrected, once it is confirmed', async () => {
    const { say, confirm } = talk()
    await say(asked)
    const { calls, draft } = await confirm({
      action: 'send',
      amount: exact('0.2'),
      token: 'ETH',
      receiver: to,
      chainId: 31338,
    })
    expect(calls).toMatchObject([
      { name: 'send_native_gas_token', parameters: { to, chainId: 31338, value: '200000000000000000' } },
    ])
    expect(draft).toBeNull()
  })

  it('is also prepared after a “yes” in words', async () => {
    const { say } = talk()
    await say(asked)
    const { calls } = await say('yes')
    expect(calls).toMatchObject([{ parameters: { to, value: '100000000000000000' } }])
  })
})

describe('a request with a missing field', () => {
  it('is offered with that field empty, and the text beside it asks for it', async () => {
    const { draft, text } = await say(`send USDC to ${to}`)
    expect(draft).toEqual({ action: 'send', token: 'USDC', receiver: to })
    expect(text).toContain(`So far I read this: “Send … USDC to ${to}”.`)
    expect(text).toMatch(/How much should it be\?$/)
  })

  it('can still be completed in words', async () => {
    const { say } = talk()
    await say(`send USDC to ${to}`)
    const { calls } = await say('12')
    expect(calls).toMatchObject([{ name: 'call_smart_contract_function', parameters: { args: [to, '12000000'] } }])
  })
})

describe('a request that says where', () => {
  it('is offered with the place after a list, and prepared there once it is confirmed', async () => {
    const { say, confirm } = talk()
    await say('what vaults have you got for usdc')
    const { draft, text, calls } = await say('put 800 in the flexible')
    expect(calls).toEqual([])
    expect(draft).toEqual({ action: 'stake', amount: exact('800'), token: 'USDC', place: { lockDays: 0 } })
    expect(text).toBe('I read that as: put 800 USDC into a vault without a lock-up. Shall I prepare that?')
    expect((await confirm(draft ?? { action: 'stake' })).calls).toMatchObject([
      { name: 'enter_staking_yield', parameters: { yieldId: 'local-usdc-flexible-vault', amount: '800' } },
    ])
  })

  it('is offered as a supply if only a lending market of those listed takes the token', async () => {
    const { say } = talk()
    await say('where can i earn with dai?')
    const { draft } = await say('hm ok, put 300 in')
    expect(draft).toEqual({ action: 'supply', amount: exact('300'), token: 'DAI' })
  })

  it('is prepared at another place that the person has chosen instead', async () => {
    const { say, confirm } = talk()
    await say('what vaults have you got for usdc')
    const { draft } = await say('put 800 in the flexible')
    const { calls } = await confirm({ ...draft, action: 'stake', place: { lockDays: null } })
    expect(calls).toMatchObject([{ parameters: { yieldId: 'local-usdc-locked-vault' } }])
  })

  it('asks which one is meant if there is no place of the name', async () => {
    const name = 'Golden USDC (countersign) on Ethereum (local)'
    const fields: RequestFields = { action: 'stake', amount: exact('800'), token: 'USDC', place: { name } }
    const { calls, text } = await talk().confirm(fields)
    expect(calls).toEqual([])
    expect(text).toContain('I could not tell which of them you mean.')
  })
})

describe('a message that requests nothing', () => {
  it.each([
    'hello',
    `should I lob 0.1 eth at ${to}?`,
    `somebody told me to lob 0.1 eth at ${to}`,
    'my brother ditched 2 ETH for USDC last week',
    'what is ETH worth?',
  ])('leads to neither a proposal nor a draft: “%s”', async (text) => {
    expect(await say(text)).toMatchObject({ calls: [], draft: null })
  })
})

it.each([
  ['the zero address', '0x0000000000000000000000000000000000000000'],
  ['a burn address', '0x000000000000000000000000000000000000dEaD'],
  ['a token’s own contract', devnetAddresses.tokens.USDC],
  ['the account’s own address', account],
])('answers a send to %s in words, with no receiver to confirm', async (_, address) => {
  for (const text of [`lob 0.1 eth at ${address}`, `send 0.1 ETH to ${address}`]) {
    const { calls, draft, text: words } = await say(text)
    expect(calls).toEqual([])
    expect(draft?.receiver).toBeUndefined()
    expect(words).toMatch(/lost|your own/)
  }
})

it('proposes a certain and complete request at once', async () => {
  const { calls, draft } = await say(`send 0.1 ETH to ${to}`)
  expect(calls).toHaveLength(1)
  expect(draft).toBeNull()
})

it.each<RequestFields>([
  { action: 'swap', amount: exact('1'), token: 'ETH', receives: 'USDC', chainId: 31337, slippage: 0.003 },
  { action: 'bridge', amount: exact('100'), token: 'USDC', chainId: 31337, toChainId: 31338 },
  { action: 'send', amount: { kind: 'percent', value: '50' }, token: 'USDC', receiver: to, chainId: 31337 },
  { action: 'supply', amount: { kind: 'usd', value: '20' }, token: 'USDC', chainId: 31337 },
  { action: 'stake', amount: exact('100'), token: 'USDC', place: { lockDays: 0 }, chainId: 31337 },
  { action: 'stake', amount: exact('100'), token: 'USDC', place: { lockDays: null } },
  { action: 'stake', amount: exact('100'), token: 'USDC', place: { lockDays: 7 } },
  {
    ...{ action: 'stake', amount: exact('100'), token: 'USDC' },
    place: { name: 'Flexible USDC (countersign) on Ethereum (local)' },
  },
  {
    ...{ action: 'supply', amount: exact('100'), token: 'USDC' },
    place: { name: 'Local lending on Ethereum (local)' },
  },
])('prepares the same from the sentence alone as from the fields, or offers it: %j', async (fields) => {
  const sentence = requestSentence(fields, (id) => context.chains.get(id)?.name ?? '')
  const [byWords, byFields] = [await say(sentence), await talk().confirm(fields)]
  expect(byFields.calls).toHaveLength(1)
  if (byWords.draft) expect(byWords.draft).toEqual(fields)
  else expect(byWords.calls).toEqual(byFields.calls)
})

describe('by the reader alone', () => {
  it('a certain and complete request is proposed at once', async () => {
    const { calls, draft } = await talk().say(`send 0.3 ETH to ${to}`)
    expect(calls).toMatchObject([{ parameters: { to, value: '300000000000000000' } }])
    expect(draft).toBeNull()
  })

  it('an incomplete one is offered with its gap, and the answer completes it', async () => {
    const { say } = talk()
    expect(await say(`send USDC to ${to}`)).toMatchObject({
      calls: [],
      draft: { action: 'send', token: 'USDC', receiver: to },
    })
    const { calls } = await say('16')
    expect(calls).toMatchObject([{ name: 'call_smart_contract_function', parameters: { args: [to, '16000000'] } }])
  })

  it.each([
    `my aunt sent 0.3 ETH to ${to}`,
    `never send 0.3 ETH to ${to}`,
    'what if I sold 0.3 ETH for USDC?',
    'send 0.3 ETH to 0x000000000000000000000000000000000000dEaD',
  ])('nothing is proposed: %s', async (text) => {
    expect((await talk().say(text)).calls).toEqual([])
  })
})

it.each([
  ['send 100 USDC', 'should I buy ETH?'],
  [`send 100 USDC to ${to}`, 'should I sell DAI?'],
])('keeps a draft as it is where something else is asked: %s, %s', async (asked, question) => {
  const { say } = talk()
  const { calls, draft } = await say(asked)
  expect(await say(question)).toMatchObject({
    ...{ calls: [], draft: null },
    text: expect.stringContaining('no advice'),
  })
  if (calls.length === 0) {
    expect(draft).not.toBeNull()
    expect((await say(to)).calls).toHaveLength(1)
  }
})

it.each([
  ['send all my ETH', 'buy some bitcoin', { action: 'swap', receives: 'WBTC' }],
  [`send all my ETH to ${to}`, 'buy some bitcoin', { action: 'swap', receives: 'WBTC' }],
  ['swap all my ETH to USDC', 'buy some bitcoin', { action: 'swap', receives: 'WBTC' }],
  ['supply all my USDC', 'supply some DAI', { action: 'supply', token: 'DAI' }],
])('takes no amount from another wish: %s, %s', async (asked, other, draft) => {
  const { say } = talk()
  await say(asked)
  const heard = await say(other)
  expect(heard).toMatchObject({ calls: [], draft })
  expect(heard.draft).not.toHaveProperty('amount')
})
