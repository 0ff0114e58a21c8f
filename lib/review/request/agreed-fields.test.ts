import { getAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { contextOf } from '@/lib/agents/fixtures/context'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { loadReader, type Reader } from '@/lib/language/reader/reader'
import { type RequestFields, requestSentence } from '@/lib/wire/draft'
import type { DraftPlace } from '@/lib/wire/place'
import { reviewProposal } from '../testing/review-proposal'
import type { RequestField } from '../words/agreed'
import { agreedFields } from './agreed-fields'

const { tokens } = devnetAddresses
const anna = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const ben = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const chainId = 31337

let devnet: TestDevnet
let user: TestUser
let reader: Reader

beforeAll(async () => {
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  reader = await loadReader()
})
afterAll(() => devnet?.stop())

const payment: RequestFields = {
  ...{ action: 'send', amount: { kind: 'exact', value: '5' }, token: 'USDC', receiver: anna },
}
const said = `send 5 USDC to ${anna}`

const agreedTo = (fields: RequestFields, words: string, ...edited: RequestField[]) =>
  agreedFields(fields, new Set(edited), { userMessages: [words] }, reader, contextOf(devnet).chains)
/** Returns the fields that are only agreed to, after several messages. */
const agreedAfter = (...userMessages: string[]) =>
  agreedFields(payment, new Set(), { userMessages }, reader, contextOf(devnet).chains).map(({ field }) => field)

describe('the fields of a draft that are only agreed to', () => {
  it('are none if the person asked for all of it', () => {
    expect(agreedTo(payment, said)).toEqual([])
  })

  it('include what the words do not say, unless the person changed it', () => {
    expect(agreedTo({ ...payment, chainId }, said)).toEqual([{ field: 'chainId', value: 'Ethereum (local)' }])
    expect(agreedTo({ ...payment, chainId }, said, 'chainId')).toEqual([])
  })

  it('include what the words say differently, with both values', () => {
    expect(agreedTo({ ...payment, receiver: ben }, said)).toEqual([{ field: 'receiver', value: ben, wrote: anna }])
    const more = { ...payment, amount: { kind: 'exact', value: '5000' } } as const
    expect(agreedTo(more, said)).toEqual([{ field: 'amount', value: '5000', wrote: '5' }])
  })

  it('include a place that the words do not name, or name differently', () => {
    const deposit = { action: 'stake', amount: { kind: 'exact', value: '100' }, token: 'USDC' } as const
    const free = { ...deposit, place: { lockDays: 0 } }
    expect(agreedTo(free, 'stake 100 USDC without a lock-up')).toEqual([])
    expect(agreedTo(free, 'put 100 USDC in the flexible vault')).toEqual([])
    expect(agreedTo(free, 'stake 100 USDC')).toEqual([{ field: 'place', value: 'without a lock-up' }])
    expect(agreedTo({ ...deposit, place: { lockDays: null } }, 'stake 100 USDC without a lock-up')).toEqual([
      { field: 'place', value: 'with a lock-up', wrote: 'without a lock-up' },
    ])
    const name = 'Flexible USDC (countersign) on Ethereum (local)'
    expect(agreedTo({ ...deposit, place: { name } }, 'stake 100 USDC without a lock-up')).toEqual([
      { field: 'place', value: name, wrote: 'without a lock-up' },
    ])
  })

  it('include what the words ask for and the draft leaves out, unless the person emptied it', () => {
    const deposit = { action: 'stake', amount: { kind: 'exact', value: '100' }, token: 'USDC' } as const
    const wrote = [{ field: 'place', value: 'Left open', wrote: 'without a lock-up' }]
    expect(agreedTo(deposit, 'stake 100 USDC without a lock-up')).toEqual(wrote)
    expect(agreedTo(deposit, 'stake 100 USDC without a lock-up', 'place')).toEqual([])
    expect(agreedTo(payment, `${said} on Ethereum`)).toEqual([
      { field: 'chainId', value: 'Left open', wrote: 'Ethereum (local)' },
    ])
  })

  it('include an address that the words only mention or refuse', () => {
    for (const words of [`${anna} drained my wallet`, `is ${anna} a scam?`, `never send 5 USDC to ${anna}`])
      expect(
        agreedTo(payment, words).map(({ field }) => field),
        words,
      ).toContain('receiver')
  })

  it.each([
    'do not send 5 USDC to',
    'I refuse to pay 5 USDC to',
    'under no circumstances shall 5 USDC go to',
    'a man on the phone told me to send 5 USDC to',
    'should I send 5 USDC to',
    'my brother sent 5 USDC to',
  ])('are all fields if the words are “%s …”', (words) => {
    expect(agreedTo(payment, `${words} ${anna}`).map(({ field }) => field)).toEqual([
      ...['action', 'amount', 'token', 'receiver'],
    ])
  })

  it('include a receiver that the person warns of, asks about or refuses, before or after the request', () => {
    expect(agreedAfter('what is my balance?', said)).toEqual([])
    for (const other of [`is ${anna} a scam?`, `${anna} drained my wallet`, `never pay ${anna}`, `who is ${anna}`])
      for (const messages of [
        [other, said],
        [said, other],
      ])
        expect(agreedAfter(...messages), messages.join(' / ')).toContain('receiver')
  })

  it('include what the reader is not sure of', () => {
    expect(agreedTo(payment, `so ${anna} and 5 usdc, hm`).map(({ field }) => field)).toContain('receiver')
  })

  it('are all fields if there is no reader', () => {
    const all = agreedFields(payment, new Set(), { userMessages: [said] }, null, contextOf(devnet).chains)
    expect(all.map(({ field }) => field)).toEqual(['action', 'amount', 'token', 'receiver'])
  })
})

/** Returns the findings of G35 for a transfer, after these words and a draft that was confirmed unchanged. */
async function found(words: string, draft: RequestFields, to: string, usdc: string) {
  const { chains } = contextOf(devnet)
  const sentence = requestSentence(draft, (id) => chains.get(id)?.name ?? '')
  const parameters = {
    ...{ to: tokens.USDC, chainId, value: '0', functionName: 'transfer' },
    args: [to, parseUnits(usdc, 6).toString()],
    abi: ['function transfer(address to, uint256 amount) returns (bool)'],
  }
  const agreed = [{ text: sentence, fields: agreedTo(draft, words) }]
  const proposal = { name: 'call_smart_contract_function', parameters, account: user.address }
  const conversation = { userMessages: [words, sentence], agentBefore: ['', 'Is that right?'], agreed, reader }
  const findings = await reviewProposal({ ...proposal, ...conversation }, contextOf(devnet))
  return findings.filter(({ rule }) => rule === 'G35').map(({ level, title }) => `${level}: ${title}`)
}

describe('the card of a call that a confirmed draft led to', () => {
  it('finds nothing if the draft and the call are what was written', async () => {
    expect(await found(said, payment, anna, '5')).toEqual([])
  })

  it('warns of what was only agreed to', async () => {
    const [finding, ...others] = await found('pay anna for the pizza', payment, anna, '5')
    expect(finding).toBe('WARN: The agent filled in part of this. You confirmed it and did not write it.')
    expect(others).toEqual([])
  })

  it('shows a danger if a hostile service drafts another receiver or amount than was written', async () => {
    const other = 'DANGER: The draft you confirmed is not what you wrote.'
    expect(await found(said, { ...payment, receiver: ben }, ben, '5')).toContain(other)
    expect(await found(said, { ...payment, amount: { kind: 'exact', value: '500' } }, anna, '500')).toContain(other)
  })

  it('shows a danger if the call differs from the draft', async () => {
    const title = 'DANGER: This goes to a different address from the one you asked for.'
    expect(await found(said, payment, ben, '5')).toContain(title)
  })
})

/** Returns the findings of G35 for a deposit of 100 USDC, after these words and a draft that was confirmed unchanged. */
async function foundIn(yieldId: string, place: DraftPlace | undefined, words: string) {
  const context = contextOf(devnet)
  const draft: RequestFields = {
    action: 'stake',
    amount: { kind: 'exact', value: '100' },
    token: 'USDC',
    ...(place && { place }),
  }
  const sentence = requestSentence(draft, (id) => context.chains.get(id)?.name ?? '')
  const findings = await reviewProposal(
    {
      ...{ name: 'enter_staking_yield', parameters: { yieldId, amount: '100', walletAddress: user.address } },
      account: user.address,
      ...{ userMessages: [words, sentence], agentBefore: ['', 'Is that right?'] },
      agreed: [{ text: sentence, fields: agreedTo(draft, words) }],
    },
    context,
  )
  return findings.filter(({ rule }) => rule === 'G35').map(({ level, title }) => `${level}: ${title}`)
}

describe('the card of a deposit that a draft with a place led to', () => {
  const [flexible, locked] = ['local-usdc-flexible-vault', 'local-usdc-locked-vault']
  const another = 'DANGER: This goes beyond a limit you set.'

  it('finds nothing if it goes where the person said', async () => {
    expect(await foundIn(flexible, { lockDays: 0 }, 'stake 100 USDC without a lock-up')).toEqual([])
  })

  it('shows a danger if it goes elsewhere', async () => {
    expect(await foundIn(locked, { lockDays: 0 }, 'stake 100 USDC without a lock-up')).toContain(another)
    const name = 'Flexible USDC (countersign) on Ethereum (local)'
    expect(await foundIn(locked, { name }, 'stake 100 USDC in the first')).toContain(another)
  })

  it('shows a danger if the draft leaves out what the person said', async () => {
    expect(await foundIn(locked, undefined, 'stake 100 USDC without a lock-up')).toEqual([
      'DANGER: The draft you confirmed is not what you wrote.',
    ])
  })

  it('warns of a place that only the agent named', async () => {
    const name = 'Flexible USDC (countersign) on Ethereum (local)'
    expect(await foundIn(flexible, { name }, 'stake 100 USDC')).toEqual([
      'WARN: The agent filled in part of this. You confirmed it and did not write it.',
    ])
  })
})
