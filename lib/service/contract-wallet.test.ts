import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type Address,
  concatHex,
  createTestClient,
  getContractAddress,
  type Hex,
  hashMessage,
  http,
  numberToHex,
  parseSignature,
  serializeErc6492Signature,
  serializeSignature,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Anvil, startAnvil } from '@/devnet/anvil'
import { listenLocally } from '@/devnet/listen'
import type { Chains } from '@/lib/chain/chains/chain'
import { buildChains } from '@/lib/chain/chains/chains'
import { buildSiweMessage } from '@/lib/wire/siwe'
import { openPglite } from './database/pglite'
import { Browser, newAccount, siweFields } from './testing/client'
import { newDataFolder } from './testing/data-folder'
import { startTestService, type TestService } from './testing/test-service'

/** A wallet (ERC-1271) that accepts a message's own hash as a signature: `sig == hash ? 0x1626ba7e : 0`. */
const walletCode: Hex = '0x60043560643514601457600060005260206000f35b631626ba7e60e01b60005260206000f3'
const creationCode = concatHex(['0x60258060093d393df3', walletCode])
/**
 * The deterministic deployer preinstalled in anvil (the predecessor of EIP-2470): takes salt and code, creates a
 * contract.
 */
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const rpcIds = z.array(z.object({ id: z.int() }))

let anvil: Anvil
/** A proxy in front of the chain's node that refuses the method in `refused`. */
let node: Server
let refused: string | null = null
let chains: Chains
let running: TestService
let dataDir: string
let origin: string

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, allowOrigin: 'http://localhost:21120' })
  node = createServer(async (req, res) => {
    const body = await text(req)
    if (!refused || !body.includes(`"${refused}"`)) {
      const asked = fetch(anvil.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      const answer = await asked.catch(() => null)
      // A chain that is down is also down for requests through the proxy.
      return answer ? res.end(await answer.text()) : res.destroy()
    }
    const error = { code: -32601, message: `the method ${refused} is not available` }
    const failures = rpcIds.parse(JSON.parse(body)).map(({ id }) => ({ jsonrpc: '2.0', id, error }))
    return res.end(JSON.stringify(failures))
  })
  chains = buildChains([{ id: 31337, rpcUrl: `http://127.0.0.1:${await listenLocally(node)}` }])
  dataDir = await newDataFolder()
  running = await startTestService({ port: 21120, dataDir, chains })
  origin = running.origin
})
afterAll(async () => {
  await running.stop()
  await anvil.stop()
  node.close()
  await rm(dataDir, { recursive: true })
})

async function verify(address: Address, sign: (message: string) => Promise<Hex> | Hex): Promise<Response> {
  const browser = new Browser(origin)
  const nonce = await browser.nonce(address)
  const message = buildSiweMessage(siweFields(origin, address, nonce))
  const signature = await sign(message)
  return browser.post('/api/auth/siwe/verify', { message, signature, walletAddress: address, chainId: 31337 })
}

describe('a contract wallet', () => {
  const deployed: Address = '0x1271127112711271127112711271127112711271'

  beforeAll(async () => {
    const client = createTestClient({ mode: 'anvil', transport: http(anvil.url) })
    await client.setCode({ address: deployed, bytecode: walletCode })
  })

  it('signs in with a signature that it accepts itself (ERC-1271)', async () => {
    const response = await verify(deployed, hashMessage)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { walletAddress: deployed } })
  })

  it('does not sign in with one that it does not accept, nor with a key’s signature', async () => {
    expect(await (await verify(deployed, () => zeroHash)).json()).toMatchObject({
      code: 'UNAUTHORIZED_INVALID_SIGNATURE',
    })
    expect((await verify(deployed, (message) => newAccount().signMessage({ message }))).status).toBe(401)
    expect((await verify(deployed, () => '0x')).status).toBe(401)
  })

  it('learns that its signature could not be checked if the node executes no calls', async () => {
    refused = 'eth_call'
    const response = await verify(deployed, hashMessage)
    refused = null
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'CHAIN_UNREACHABLE',
      message: expect.stringContaining('could not be asked about the signature'),
    })
  })

  it('signs in before it is deployed (ERC-6492)', async () => {
    const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt: zeroHash, bytecode: creationCode })
    const data = concatHex([zeroHash, creationCode])
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: deployer, data, signature })
    expect((await verify(address, (message) => wrap(hashMessage(message)))).status).toBe(200)
    expect((await verify(address, () => wrap(zeroHash))).status).toBe(401)
  })
})

describe('a wallet with a key', () => {
  it('is refused with another account’s signature, a broken one, or the malleable twin of its own', async () => {
    const account = newAccount()
    expect((await verify(account.address, (message) => newAccount().signMessage({ message }))).status).toBe(401)
    expect((await verify(account.address, () => 'nonsense' as Hex)).status).toBe(401)
    expect((await verify(account.address, () => `0x${'11'.repeat(65)}`)).status).toBe(401)
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const twin = await verify(account.address, async (message) => {
      const { r, s, yParity } = parseSignature(await account.signMessage({ message }))
      return serializeSignature({ r, s: numberToHex(order - BigInt(s), { size: 32 }), yParity: yParity === 0 ? 1 : 0 })
    })
    expect(twin.status).toBe(401)
  })

  it.each<[string, (signature: Hex) => string]>([
    ['0 or 1 as its last byte', (signed) => `${signed.slice(0, -2)}0${Number.parseInt(signed.slice(-2), 16) - 27}`],
    ['capitals', (signed) => `0x${signed.slice(2).toUpperCase()}`],
  ])('signs in with a signature of its own that has %s', async (_, written) => {
    const account = newAccount()
    const response = await verify(
      account.address,
      async (message) => written(await account.signMessage({ message })) as Hex,
    )
    expect(response.status).toBe(200)
  })

  it('leaves no usable token in the database', async () => {
    const account = newAccount()
    const response = await verify(account.address, (message) => account.signMessage({ message }))
    const { token } = await response.json()
    await running.stop()
    const database = await openPglite(dataDir)
    const rows = await database.query('select * from auth_session')
    await database.close()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    running = await startTestService({ port: 21120, dataDir, chains })
  })

  it('needs no chain; only those who need one learn that it does not answer', async () => {
    const account = newAccount()
    await anvil.stop()
    expect((await verify(account.address, (message) => account.signMessage({ message }))).status).toBe(200)
    const response = await verify('0x1271127112711271127112711271127112711271', hashMessage)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'CHAIN_UNREACHABLE' })
  })
})
