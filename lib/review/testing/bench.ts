import type { Address, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startAnvil } from '@/devnet/anvil'
import { readArtifact } from '@/devnet/contracts/artifact'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { type LocalChain, populate } from '../fixtures/local-chain'
import { type Interference, startNodeProxy } from '../fixtures/node-proxy'
import { native } from '../fixtures/plans'

type NodeProxy = Awaited<ReturnType<typeof startNodeProxy>>

/**
 * Provides the tests of a file with a populated chain, reverted after each test, and a proxy before its node that can
 * replace answers. Call it once at the top of the file.
 */
export function reviewBench() {
  let running: { local: LocalChain; proxy: NodeProxy; stop: () => Promise<void> } | null = null
  let snapshot: Hex | null = null
  const started = () => {
    if (!running) throw new Error('The bench has not started: use it inside tests.')
    return running
  }
  beforeAll(async () => {
    const anvil = await startAnvil({ chainId: 31337, allowOrigin: 'http://localhost' })
    const local = await populate(anvil.url, readArtifact)
    const proxy = await startNodeProxy(anvil.url)
    const stop = async () => {
      await proxy.stop()
      await anvil.stop()
    }
    running = { local, proxy, stop }
  })
  beforeEach(async () => {
    started().proxy.reset()
    snapshot = await started().local.anvil.snapshot()
  })
  afterEach(async () => {
    if (snapshot) await started().local.anvil.revert({ id: snapshot })
  })
  afterAll(() => running?.stop())

  const chains = (handle: ChainHandle): { chains: Chains } => ({ chains: new Map([[handle.id, handle]]) })
  const proxied = () => chains(started().local.handle(started().proxy.url))
  const throughProxy = (interfere?: Interference) => {
    started().proxy.reset(interfere)
    return proxied()
  }
  return {
    get local() {
      return started().local
    },
    get proxy() {
      return started().proxy
    },
    /** Chains that go through the proxy, with its current interference. */
    proxied,
    /** Resets the proxy, optionally with an interference, and returns chains that go through it. */
    throughProxy,
    /** Chains with so many milliseconds between blocks, so that days pass within a few blocks. */
    slow: (blockTime: number, url = started().local.url) => {
      const handle = started().local.handle(url)
      return chains({ ...handle, viemChain: { ...handle.viemChain, blockTime } })
    },
    /** Chains whose node fails one method. */
    broken: (method: string) =>
      throughProxy((request) =>
        request.method === method ? { error: { code: -32000, message: 'broken' } } : undefined,
      ),
  }
}

/** A conversation with these messages of the person, oldest first. */
export const typed = (...userMessages: string[]) => ({ conversation: { userMessages } })

/** Addresses that received one wei of the native coin from the account before. */
export const used = (...addresses: Address[]) => ({
  knownAddresses: addresses.map(
    (address) =>
      ({
        address,
        source: 'used',
        label: 'you have sent to it before',
        sent: [{ asset: native, amount: 1n }],
      }) as const,
  ),
})
