import { rm } from 'node:fs/promises'
import {
  type Address,
  createTestClient,
  getAddress,
  type Hex,
  hashMessage,
  http,
  type LocalAccount,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Anvil, startAnvil } from '@/devnet/anvil'
import type { Agent } from '@/lib/agents/agent'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type RebalancePermission, rebalanceDigest, rebalanceNonce, rebalanceTypedData } from '@/lib/wire/consent'
import { buildSiweMessage } from '@/lib/wire/siwe'
import { openPglite } from '../database/pglite'
import { Browser, call, newAccount, result, rpcError, signIn, siweFields, words } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService } from '../testing/test-service'
import { listActivePermissions } from './store'

const name = 'request_auto_rebalance_permission'

/** Asks for a permission; answers a result with what it sees of it. */
const agent: Agent = {
  id: 1,
  name: 'Rebalancer',
  description: 'An agent for tests',
  tags: [],
  examples: [],
  answer: async function* ({ history }) {
    const parts = history.at(-1)?.parts ?? []
    const returned = parts.flatMap((part) => (part.type === 'functionReturn' ? [part.result] : []))
    if (returned.length > 0) yield { type: 'text', delta: JSON.stringify(returned) }
    else yield { type: 'call', name, parameters: { chainId: 31337 } }
  },
}

const day = 86_400_000
const start = Date.UTC(2026, 0, 10)
let now = start
let dataDir: string
let running: TestService
let anvil: Anvil

beforeAll(async () => {
  dataDir = await newDataFolder()
  anvil = await startAnvil({ chainId: 31337, allowOrigin: 'http://localhost:22600' })
  running = await open()
})
afterAll(async () => {
  await running.stop()
  await anvil.stop()
  await rm(dataDir, { recursive: true })
})

const open = () =>
  startTestService({
    port: 22_600,
    agents: [agent, { ...agent, id: 2 }],
    now: () => now,
    dataDir,
    signatureTimeoutMs: 2_000,
    chains: buildChains([{ id: 31337, rpcUrl: anvil.url }]),
  })

type Person = { browser: Browser; account: LocalAccount }

async function newPerson(): Promise<Person> {
  const person = { browser: new Browser(running.origin), account: newAccount() }
  expect((await signIn(person.browser, person.account, {}, now)).status).toBe(200)
  return person
}

/** Makes a pending call of the agent. */
async function asked({ browser }: Person, agentId = 1) {
  const task = await result(call(browser, 'message/send', { ...words('rebalance'), configuration: { agentId } }))
  const [callId] = task.metadata.pendingCalls
  if (!callId) throw new Error('nothing was asked')
  return { taskId: task.id, callId }
}
type Asked = Awaited<ReturnType<typeof asked>>

const terms = (account: LocalAccount, { taskId, callId }: Asked): RebalancePermission => ({
  chainId: 31337,
  owner: account.address,
  agentId: 1,
  token: devnetAddresses.tokens.USDC,
  protocol: 'Countersign vaults, Flexible USDC',
  maxAmountPerMove: '1000000000',
  minYieldIncreaseBps: 50,
  maxLockupDays: 7,
  validAfter: Math.floor(now / 1000),
  validUntil: Math.floor(now / 1000) + 30 * 86_400,
  nonce: rebalanceNonce(taskId, callId),
})

async function granted(account: LocalAccount, permission: RebalancePermission) {
  const signature = await account.signTypedData(rebalanceTypedData(permission))
  const { validUntil } = permission
  const digest = rebalanceDigest(permission)
  return {
    status: 'success',
    granted: true,
    method: 'eip712',
    enforcement: 'advisory',
    permission,
    signature,
    digest,
    validUntil,
  }
}

const answer = ({ browser }: Person, { taskId, callId }: Asked, outcome: unknown) =>
  call(browser, 'message/send', {
    taskId,
    message: { role: 'user', parts: [{ type: 'functionReturn', id: callId, name, result: outcome }] },
  })

/** Returns what the agent saw of the result, in its own words. */
async function seen(person: Person, where: Asked, outcome: unknown) {
  const task = await result(answer(person, where, outcome))
  const text = task.status.message?.parts[0]?.text ?? ''
  return z
    .array(z.looseObject({ granted: z.boolean().optional(), code: z.string().optional() }))
    .parse(JSON.parse(text))[0]
}

/** Returns another signature of the same form: one digit of `s` differs. */
const flipped = (signature: Hex): Hex =>
  `0x${signature.slice(2, 100)}${signature[100] === '1' ? '2' : '1'}${signature.slice(101)}`

const listSchema = z.object({
  permissions: z.array(
    z.looseObject({ id: z.string(), state: z.enum(['active', 'expired', 'revoked']), enforcement: z.string() }),
  ),
})
const list = async ({ browser }: Person) =>
  listSchema.parse(await (await browser.fetch('/api/permissions')).json()).permissions

async function active(account: LocalAccount) {
  await running.stop()
  const database = await openPglite(dataDir)
  const rows = await listActivePermissions(database.query, account.address, now)
  await database.close()
  running = await open()
  return rows
}

describe('a permission that comes back with its call', () => {
  it('is verified, stored, listed, and revoked immediately', async () => {
    const person = await newPerson()
    const where = await asked(person)
    const outcome = await granted(person.account, terms(person.account, where))
    expect(await seen(person, where, outcome)).toMatchObject({
      granted: true,
      method: 'eip712',
      enforcement: 'advisory',
    })
    const [kept, ...others] = await list(person)
    expect(others).toEqual([])
    expect(kept).toMatchObject({
      state: 'active',
      permission: outcome.permission,
      digest: outcome.digest,
      revokedAt: null,
    })

    const revoke = () => person.browser.fetch(`/api/permissions/${kept?.id}`, { method: 'DELETE' })
    now += 1_000
    expect(await (await revoke()).json()).toMatchObject({ permission: { state: 'revoked', revokedAt: now } })
    const revokedAt = now
    now += 1_000
    expect(await (await revoke()).json()).toMatchObject({ permission: { state: 'revoked', revokedAt } })
    expect(await list(person)).toMatchObject([{ state: 'revoked' }])
  })

  it('is accepted once when sent twice', async () => {
    const person = await newPerson()
    const where = await asked(person)
    const outcome = await granted(person.account, terms(person.account, where))
    await result(answer(person, where, outcome))
    await result(answer(person, where, outcome))
    expect(await list(person)).toHaveLength(1)
  })

  it('is valid until its last second', async () => {
    const person = await newPerson()
    const where = await asked(person)
    await seen(person, where, await granted(person.account, terms(person.account, where)))
    const before = now
    now = before + 30 * day - 1_000
    await signIn(person.browser, person.account, {}, now)
    expect(await list(person)).toMatchObject([{ state: 'active' }])
    now += 1_000
    expect(await list(person)).toMatchObject([{ state: 'expired' }])
    now = before
  })

  it('reports that it was declined', async () => {
    const person = await newPerson()
    const where = await asked(person)
    const outcome = { status: 'rejected', error: 'User rejected the action', granted: false }
    expect(await seen(person, where, outcome)).toEqual(outcome)
    expect(await list(person)).toEqual([])
  })
})

describe('the permissions that a watcher reads', () => {
  it('are those valid at this moment, neither revoked nor expired', async () => {
    const person = await newPerson()
    const give = async (days: number) => {
      const where = await asked(person)
      const permission = { ...terms(person.account, where), validUntil: Math.floor(now / 1000) + days * 86_400 }
      const outcome = await granted(person.account, permission)
      await seen(person, where, outcome)
      return { ...where, digest: outcome.digest, signature: outcome.signature }
    }
    const [, revoked, holding] = [await give(1), await give(30), await give(31)]
    const id = (await list(person)).find(({ digest }) => digest === revoked.digest)?.id
    await person.browser.fetch(`/api/permissions/${id}`, { method: 'DELETE' })
    now += day
    expect(await active(person.account)).toMatchObject([holding])
    now -= day
  }, 60_000)
})

describe('an invalid permission', () => {
  type Change = (permission: RebalancePermission) => Partial<RebalancePermission>
  const seconds = () => Math.floor(now / 1000)
  it.each<[string, Change]>([
    ['permission-owner', () => ({ owner: getAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') })],
    ['permission-chain', () => ({ chainId: 1 })],
    ['permission-agent', () => ({ agentId: 2 })],
    ['permission-nonce', () => ({ nonce: zeroHash })],
    ['permission-expired', () => ({ validUntil: seconds() })],
    ['permission-early', () => ({ validAfter: seconds() + 601 })],
    ['permission-too-long', () => ({ validUntil: seconds() + 90 * 86_400 + 601 })],
    ['permission-empty', () => ({ maxAmountPerMove: '0' })],
    ['permission-bounds', () => ({ minYieldIncreaseBps: 0 })],
    ['permission-bounds', () => ({ maxLockupDays: 366 })],
  ])('is refused as %s', async (code, change) => {
    const person = await newPerson()
    const where = await asked(person)
    const permission = terms(person.account, where)
    const changed = { ...permission, ...change(permission) }
    expect(await seen(person, where, await granted(person.account, changed))).toMatchObject({
      status: 'rejected',
      granted: false,
      code,
    })
    expect(await list(person)).toEqual([])
  })

  it.each<[string, (outcome: Awaited<ReturnType<typeof granted>>) => Record<string, unknown>]>([
    ['permission-digest', () => ({ digest: zeroHash })],
    ['permission-digest', ({ validUntil }) => ({ validUntil: validUntil + 1 })],
    ['permission-unreadable', () => ({ signature: 'yes' })],
    ['permission-unreadable', ({ permission }) => ({ permission: { ...permission, maxAmountPerMove: '1e9' } })],
    ['permission-unreadable', ({ permission }) => ({ permission: { ...permission, more: true } })],
    ['permission-signature', ({ signature }) => ({ signature: flipped(signature) })],
  ])('is refused as %s if the result contradicts its terms', async (code, change) => {
    const person = await newPerson()
    const where = await asked(person)
    const outcome = await granted(person.account, terms(person.account, where))
    expect(await seen(person, where, { ...outcome, ...change(outcome) })).toMatchObject({ granted: false, code })
    expect(await list(person)).toEqual([])
  })

  it('is refused if signed for another call of the same account', async () => {
    const person = await newPerson()
    const first = await asked(person)
    const second = await asked(person)
    const outcome = await granted(person.account, terms(person.account, first))
    expect(await seen(person, second, outcome)).toMatchObject({ code: 'permission-nonce' })
    expect(await seen(person, first, outcome)).toMatchObject({ granted: true })
  })
})

describe('power on chain', () => {
  it('does not count if nobody here could use it', async () => {
    const person = await newPerson()
    const where = await asked(person)
    const outcome = {
      ...(await granted(person.account, terms(person.account, where))),
      method: 'erc7715',
      enforcement: 'onchain',
      context: '0x1234',
      delegationManager: person.account.address,
      sessionAddress: person.account.address,
    }
    const told = await seen(person, where, outcome)
    expect(told).toMatchObject({ granted: true, method: 'eip712', enforcement: 'advisory' })
    expect(told).not.toHaveProperty('context')
    expect(await list(person)).toMatchObject([{ enforcement: 'advisory' }])
  })
})

describe('/api/permissions', () => {
  it('shows and revokes only the account’s own', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const where = await asked(one)
    await seen(one, where, await granted(one.account, terms(one.account, where)))
    const [kept] = await list(one)
    expect(await list(other)).toEqual([])
    expect((await other.browser.fetch(`/api/permissions/${kept?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await list(one)).toMatchObject([{ state: 'active' }])
  })

  it('requires a session', async () => {
    const nobody = new Browser(running.origin)
    expect((await nobody.fetch('/api/permissions')).status).toBe(401)
    const id = '00000000-0000-4000-8000-000000000000'
    expect((await nobody.fetch(`/api/permissions/${id}`, { method: 'DELETE' })).status).toBe(401)
  })

  it('refuses other sites, other methods and other paths', async () => {
    const person = await newPerson()
    const id = '00000000-0000-4000-8000-000000000000'
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect((await person.browser.fetch('/api/permissions', foreign)).status).toBe(403)
    expect((await person.browser.fetch(`/api/permissions/${id}`, { ...foreign, method: 'DELETE' })).status).toBe(403)
    const across = { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await person.browser.fetch(`/api/permissions/${id}`, across)).status).toBe(403)
    expect((await person.browser.post('/api/permissions', {})).status).toBe(405)
    expect((await person.browser.fetch(`/api/permissions/${id}`)).status).toBe(405)
    expect((await person.browser.fetch('/api/permissions/1;drop', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('the permission of a contract wallet', () => {
  const wallet: Address = '0x1271127112711271127112711271127112711271'
  /** ERC-1271: accepts a hash as its own signature. */
  const code: Hex = '0x60043560643514601457600060005260206000f35b631626ba7e60e01b60005260206000f3'

  async function owner(): Promise<Person> {
    const browser = new Browser(running.origin)
    const message = buildSiweMessage(siweFields(running.origin, wallet, await browser.nonce(wallet), now))
    const body = { message, signature: hashMessage(message), walletAddress: wallet, chainId: 31337 }
    expect((await browser.post('/api/auth/siwe/verify', body)).status).toBe(200)
    return { browser, account: { ...newAccount(), address: wallet } }
  }

  beforeAll(() =>
    createTestClient({ mode: 'anvil', transport: http(anvil.url) }).setCode({ address: wallet, bytecode: code }),
  )

  it('counts if the contract accepts the signature, and waits while its chain does not answer', async () => {
    const person = await owner()
    const [first, second] = [await asked(person), await asked(person)]
    const outcome = async (where: Asked) => {
      const given = await granted(person.account, terms(person.account, where))
      return { ...given, signature: given.digest }
    }
    expect(await seen(person, first, { ...(await outcome(first)), signature: zeroHash })).toMatchObject({
      granted: false,
      code: 'permission-signature',
    })
    expect(await list(person)).toEqual([])
    const third = await asked(person)
    expect(await seen(person, second, await outcome(second))).toMatchObject({ granted: true })
    await anvil.stop()
    const { error } = await rpcError(answer(person, third, await outcome(third)))
    expect(error.code).toBe(-32603)
    expect(await list(person)).toHaveLength(1)
  })
})
