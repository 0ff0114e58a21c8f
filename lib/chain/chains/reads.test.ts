import {
  type Address,
  concat,
  encodeAbiParameters,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  size,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { createTestUser, startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { readMarket } from '../lending/read-market'
import { readPrices, usdValue } from '../prices/prices'
import { readBalances, tryBalances } from '../tokens/balances'
import { readTokenFacts, readTokenMetadata } from '../tokens/token-contract'
import { findToken, nativeToken } from '../tokens/tokens'
import { type ChainHandle, nativeAddress } from './chain'
import { buildChains } from './chains'
import { devnetAddresses } from './devnet-addresses'
import { ChainReadError, readingFrom, unlessRefused } from './read-error'

const { tokens, feeds } = devnetAddresses
const nobody = getAddress('0x0000000000000000000000000000000000000b0b')
const hour = 3_600_000

let devnet: TestDevnet
let account: Address
let chain: ChainHandle

beforeAll(async () => {
  devnet = await startTestDevnet()
  account = (await createTestUser(devnet)).address
  await devnet.ask('POST', '/faucet', { address: account })
  // A distinct URL tells our requests from those of the devnet, which runs in this process.
  chain = served(`${devnet.first.info.rpcUrl}/?reads`)
})
afterAll(() => devnet?.stop())

function served(rpcUrl: string): ChainHandle {
  const built = buildChains([{ id: 31337, rpcUrl }]).get(31337)
  if (!built) throw new Error('the chain is missing')
  return built
}

const listed = (address: Address) => {
  const token = findToken(chain, address)
  if (!token) throw new Error(`${address} is not listed`)
  return token
}
const chainTime = async () => Number((await chain.client.getBlock()).timestamp) * 1000

/** Counts the HTTP requests to `url` that `work` makes. */
async function counting<T>(url: string, work: () => Promise<T>): Promise<{ result: T; requests: number }> {
  let requests = 0
  const original = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (String(input instanceof Request ? input.url : input).startsWith(url)) requests += 1
    return original(input, init)
  }
  try {
    return { result: await work(), requests }
  } finally {
    globalThis.fetch = original
  }
}

describe('balances', () => {
  it('are in the requested order, in one round trip', async () => {
    const asked = [nativeAddress, tokens.WETH, tokens.USDC].map((address) => ({ address }))
    const { result, requests } = await counting(chain.rpcUrl, () => readBalances(chain, account, asked))
    expect(result).toEqual([parseEther('100'), 0n, parseUnits('10000', 6)])
    expect(requests).toBe(1)
  })
  it('are not invented for an address that is no token', async () => {
    const asked = [{ address: tokens.USDC }, { address: nobody }]
    await expect(readBalances(chain, account, asked)).rejects.toThrow()
    expect(await tryBalances(chain, account, asked)).toEqual([parseUnits('10000', 6), null])
  })
})

describe('prices', () => {
  it('come from the feeds in one round trip, the wrapped coin’s from the native one’s', async () => {
    const now = await chainTime()
    const { result, requests } = await counting(chain.rpcUrl, () => readPrices(chain, chain.tokens, now))
    expect(requests).toBe(1)
    expect([...result.keys()].sort()).toEqual([nativeAddress, ...Object.values(tokens)].sort())
    expect(result.get(nativeAddress)).toMatchObject({ usd: 3500_00000000n, decimals: 8, source: 'Chainlink ETH / USD' })
    expect(result.get(tokens.WETH)).toEqual(result.get(nativeAddress))
  })

  it('are missing after a missed heartbeat', async () => {
    const now = await chainTime()
    const eth = [nativeToken(chain)]
    expect((await readPrices(chain, eth, now + 24.9 * hour)).size).toBe(1)
    expect((await readPrices(chain, eth, now + 25.1 * hour)).size).toBe(0)
  })

  it('are missing for tokens without a feed, and for feeds that do not answer', async () => {
    const { priceFeed: _, ...unpriced } = listed(tokens.USDC)
    const now = await chainTime()
    expect((await readPrices(chain, [unpriced], now)).size).toBe(0)
    const broken = { ...unpriced, priceFeed: nobody }
    expect([...(await readPrices(chain, [broken, listed(tokens.DAI)], now)).keys()]).toEqual([tokens.DAI])
  })

  it.each([0n, -1n])('are missing for an answer of %s', async (answer) => {
    const setAnswer = async (answer: bigint) => {
      const abi = parseAbi(['function setAnswer(int256 answer)'])
      const call = { address: feeds.DAI, abi, functionName: 'setAnswer', args: [answer] } as const
      const hash = await devnet.first.client.writeContract({ ...call, account: deployer, chain: null })
      await minedReceipt(devnet.first.client, hash)
    }
    await setAnswer(answer)
    expect((await readPrices(chain, [listed(tokens.DAI)], await chainTime())).size).toBe(0)
    // Not undone by a snapshot: the devnet's relayer does not expect a chain to go back.
    await setAnswer(1_00000000n)
    expect((await readPrices(chain, [listed(tokens.DAI)], await chainTime())).size).toBe(1)
  })

  it('convert amounts to USD, rounded down', () => {
    const price = { usd: 3500_00000000n, decimals: 8, source: 'test', updatedAt: 0 } as const
    expect(usdValue(parseEther('1.5'), 18, price)).toBe(5250_00000000n)
    expect(usdValue(1n, 18, price)).toBe(0n)
  })
})

describe('token facts', () => {
  it('combine the contract’s and the list’s', async () => {
    const { result, requests } = await counting(chain.rpcUrl, () => readTokenFacts(chain, tokens.USDC))
    expect(requests).toBe(1)
    expect(result).toEqual({
      chainId: 31337,
      address: tokens.USDC,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      listed: true,
      ownSymbol: 'USDC',
    })
  })
  it('need no contract for the native coin', async () => {
    expect(await readTokenFacts(chain, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')).toMatchObject({
      address: nativeAddress,
      symbol: 'ETH',
      listed: true,
    })
  })
  it('are null if there is no token', async () => {
    expect(await readTokenFacts(chain, nobody)).toBeNull()
    expect(await readTokenFacts(chain, devnetAddresses.diamond)).toBeNull()
  })
  it('are the contract’s own claims for an unlisted token', async () => {
    expect(await readTokenFacts(chain, devnetAddresses.vaults.flexibleUsdc)).toMatchObject({
      symbol: 'fvUSDC',
      name: null,
      listed: false,
    })
  })

  /** Code that answers every call with one word. */
  const answering = (word: Hex): Hex => `0x7f${word.slice(2)}60005260206000f3`
  const odd: Address = '0x0000000000000000000000000000000000000dd0'
  it('accept a token that returns a word in place of text', async () => {
    await devnet.first.client.setCode({ address: odd, bytecode: answering(`0x${'0'.repeat(62)}12`) })
    expect(await readTokenFacts(chain, odd)).toMatchObject({ decimals: 18, listed: false })
  })
  /** Code that answers every call with these bytes. */
  const saying = (answer: Hex): Hex =>
    `0x61${numberToHex(size(answer), { size: 2 }).slice(2)}80600c6000396000f3${answer.slice(2)}`
  const text = (words: string) => encodeAbiParameters([{ type: 'string' }], [words])
  it.each<[string, Hex, string]>([
    ['the text “USDC”', text('USDC'), 'USDC'],
    ['a number in letters', text('6'), '6'],
    ['an empty text', text(''), ''],
    ['two numbers', concat([numberToHex(6, { size: 32 }), numberToHex(6, { size: 32 })]), ''],
    ['one byte', '0x06', ''],
    ['nothing', '0x', ''],
  ])('tell no decimals of a contract that answers with %s', async (_, answer, symbol) => {
    await devnet.first.client.setCode({ address: odd, bytecode: saying(answer) })
    expect(await readTokenMetadata(chain, odd)).toMatchObject({ decimals: null, symbol, listed: false })
    expect(await readTokenFacts(chain, odd)).toBeNull()
  })
  it('are null if the decimals are absurd', async () => {
    await devnet.first.client.setCode({ address: odd, bytecode: answering(`0x${'f'.repeat(64)}`) })
    expect(await readTokenFacts(chain, odd)).toBeNull()
  })

  it('treats a malformed answer as none, but not a silent RPC', async () => {
    const odd = getAddress('0x00000000000000000000000000000000000000dd')
    await devnet.first.client.setCode({ address: odd, bytecode: answering(`0x${'f'.repeat(64)}`) })
    const abi = parseAbi([
      'function supportsInterface(bytes4 id) view returns (bool)',
      'function reserve() view returns (uint8 one, uint256 other)',
      'function names() view returns (string)',
    ])
    const asked = [
      { functionName: 'supportsInterface', args: ['0x80ac58cd'] },
      { functionName: 'reserve' },
      { functionName: 'names' },
    ] as const
    const dead = served('http://127.0.0.1:9')
    for (const each of asked) {
      const of = (from: ChainHandle) => unlessRefused(from.client.readContract({ address: odd, abi, ...each } as never))
      expect(await of(chain)).toBeNull()
      await expect(of(dead)).rejects.toThrow()
    }
  })

  it('failed reads tell whether the network kept silent', async () => {
    const dead = served('http://127.0.0.1:9')
    await expect(readMarket(dead, odd, account)).rejects.toThrow('its RPC is not responding')
    // 4 kB of nonsense.
    const bytecode = `0x7f${'f'.repeat(64)}6000526110006000f3` as const
    await devnet.first.client.setCode({ address: odd, bytecode })
    const abi = parseAbi(['function names() view returns (string)'])
    const read = chain.client.readContract({ address: odd, abi, functionName: 'names' })
    await expect(readingFrom(chain, read)).rejects.toThrow('a contract there gave an answer')
  })

  it('are not invented while the RPC does not answer', async () => {
    const dead = served('http://127.0.0.1:21298')
    const read = readingFrom(dead, readTokenFacts(dead, tokens.USDC))
    await expect(read).rejects.toThrow(ChainReadError)
    await expect(read).rejects.toThrow('Ethereum (local) could not be read')
  })
})
