import { type Abi, type Address, createWalletClient, type Hex, http, parseEther, type TransactionReceipt } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { type DevnetChain, openChain } from './chain'
import { readArtifact } from './contracts/artifact'
import { DevnetError } from './failure'
import { minedReceipt } from './receipt'
import { type Devnet, startDevnet } from './start'

export const testOrigin = 'http://localhost:3000'

export type TestDevnet = Devnet & {
  port: number
  chains: readonly DevnetChain[]
  /** 31337. */
  first: DevnetChain
  /** 31338. */
  second: DevnetChain
  /** Sends a request to the API, as a program and not as a page. Resolves to the status and the parsed body. */
  ask: (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
}

async function startOnFreePorts(port: number): Promise<{ devnet: Devnet; port: number }> {
  try {
    return { port, devnet: await startDevnet({ port, allowOrigin: testOrigin, log: () => undefined }) }
  } catch (error) {
    // Other tests run on this machine: try the next three ports.
    if (!(error instanceof DevnetError && error.code === 'port-taken') || port > 21_090) throw error
    return startOnFreePorts(port + 3)
  }
}

/** Starts a devnet for one test file. Each of vitest's workers starts looking for ports at a different place. */
export async function startTestDevnet(): Promise<TestDevnet> {
  const { port, devnet } = await startOnFreePorts(21_000 + 3 * (Number(process.env.VITEST_POOL_ID ?? 1) - 1))
  const [first, second] = localChainIds.map((id, index) => openChain({ id, rpcUrl: devnet.urls.chains[index] ?? '' }))
  if (!first || !second) throw new Error('a devnet has two chains')
  return {
    ...devnet,
    port,
    first,
    second,
    chains: [first, second],
    ask: async (method, path, body) => {
      const response = await fetch(devnet.urls.api + path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}

export type TestUser = {
  address: Address
  /** Signs and sends, waits, and resolves to the receipt, whatever its status. */
  send: (
    chain: DevnetChain,
    transaction: { to: Address; data?: Hex; value?: bigint; gas?: bigint },
  ) => Promise<TransactionReceipt>
}

/** Creates a person with a new key and 100 coins on each chain. */
export async function createTestUser({ chains }: Pick<TestDevnet, 'chains'>): Promise<TestUser> {
  const account = privateKeyToAccount(generatePrivateKey())
  await Promise.all(
    chains.map(({ client }) => client.setBalance({ address: account.address, value: parseEther('100') })),
  )
  return {
    address: account.address,
    send: async ({ info, client }, transaction) => {
      const wallet = createWalletClient({ account, chain: info.viemChain, transport: http(info.rpcUrl) })
      // A fixed gas limit lets a reverting transaction be mined too.
      const hash = await wallet.sendTransaction({ gas: 2_000_000n, ...transaction })
      return minedReceipt(client, hash)
    },
  }
}

/** Deploys a contract of `devnet/contracts`, including its `test` folder. */
export async function deployArtifact(
  { client }: DevnetChain,
  name: string,
  args: readonly unknown[],
  owner: Address,
): Promise<{ address: Address; abi: Abi }> {
  const { abi, bytecode } = readArtifact(name)
  await client.impersonateAccount({ address: owner })
  const hash = await client.deployContract({ abi, bytecode, args: [...args], account: owner, chain: null })
  const { contractAddress } = await minedReceipt(client, hash)
  if (!contractAddress) throw new Error(`${name} was not created`)
  return { address: contractAddress, abi }
}

/** Replaces a token's code by that of another kind of token; balances and allowances stay. */
export async function exchangeToken(chain: DevnetChain, token: Address, name: string, args: readonly unknown[]) {
  const { client } = chain
  const before = await client.getCode({ address: token })
  const maker = privateKeyToAccount(generatePrivateKey()).address
  await client.setBalance({ address: maker, value: parseEther('1') })
  const { address } = await deployArtifact(chain, name, args, maker)
  const code = await client.getCode({ address })
  if (!before || !code) throw new Error('there is no such token')
  await client.setCode({ address: token, bytecode: code })
  return { giveBack: () => client.setCode({ address: token, bytecode: before }) }
}
