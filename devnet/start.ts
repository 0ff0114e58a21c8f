import { createServer } from 'node:net'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { type Anvil, startAnvil } from './anvil'
import { serveApi } from './api/server'
import { type DevnetChain, openChain } from './chain'
import { deploy, pastSeconds } from './deploy'
import type { DevnetError } from './failure'
import { portTaken } from './failure'
import { routingRoutes } from './routing/routes'
import { createControl } from './services/control'
import { faucetRoutes } from './services/faucet'
import { startRelayer } from './services/relayer'
import { yieldRoutes } from './yield/routes'

export type DevnetOptions = {
  /** First of three ports on 127.0.0.1: chain 31337, chain 31338, APIs. */
  port: number
  /** Origin of the app, the only one whose pages may read the chains and use the APIs. */
  allowOrigin: string
  log: (line: string) => void
  /** Milliseconds since the epoch. */
  now?: () => number
}

export type Devnet = {
  /** `chains` is ordered by id, 31337 first. */
  urls: { chains: readonly string[]; api: string; routing: string; yield: string }
  /** Ends everything and frees the ports. */
  stop: () => Promise<void>
  /** Resolves with the reason when a chain ends, also after `stop`. */
  stopped: Promise<DevnetError>
}

async function startChain(id: number, port: number, options: DevnetOptions) {
  const { allowOrigin, log, now = Date.now } = options
  const genesis = Math.floor(now() / 1000) - pastSeconds
  const anvil = await startAnvil({ port, chainId: id, allowOrigin, genesis })
  const chain = openChain({ id, rpcUrl: anvil.url })
  try {
    await deploy(chain, allowOrigin)
  } catch (error) {
    await anvil.stop()
    throw error
  }
  log(`chain ${id} is ready at ${anvil.url}`)
  return { anvil, chain }
}

/** Waits for all, so that nothing that was started gets lost; then throws the first failure, if any. */
async function startChains(options: DevnetOptions): Promise<{ anvil: Anvil; chain: DevnetChain }[]> {
  const attempts = await Promise.allSettled(
    localChainIds.map((id, index) => startChain(id, options.port + index, options)),
  )
  const failure = attempts.find((attempt) => attempt.status === 'rejected')
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  if (!failure) return started
  await Promise.all(started.map(({ anvil }) => anvil.stop()))
  throw failure.reason
}

/** Starts both chains with everything on them, the APIs and the relayer. Throws DevnetError, and then nothing runs. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { port, allowOrigin, log, now = Date.now } = options
  const apiPort = port + localChainIds.length
  await assertPortsFree([...localChainIds.map((_, index) => port + index), apiPort])
  const started = await startChains(options)
  const anvils = started.map(({ anvil }) => anvil)
  const chains = started.map(({ chain }) => chain)
  const control = createControl(chains)
  const relayer = startRelayer({ chains, delayMs: () => control.knobs().bridgeDelayMs, now, log })
  const stopChains = async () => {
    await relayer.stop()
    await Promise.all(anvils.map((anvil) => anvil.stop()))
  }
  const [first] = chains
  const routes = {
    'GET /health': () => ({ status: 'ok', chains: chains.map(({ info }) => info.id) }),
    ...control.routes,
    ...faucetRoutes(chains),
    ...routingRoutes({ chains, control, relayer, origin: allowOrigin }),
    ...(first ? yieldRoutes(first, control, now) : {}),
  }
  try {
    const server = await serveApi({ port: apiPort, allowOrigin, routes, fault: control.fault, log })
    const api = `http://127.0.0.1:${apiPort}`
    log(`routing, yield and faucet are ready at ${api}`)
    return {
      urls: { chains: anvils.map(({ url }) => url), api, routing: `${api}/routing/v1`, yield: `${api}/yield` },
      stop: async () => {
        await server.stop()
        await stopChains()
      },
      stopped: Promise.race(anvils.map((anvil) => anvil.stopped)),
    }
  } catch (error) {
    await stopChains()
    throw error
  }
}

function assertFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject('code' in error && error.code === 'EADDRINUSE' ? portTaken(port) : error))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

/** Throws a DevnetError that names the first port in use. */
export async function assertPortsFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) await assertFree(port)
}
