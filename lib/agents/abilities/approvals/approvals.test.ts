import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer, friend } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { loadReader } from '@/lib/language/reader/reader'
import type { Agent, AgentContext } from '../../agent'
import { createAgents } from '../../agents'
import { contextOf } from '../../fixtures/context'
import { account, fundAccount, owner } from '../../fixtures/fund'
import { hear, userMessage } from '../../fixtures/judge'

const { tokens, nfts, diamond } = devnetAddresses

let devnet: TestDevnet
let context: AgentContext
const [general, , yields] = createAgents() as [Agent, Agent, Agent]

beforeAll(async () => {
  devnet = await startTestDevnet()
  await fundAccount(devnet.urls.chains, deployer)
  context = { ...contextOf(devnet), reader: loadReader }
})
afterAll(() => devnet.stop())

const ask = (text: string, agent = general) => hear(agent, [userMessage(text, 'u')], owner, context)

async function give(to: Hex, data: Hex) {
  const { client, info } = devnet.first
  await client.impersonateAccount({ address: account })
  const wallet = createWalletClient({ account, chain: info.viemChain, transport: http(info.rpcUrl) })
  await minedReceipt(client, await wallet.sendTransaction({ to, data }))
}
const approve = (spender: Hex, amount: bigint) =>
  give(tokens.USDC, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }))

const questions = ['what approvals do I have?', 'show my allowances', 'which contracts can spend my tokens?']

describe('a question about approvals', () => {
  it.each(questions)('says that none stands, and where it looked: %s', async (text) => {
    const said = await ask(text)
    expect(said.text).toMatch(
      /^I found no approval that stands\. I searched Ethereum \(local\) and Base \(local\) from their first blocks on\./,
    )
    expect(said.displays).toBeUndefined()
    expect(said.calls).toEqual([])
  })

  it.each(questions)('lists those that stand as a table: %s', async (text) => {
    await approve(diamond, maxUint256)
    await approve(friend, parseUnits('25', 6))
    const said = await ask(text)
    const row = { chainId: 31337, kind: 'token', contract: tokens.USDC, since: expect.any(Number) }
    expect(said.displays).toEqual([
      {
        type: 'allowances',
        rows: [
          { ...row, spender: friend },
          { ...row, spender: diamond },
        ],
      },
    ])
    expect(said.text).toContain(`Swap and bridge router (${diamond}) may spend without limit, now 5,000 USDC`)
    expect(said.text).toContain(`${friend} may spend up to 25 USDC, now 25 USDC`)
    expect(said.text).toContain('permits that were signed but not used')
    expect(said.calls).toEqual([])
  })

  it('is passed on by an agent without that ability', async () => {
    expect((await ask('what approvals do I have?', yields)).text).toMatch(/^As Yield I do not do that/)
  })

  it('is not what a question about balances is taken for', async () => {
    expect((await ask('what do I have?')).calls).toMatchObject([{ name: 'show_token_balance_ui' }])
  })
})

describe('a request to take one back', () => {
  it('is a call that sets the allowance to zero', async () => {
    const said = await ask(`Revoke the USDC allowance of ${friend} on Ethereum (local)`)
    expect(said.calls).toEqual([
      {
        type: 'call',
        name: 'call_smart_contract_function',
        parameters: {
          ...{ to: tokens.USDC, chainId: 31337, value: '0', functionName: 'approve', args: [friend, '0'] },
          abi: ['function approve(address spender, uint256 amount) returns (bool)'],
        },
      },
    ])
  })

  it('takes back the right to move a collection', async () => {
    const abi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
    await give(nfts.postcards, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [friend, true] }))
    const said = await ask(`Revoke the Countersign Postcards approval of ${friend} on Ethereum (local)`)
    expect(said.calls).toMatchObject([
      { parameters: { to: nfts.postcards, functionName: 'setApprovalForAll', args: [friend, 'false'] } },
    ])
  })

  it.each(['i take back the permission i gave you', 'turn off the permission'])('is not: %s', async (text) => {
    expect((await ask(text)).text).not.toMatch(/approval/)
  })

  it('prepares nothing where several fit, or none', async () => {
    const several = await ask('revoke my USDC approval')
    expect(several.calls).toEqual([])
    expect(several.displays).toMatchObject([{ type: 'allowances' }])
    const none = await ask(`Revoke the USDC allowance of ${tokens.DAI} on Ethereum (local)`)
    expect(none.calls).toEqual([])
    expect(none.text).toMatch(/^I found no approval for USDC of 0x.* Nothing has been prepared\./)
  })
})
