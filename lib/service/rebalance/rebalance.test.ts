import { rm } from 'node:fs/promises'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  erc4626Abi,
  type Hex,
  http,
  type LocalAccount,
  parseEther,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { createAgents } from '@/lib/agents/agents'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner } from '@/lib/chain/lending/testing/local-market'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { createYields } from '@/lib/chain/yields/all-yields'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { RebalancePermission } from '@/lib/wire/consent'
import type { Database, Query } from '../database/database'
import { openPglite } from '../database/pglite'
import { revokePermission } from '../permissions/store'
import { Browser, call, newAccount, result, signIn } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService, type TestServiceOptions } from '../testing/test-service'
import { proposeMoves } from './propose-moves'
import { closeEpisodes, openEpisode } from './store'
import { permit } from './testing/permit'

const { tokens, vaults } = devnetAddresses
const minute = 60_000
const port = 22_940

let devnet: TestDevnet
let dataDir: string
let people: Record<'ada' | 'bob' | 'eve' | 'zoe' | 'joe' | 'max' | 'ian', Person>
let now = Date.now()

type Person = { account: LocalAccount; browser: Browser; userId: string }

/** Each has 40 USDC in the flexible vault. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  dataDir = await newDataFolder()
  const running = await open()
  const arrive = () => newPerson(running.origin)
  const [ada, bob, eve] = [await arrive(), await arrive(), await arrive()]
  people = { ada, bob, eve, zoe: await arrive(), joe: await arrive(), max: await arrive(), ian: await arrive() }
  await running.stop()
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true })
})

const chainsOf = () => devnetChains(devnet.port)
const contextOf = () => {
  const chains = chainsOf()
  return {
    chains,
    routing: createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign' }),
    yields: createYields({ apiUrl: devnet.urls.yield, chains, now: Date.now }),
    now: () => now,
  }
}
const open = (more: Partial<TestServiceOptions> = {}): Promise<TestService> => {
  const { chains, yields } = contextOf()
  return startTestService({ port, dataDir, agents: createAgents(), chains, yields, ...more })
}

async function send(account: LocalAccount, to: Address, data: Hex): Promise<Hex> {
  const { info, client } = devnet.first
  const wallet = createWalletClient({ account, chain: info.viemChain, transport: http(info.rpcUrl) })
  const hash = await wallet.sendTransaction({ to, data, gas: 2_000_000n })
  expect((await minedReceipt(client, hash)).status).toBe('success')
  return hash
}

async function newPerson(origin: string): Promise<Person> {
  const [browser, account] = [new Browser(origin), newAccount()]
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await (await signIn(browser, account)).json())
  await devnet.first.client.setBalance({ address: account.address, value: parseEther('10') })
  const assets = parseUnits('40', 6)
  await marketOwner(devnet.first).mint(tokens.USDC, account.address, assets)
  const approve = { abi: erc20Abi, functionName: 'approve', args: [vaults.flexibleUsdc, assets] } as const
  await send(account, tokens.USDC, encodeFunctionData(approve))
  const deposit = { abi: erc4626Abi, functionName: 'deposit', args: [assets, account.address] } as const
  await send(account, vaults.flexibleUsdc, encodeFunctionData(deposit))
  return { account, browser, userId: user.id }
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPglite(dataDir)
  return work(database).finally(() => database.close())
}

/** Withdraws everything that an account has in the flexible vault. */
async function leaveVault(account: LocalAccount): Promise<Hex> {
  const at = { address: vaults.flexibleUsdc, abi: erc4626Abi } as const
  const shares = await devnet.first.client.readContract({
    ...at,
    functionName: 'balanceOf',
    args: [account.address],
  })
  const redeem = { abi: erc4626Abi, functionName: 'redeem', args: [shares, account.address, account.address] } as const
  return send(account, vaults.flexibleUsdc, encodeFunctionData(redeem))
}

function tellExit(browser: Browser, id: string | undefined, txHash: Hex) {
  const outcome = { status: 'success', txHash, chainId: 31337 }
  const part = { type: 'functionReturn', id, name: 'exit_staking_yield', result: outcome }
  return result(call(browser, 'message/send', { message: { role: 'user', parts: [part] } }))
}

/** Grants a permission as of the tests' clock. */
const permitted = (query: Query, { account, userId }: Person, change: Partial<RebalancePermission> = {}) =>
  permit(query, { address: account.address, userId }, now, change)

const look = (database: Database, more: Partial<Parameters<typeof proposeMoves>[0]> = {}) =>
  proposeMoves(
    { database, context: contextOf(), everyMs: 10 * minute, timeoutMs: 60_000, ...more },
    new AbortController().signal,
  )

const proposalsOf = async (query: Query, { userId }: Person) =>
  z
    .array(z.object({ task_id: z.string(), key: z.string() }))
    .parse(await query(`select task_id, key from proposals where owner = $1 and kind = 'rebalance'`, [userId]))

it('proposes the exit once, and then the deposit of its proceeds', async () => {
  const { ada } = people
  const id = await withDatabase(async (database) => {
    const { query } = database
    await permitted(query, ada)
    // Exactly one of many concurrent instances finds it.
    const made = await Promise.all([look(database), look(database), look(database)])
    expect(made.toSorted()).toEqual([0, 0, 1])
    const [proposal, ...others] = await proposalsOf(query, ada)
    expect(others).toEqual([])
    // Until somebody answers, there is nothing more to propose, and nothing is checked.
    now += 10 * minute
    expect(await look(database, { context: { ...contextOf(), yields: noYields } })).toBe(0)
    return proposal?.task_id
  })

  const running = await open()
  const { browser, account } = ada
  const listed = z.object({ proposals: z.array(z.object({ title: z.string(), kind: z.string() })) })
  const { proposals } = listed.parse(await (await browser.fetch('/api/proposals')).json())
  expect(proposals).toEqual([{ kind: 'rebalance', title: expect.stringMatching(/^A better place for your USDC: 1\d/) }])
  const task = await result(call(browser, 'tasks/get', { id }))
  const [words, exit] = task.history?.[0]?.parts ?? []
  expect(exit).toMatchObject({
    name: 'exit_staking_yield',
    parameters: {
      yieldId: 'local-usdc-flexible-vault',
      amount: expect.stringMatching(/^\d+(\.\d+)?$/),
      walletAddress: account.address,
    },
  })
  expect(words?.text).toMatch(/^1\. Locked USDC .* on Ethereum \(local\): USDC, 1[\d.]+% a year, locked for 7 days/m)
  expect(words?.text).toContain('depositing exactly what it brought')

  const { client } = devnet.first
  const txHash = await leaveVault(account)
  const balance = await client.readContract({
    address: tokens.USDC,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account.address],
  })
  // Money that was already in the wallet is not part of the move.
  await marketOwner(devnet.first).mint(tokens.USDC, account.address, 5_000_000n)
  const answered = await tellExit(browser, exit?.id, txHash)
  const [said, entry, ...rest] = answered.status.message?.parts ?? []
  expect(rest).toEqual([])
  const brought = `${balance / 1_000_000n}.${(balance % 1_000_000n).toString().padStart(6, '0')}`.replace(/\.?0+$/, '')
  expect(entry).toMatchObject({
    name: 'enter_staking_yield',
    parameters: { yieldId: 'local-usdc-locked-vault', amount: brought, tokenAddress: tokens.USDC, chainId: 31337 },
  })
  expect(said?.text).toContain(`It brought ${formatAmount(balance, 6, 'in')} USDC to your wallet.`)
  await running.stop()
})

it('proposes no deposit if the permission has expired meanwhile, and says where the money is', async () => {
  const { max } = people
  const validUntil = Math.floor(now / 1000) + 3_600
  const id = await withDatabase(async (database) => {
    await permitted(database.query, max, { validUntil })
    expect(await look(database)).toBe(1)
    return (await proposalsOf(database.query, max))[0]?.task_id
  })
  // Its own check of ended permissions is done before this one ends.
  const running = await open({ now: () => now, planTickMs: 3_600_000 })
  const task = await result(call(max.browser, 'tasks/get', { id }))
  const txHash = await leaveVault(max.account)
  const before = now
  now = validUntil * 1000
  const answered = await tellExit(max.browser, task.metadata.pendingCalls[0], txHash)
  now = before
  await running.stop()
  expect(answered.metadata.pendingCalls).toEqual([])
  expect(answered.status.message?.parts.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /It brought (?:39|40)(?:\.\d+)? USDC to your wallet\. The permission for this move has expired, so I am not proposing a deposit, and the USDC stays there\./,
    ),
  ])
})

it('says where the proceeds of an exit are after its permission was revoked, and proposes no deposit', async () => {
  const { ian } = people
  const { id, permissionId } = await withDatabase(async (database) => {
    const permissionId = await permitted(database.query, ian)
    expect(await look(database)).toBe(1)
    return { id: (await proposalsOf(database.query, ian))[0]?.task_id, permissionId }
  })
  const running = await open({ now: () => now, planTickMs: 3_600_000 })
  const task = await result(call(ian.browser, 'tasks/get', { id }))
  // The wallet was asked before the permission was revoked.
  expect((await ian.browser.fetch(`/api/permissions/${permissionId}`, { method: 'DELETE' })).status).toBe(200)
  const answered = await tellExit(ian.browser, task.metadata.pendingCalls[0], await leaveVault(ian.account))
  await running.stop()
  expect(answered.metadata.pendingCalls).toEqual([])
  expect(answered.status.message?.parts.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /transaction 0x.* It brought (?:39|40)(?:\.\d+)? USDC to your wallet\. You have revoked the permission for this move, so I am not proposing a deposit, and the USDC stays there\./,
    ),
  ])
})

it('proposes no deposit if the exit was declined, and the move again only after it had ceased to qualify', async () => {
  const { bob } = people
  const { permissionId, taskId, key } = await withDatabase(async (database) => {
    const id = await permitted(database.query, bob)
    expect(await look(database)).toBe(1)
    const [made] = await proposalsOf(database.query, bob)
    return { permissionId: id, taskId: made?.task_id, key: made?.key ?? '' }
  })
  const running = await open()
  const task = await result(call(bob.browser, 'tasks/get', { id: taskId }))
  const declined = { status: 'rejected', error: 'User rejected the action' }
  const part = {
    type: 'functionReturn',
    id: task.metadata.pendingCalls[0],
    name: 'exit_staking_yield',
    result: declined,
  }
  const answered = await result(call(bob.browser, 'message/send', { message: { role: 'user', parts: [part] } }))
  expect(answered.metadata.pendingCalls).toEqual([])
  expect(answered.status.message?.parts[0]?.text).toContain('I am not proposing a deposit')
  await running.stop()
  await withDatabase(async (database) => {
    const { query } = database
    now += 10 * minute
    expect(await look(database)).toBe(0)
    // It stops clearing the bounds, and later clears them again.
    await closeEpisodes(query, permissionId, [])
    now += 10 * minute
    expect(await look(database)).toBe(1)
    const keys = (await proposalsOf(query, bob)).map((each) => each.key)
    expect(keys.toSorted()).toEqual([key, key.replace(/:1$/, ':2')])
  })
})

it('numbers episodes, each once', async () => {
  await withDatabase(async ({ query }) => {
    const id = await permitted(query, people.zoe, { validUntil: Math.floor(now / 1000) + 1 })
    const move = { spot: 'a', target: 'b' }
    expect(await openEpisode(query, id, move)).toBe(1)
    expect(await openEpisode(query, id, move)).toBe(1)
    await closeEpisodes(query, id, [move])
    expect(await openEpisode(query, id, move)).toBe(1)
    await closeEpisodes(query, id, [{ spot: 'a', target: 'c' }])
    expect(await openEpisode(query, id, move)).toBe(2)
    await revokePermission(query, id, people.zoe.userId, now)
  })
})

it('checks and proposes nothing for a revoked, expired or future permission', async () => {
  const { eve } = people
  await withDatabase(async (database) => {
    const { query } = database
    const seconds = Math.floor(now / 1000)
    const revoked = await permitted(query, eve)
    await revokePermission(query, revoked, eve.userId, now)
    await permitted(query, eve, { validUntil: seconds })
    await permitted(query, eve, { validAfter: seconds + 600 })
    const asked: string[] = []
    const positions = (account: Address) => {
      asked.push(account)
      return contextOf().yields.positions(account)
    }
    const context = { ...contextOf(), yields: { ...contextOf().yields, positions } }
    expect(await look(database, { context })).toBe(0)
    expect(asked).not.toContain(eve.account.address)
    expect(await proposalsOf(query, eve)).toEqual([])
  })
})

it('proposes nothing for a permission revoked during the check', async () => {
  const { joe } = people
  await withDatabase(async (database) => {
    const { query } = database
    const id = await permitted(query, joe)
    const { yields } = contextOf()
    const list: typeof yields.list = async (asked, signal) => {
      await revokePermission(query, id, joe.userId, now)
      return yields.list(asked, signal)
    }
    expect(await look(database, { context: { ...contextOf(), yields: { ...yields, list } } })).toBe(0)
    expect(await proposalsOf(query, joe)).toEqual([])
  })
})

it('respects the person’s bounds', async () => {
  const { zoe } = people
  await withDatabase(async (database) => {
    const { query } = database
    // Only the locked vault is better: more than seven points, with a lock-up of seven days.
    await permitted(query, zoe, { minYieldIncreaseBps: 1_000 })
    await permitted(query, zoe, { maxLockupDays: 6 })
    await permitted(query, zoe, { protocol: 'Local lending' })
    await permitted(query, zoe, { token: tokens.WETH })
    expect(await look(database)).toBe(0)
    await permitted(query, zoe, { maxAmountPerMove: parseUnits('15', 6).toString() })
    expect(await look(database)).toBe(1)
    const [made] = await proposalsOf(query, zoe)
    const rows = await query('select parts from messages where task_id = $1', [made?.task_id])
    expect(JSON.stringify(rows)).toContain('"amount":"15"')
  })
})

it('is run by the service itself, beside the due plans', async () => {
  const { eve } = people
  // The service uses the real clock, which the tests above have left behind.
  const validAfter = Math.floor(Date.now() / 1000) - 60
  await withDatabase(({ query }) => permitted(query, eve, { validAfter }))
  const running = await open()
  const schema = z.object({ proposals: z.array(z.object({ kind: z.string(), state: z.string() })) })
  await vi.waitFor(
    async () => {
      const { proposals } = schema.parse(await (await eve.browser.fetch('/api/proposals')).json())
      expect(proposals).toEqual([{ kind: 'rebalance', state: 'open' }])
    },
    { timeout: 60_000 },
  )
  await running.stop()
}, 90_000)
