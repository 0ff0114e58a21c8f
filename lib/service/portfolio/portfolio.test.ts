import { rm } from 'node:fs/promises'
import { encodeFunctionData, type LocalAccount, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import type { Agent } from '@/lib/agents/agent'
import { createAgents } from '@/lib/agents/agents'
import { contextOf } from '@/lib/agents/fixtures/context'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readConfig } from '@/lib/config'
import { openDatabase } from '../database/open-database'
import { Browser, call, newAccount, result, signIn, words } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService } from '../testing/test-service'

const dayMs = 86_400_000
const port = 22_987
const begin = Date.now() - 100 * dayMs
const nothingYet = 'There is nothing to compare with yet'

let clock = begin
let devnet: TestDevnet
let dataDir: string
let running: TestService

/** Answers like the built-in agent, then fails. */
const failing: Agent = {
  ...{ id: 9, name: 'Failing', description: '', tags: [], examples: [] },
  answer: async function* (turn, context) {
    const [countersign] = createAgents()
    if (countersign) yield* countersign.answer(turn, context)
    throw new Error('the agent broke off')
  },
}

beforeAll(async () => {
  ;[devnet, dataDir] = await Promise.all([startTestDevnet(), newDataFolder()])
  running = await open()
})
afterAll(async () => {
  await running?.stop()
  await devnet?.stop()
  await rm(dataDir, { recursive: true })
})

function open() {
  const { chains, yields } = contextOf(devnet)
  return startTestService({
    ...{ port, dataDir, chains, yields, now: () => clock, planTickMs: 3_600_000 },
    agents: [...createAgents(), failing],
    settings: { RETENTION_DAYS: '30' },
  })
}

async function signedIn(account: LocalAccount): Promise<Browser> {
  const browser = new Browser(running.origin)
  expect((await signIn(browser, account, {}, clock)).status).toBe(200)
  return browser
}

async function analyse(browser: Browser, agentId = 1): Promise<string> {
  const asked = { ...words('analyse my portfolio'), configuration: { agentId } }
  return (await result(call(browser, 'message/send', asked))).status.message?.parts[0]?.text ?? ''
}

async function mint({ address }: LocalAccount, usdc: string) {
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [address, parseUnits(usdc, 6)] })
  const { client } = devnet.first
  const to = devnetAddresses.tokens.USDC
  const hash = await client.sendTransaction({ account: deployer, chain: null, to, data, gas: 1_000_000n })
  expect((await minedReceipt(client, hash)).status).toBe('success')
}

it('remembers only each account’s own last look, in every conversation, across a restart', async () => {
  const [ada, bob] = [newAccount(), newAccount()]
  await mint(ada, '100')
  const page = await signedIn(ada)
  expect(await analyse(page)).toContain(nothingYet)
  await mint(ada, '50')
  // Another agent, another conversation.
  expect(await analyse(page, 4)).toContain('50 USDC more in your wallet')
  expect(await analyse(await signedIn(bob))).toContain(nothingYet)

  await running.stop()
  clock += dayMs
  running = await open()
  await mint(ada, '25')
  const after = await analyse(await signedIn(ada))
  expect(after).toContain('25 USDC more in your wallet on Ethereum (local): 150 USDC before, 175 USDC now')
  expect(after).toContain(`at ${new Date(begin).toISOString().slice(0, 10)}`)
})

it('does not compare with what an interrupted turn saw', async () => {
  const ada = newAccount()
  const page = await signedIn(ada)
  await mint(ada, '10')
  await analyse(page)
  await mint(ada, '5')
  expect(await analyse(page, failing.id)).toContain('5 USDC more')
  expect(await analyse(page)).toContain('5 USDC more in your wallet on Ethereum (local): 10 USDC before, 15 USDC now')
})

it('is deleted with the account’s data, and after the retention days', async () => {
  const [ada, bob] = [newAccount(), newAccount()]
  const [hers, his] = [await signedIn(ada), await signedIn(bob)]
  for (const page of [hers, his]) expect(await analyse(page)).toContain(nothingYet)
  expect((await hers.fetch('/api/account', { method: 'DELETE' })).status).toBe(200)
  expect(await analyse(await signedIn(ada))).toContain(nothingYet)
  expect(await analyse(his)).toContain('Since I last looked')

  // Two restarts sweep: one a day too early, one after the configured time.
  for (const [days, told] of [
    [29, 'Since I last looked'],
    [31, nothingYet],
  ] as const) {
    await running.stop()
    clock += days * dayMs
    running = await open()
    expect(await analyse(await signedIn(bob))).toContain(told)
  }
})

it('leaves nothing of a deleted account in the database', async () => {
  const ada = newAccount()
  const page = await signedIn(ada)
  await analyse(page)
  await page.fetch('/api/account', { method: 'DELETE' })
  await running.stop()
  const database = await openDatabase(readConfig({ PORT: String(port), DATA_DIR: dataDir }), () => clock)
  const rows = await database.query(
    'select owner from portfolio_looks l where not exists (select 1 from auth_user u where u.id = l.owner)',
  )
  await database.close()
  running = await open()
  expect(rows).toEqual([])
})
