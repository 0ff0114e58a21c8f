import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import type { AgentContext } from './agent'
import { createAgents } from './agents'
import { contextOf } from './fixtures/context'
import { fundAccount, owner } from './fixtures/fund'
import { Talk } from './fixtures/talk'

let devnet: TestDevnet
let context: AgentContext
beforeAll(async () => {
  devnet = await startTestDevnet()
  await fundAccount(devnet.urls.chains, deployer)
  context = contextOf(devnet)
})
afterAll(() => devnet.stop())

async function lastOf(...said: readonly string[]) {
  const [agent] = createAgents()
  if (!agent) throw new Error('There is no agent')
  const talk = new Talk(agent, owner, context)
  let answer = await talk.say(said[0] ?? '')
  for (const words of said.slice(1)) answer = await talk.say(words)
  return answer
}

const year = 'how much would I earn with 1000 USDC in a year'

describe('what a sum would earn', () => {
  it('is an estimate in the best place of each kind, with every place in the table', async () => {
    const { text, displays, calls } = await lastOf(year)
    expect(text).toMatch(/^An estimate, assuming today’s rates stay the same: 1,000 USDC would earn about /)
    expect(text).toMatch(
      /Locked USDC .*locked for 7 days.* and about [\d.]+ USDC in a year in Flexible USDC .*no lock-up/,
    )
    // 11.5% and 4.8% of 1,000.
    expect(text).toContain('(as the local yield service says): about 115 USDC in a year')
    expect(text).toContain('(as the local yield service says): about 48 USDC in a year')
    expect(text).toContain('Interest on interest is not counted.')
    expect(text).toContain('Say “stake 1000 USDC in the first”')
    expect(displays).toMatchObject([{ type: 'yields' }])
    expect(calls).toEqual([])
  })

  it.each([
    ['what would 500 USDC make in 90 days', 'about 5.9178 USDC in 90 days'],
    ['how much would I earn per month with my USDC', '5,000 USDC would earn about'],
    ['how much would I earn per month with my USDC', 'about 20 USDC in a month'],
    ['if I lend out half my USDC, what would I get in a month?', '2,500 USDC would earn about'],
    ['what would 2000 USDC earn if I lock it for 30 days', 'No place I know of locks your money for 30 days'],
    ['how much can I make with $2000 of USDC by the end of the year', '$2,000.00 would earn about $'],
  ])('is worked out for the sum and the time of the question: %s', async (said, told) => {
    expect((await lastOf(said)).text).toContain(told)
  })

  it.each([
    ['and in 90 days?', 'about 11.8356 USDC in 90 days'],
    ['what about per month?', 'about 4 USDC in a month'],
    ['and with 2000 USDC', 'about 96 USDC in a year'],
  ])('is worked out anew for what a short question names: %s', async (said, told) => {
    expect((await lastOf(year, said)).text).toContain(told)
  })

  it('is of places that lock it, if it is to be locked', async () => {
    const { text } = await lastOf(year, 'if I lock it')
    expect(text).toContain('about 115 USDC in a year')
    expect(text).not.toContain('Flexible')
  })

  it('is of the deposit that “it” stands for', async () => {
    const { text } = await lastOf('put 500 USDC in the flexible vault', 'how much would that earn me in a month')
    expect(text).toContain('500 USDC would earn about')
    expect(text).toContain('about 2 USDC in a month')
    expect(text).not.toContain('Locked')
  })

  it('needs a sum where the wallet has none', async () => {
    expect((await lastOf('how much would I earn per month with my DAI')).text).toContain('You hold none of it')
  })
})

describe('values in another currency', () => {
  it.each(['what’s my balance worth in euros', 'how much is 1 ETH in GBP', 'can you show values in yen'])(
    'are said to be in dollars only: %s',
    async (said) => {
      expect((await lastOf(said)).text).toMatch(/^I know values in US dollars only, not in (EUR|GBP|JPY):/)
    },
  )

  it('are not, if dollars are asked for', async () => {
    expect((await lastOf('how much is 1 ETH in USD')).text).not.toContain('dollars only')
  })

  it('are no amounts', async () => {
    const { text, draft } = await lastOf('swap 100 EUR of ETH to USDC')
    expect(text).toContain('I cannot use “100 EUR”')
    expect(draft).toEqual({ action: 'swap', token: 'ETH', receives: 'USDC' })
  })
})

describe('a choice that is open', () => {
  it.each(['stake 100 USDC', 'stake 100 usdc please', 'go on then'])(
    'is named with its buttons, and not listed anew: %s',
    async (again) => {
      const first = await lastOf('stake 100 USDC')
      const { text, displays } = await lastOf('stake 100 USDC', again)
      expect(text).toContain('that choice is still open')
      expect(text).not.toContain('a year')
      expect(displays).toEqual(first.displays)
      expect((await lastOf('stake 100 USDC', again, 'the second')).calls).toMatchObject([
        { name: 'enter_staking_yield', parameters: { yieldId: 'local-usdc-locked-vault' } },
      ])
    },
  )

  it('gives way to another request', async () => {
    expect((await lastOf('stake 100 USDC', 'stake 200 USDC')).text).toContain('4.8% a year')
  })
})
