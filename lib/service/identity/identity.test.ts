import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { deployArtifact, startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { readConfig } from '@/lib/config'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService } from '../testing/test-service'
import { createIdentityRoutes } from './identity-routes'
import { type Registration, registrationFile, registrationFileSchema } from './registration'
import { FileUnreachableError, type VerifyOptions, verifyIdentity } from './verify-identity'

const run = promisify(execFile)
const abi = parseAbi(['function register(string agentURI) returns (uint256)', 'function setAgentURI(uint256, string)'])
const origin = 'https://agents.example.org'
const cardUrls = [`${origin}/agent/chat/.well-known/agent-card.json`, `${origin}/.well-known/agent-card.json`]
const entry = (agentId: bigint, registry = devnetAddresses.registry as Registration['registry']): Registration => ({
  chainId: 31337,
  registry,
  agentId,
})

let devnet: TestDevnet
let chains: VerifyOptions['chains']
beforeAll(async () => {
  devnet = await startTestDevnet()
  chains = buildChains([{ id: 31337, rpcUrl: devnet.urls.chains[0] ?? '' }])
})
afterAll(() => devnet?.stop())

/** Registers `uri`. Resolves to the entry's number. */
async function register(uri: string): Promise<bigint> {
  const next = { functionName: 'register', args: [uri] } as const
  const { result } = await devnet.first.client.simulateContract({
    address: devnetAddresses.registry,
    abi,
    account: deployer,
    ...next,
  })
  await act(encodeFunctionData({ abi, ...next }))
  return result
}

const act = async (data: `0x${string}`) => {
  const hash = await devnet.first.client.request({
    method: 'eth_sendTransaction' as never,
    params: [{ from: deployer, to: devnetAddresses.registry, data }] as never,
  })
  await minedReceipt(devnet.first.client, hash as `0x${string}`)
}

/** Serves files by address; all others are unreachable. */
const files =
  (known: Record<string, unknown>): VerifyOptions['fetchJson'] =>
  async (url) => {
    if (url.href in known) return known[url.href]
    throw new FileUnreachableError(`Nothing at ${url.href}`)
  }
const check = (
  registrations: readonly Registration[],
  known: Record<string, unknown> = {},
  more: Partial<VerifyOptions> = {},
) => verifyIdentity({ cardUrls, registrations, chains, fetchJson: files(known), ...more })

describe('an agent card', () => {
  const own = `${origin}/.well-known/agent-registration.json`

  it('is verified if entry, file and host agree', async () => {
    const agentId = await register(own)
    const file = registrationFile(origin, [entry(agentId)])
    expect(await check([entry(agentId)], { [own]: file })).toMatchObject({ status: 'verified', owner: deployer })
  })

  it('is verified by a file on another host if its own confirms it, and by a file of an older draft', async () => {
    const there = 'https://files.example.net/agent.json'
    const agentId = await register(there)
    const { services, ...rest } = registrationFile(origin, [entry(agentId)])
    const file = { ...rest, endpoints: services }
    expect(await check([entry(agentId)], { [there]: file, [own]: file })).toMatchObject({ status: 'verified' })
    const silent = { ...file, registrations: [] }
    expect(await check([entry(agentId)], { [there]: file, [own]: silent })).toMatchObject({ status: 'elsewhere' })
    expect(await check([entry(agentId)], { [there]: file })).toMatchObject({ status: 'unreachable' })
  })

  it('is registered elsewhere if the file names another card, or not this entry', async () => {
    const agentId = await register(own)
    const other = registrationFile('https://other.example', [entry(agentId)])
    expect(await check([entry(agentId)], { [own]: other })).toMatchObject({ status: 'elsewhere' })
    const stolen = registrationFile(origin, [entry(agentId + 1n)])
    expect(await check([entry(agentId)], { [own]: stolen })).toMatchObject({ status: 'elsewhere' })
    expect(await check([entry(agentId)], { [own]: 'no file' })).toMatchObject({ status: 'elsewhere' })
    expect(await check([entry(await register('nonsense'))])).toMatchObject({ status: 'elsewhere' })
  })

  it('is not registered without an entry', async () => {
    expect(await check([])).toMatchObject({ status: 'unregistered' })
    expect(await check([entry(10_000n)])).toMatchObject({ status: 'unregistered' })
  })

  it('stays undecided if it cannot be checked', async () => {
    const agentId = await register(own)
    expect(await check([entry(agentId)])).toMatchObject({ status: 'unreachable' })
    expect(await check([{ ...entry(agentId), chainId: 1 }])).toMatchObject({ status: 'unreachable' })
    const dead = unreachableChains(31337)
    expect(await check([entry(agentId)], {}, { chains: dead })).toMatchObject({ status: 'unreachable' })
  })

  it('takes the best of several entries', async () => {
    const agentId = await register(own)
    const file = registrationFile(origin, [entry(agentId)])
    expect(await check([entry(10_000n), entry(agentId)], { [own]: file })).toMatchObject({ status: 'verified' })
  })
})

describe('the identity route', () => {
  const asked = async (route: ReturnType<typeof createIdentityRoutes>) => {
    const request = { method: 'GET', path: '/api/identity', search: '', header: () => undefined, ip: '' }
    const reply = await route({ ...request, readBody: async () => '', signal: () => new AbortController().signal })
    return JSON.parse(String(reply?.body))
  }

  it('checks again soon after a failed check', async () => {
    let clock = 0
    let isBroken = true
    const config = readConfig({ AGENT_REGISTRATION: `eip155:31337:${devnetAddresses.registry}/10000` })
    const broken = () => {
      if (isBroken) throw new Error('The settings of the chains cannot be read.')
      return chains
    }
    const route = createIdentityRoutes({ config, chains: broken, now: () => clock })
    await expect(asked(route)).rejects.toThrow('cannot be read')
    isBroken = false
    clock += 20_000
    expect(await asked(route)).toMatchObject({ status: 'unregistered' })
  })

  it('says that an unreachable service could not be checked', async () => {
    const remote = 'https://agents.invalid'
    const config = readConfig({ AGENT_SERVICE_URL: remote, CHAINS: '1', RPC_URL_1: 'http://127.0.0.1:1' })
    const route = createIdentityRoutes({ config, chains: () => chains, now: () => 0 })
    expect(await asked(route)).toMatchObject({ status: 'unreachable' })
  })
})

describe('npm run register-agent', () => {
  let service: TestService
  let dataDir: string
  const port = 22_960
  beforeAll(async () => {
    dataDir = await newDataFolder()
    service = await startTestService({ port, chains, dataDir, settings: { DEVNET_PORT: String(devnet.port) } })
  })
  afterAll(async () => {
    await service?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const registerAgent = (environment: Record<string, string> = {}) =>
    run(process.execPath, ['--import', 'tsx', 'scripts/register-agent.ts'], {
      env: {
        ...process.env,
        PORT: String(port),
        DEVNET_PORT: String(devnet.port),
        DATA_DIR: dataDir,
        ...environment,
      },
    })

  it('registers the app, which then serves the file and is verified', async () => {
    const { stdout } = await registerAgent({ REGISTRAR_PRIVATE_KEY: '', AGENT_REGISTRATION: '' })
    const id = Number(/agent (\d+) of/.exec(stdout)?.[1])
    const file = await (await fetch(`${service.origin}/.well-known/agent-registration.json`)).json()
    expect(file.registrations).toEqual([{ agentId: id, agentRegistry: `eip155:31337:${devnetAddresses.registry}` }])
    const identity = await (await fetch(`${service.origin}/api/identity`)).json()
    expect(identity).toMatchObject({ status: 'verified', agentId: String(id) })
  })

  it('registers in any named registry, in addition to earlier ones', async () => {
    const { address } = await deployArtifact(devnet.first, 'AgentRegistry', [], deployer)
    const other = getAddress(address)
    const { stdout } = await registerAgent({ AGENT_REGISTRY: `eip155:31337:${other}`, AGENT_REGISTRATION: '' })
    const registered = entry(BigInt(/agent (\d+) of/.exec(stdout)?.[1] ?? -1), other)
    const raw: unknown = await (await fetch(`${service.origin}/.well-known/agent-registration.json`)).json()
    const file = registrationFileSchema.parse(raw)
    expect(file.registrations.map(({ registry }) => registry)).toEqual([devnetAddresses.registry, other])
    expect(file.registrations).toContainEqual(registered)
    const own = `http://localhost:${port}`
    const verified = await check(
      [registered],
      { [`${own}/.well-known/agent-registration.json`]: raw },
      {
        cardUrls: [`${own}/.well-known/agent-card.json`],
      },
    )
    expect(verified).toMatchObject({ status: 'verified', registry: `eip155:31337:${other}` })
  })

  it('says what is missing on a real chain', async () => {
    await expect(registerAgent({ CHAINS: '8453' })).rejects.toMatchObject({
      stderr: expect.stringContaining('AGENT_REGISTRY'),
    })
    await expect(
      registerAgent({ CHAINS: '8453', AGENT_REGISTRY: `eip155:8453:${devnetAddresses.registry}` }),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('REGISTRAR_PRIVATE_KEY') })
  })
})
