import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  type Hash,
  parseEther,
  publicActions,
  webSocket,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { startAnvil as start } from '@/devnet/anvil'
import type { ChainHandle } from '@/lib/chain/chains/chain'

const mnemonic = 'test test test test test test test test test test test junk'

/** The first accounts of the mnemonic, funded. Created once: each takes 15 ms of CPU. */
const accounts = Array.from({ length: 5 }, (_, addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }))
function accountOf(index: number) {
  const account = accounts[index]
  if (!account) throw new Error(`There is no account ${index}`)
  return account
}

type Ask = (request: { method: string; params?: unknown }) => Promise<unknown>

/**
 * Asks one thing at a time. The chain's socket holds back a second answer until the first is acknowledged, and Linux
 * acknowledges after 40 ms: several requests at once would take a hundred times as long as one after the other.
 */
function inTurn(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const answer = last.then(() => ask(request))
    last = answer.catch(() => undefined)
    return answer
  }
}

/**
 * Starts a real chain on this machine, with a node that can be made to fail. Mines blocks at once unless switched off.
 */
export async function startAnvil() {
  const { url, stop } = await start({ chainId: 31337, allowOrigin: 'http://localhost' })
  // One socket for all requests: a separate connection each costs several times as much, and tests make tens of
  // thousands.
  const direct = webSocket(url.replace('http', 'ws'), { keepAlive: false, reconnect: false })({ chain: foundry })
  const ask = inTurn(direct.request)
  const transport = custom({ request: ask }, { retryCount: 0 })
  const test = createTestClient({ mode: 'anvil', chain: foundry, transport, pollingInterval: 20 }).extend(publicActions)
  await test.setAutomine(true)
  for (const { address } of accounts) await test.setBalance({ address, value: parseEther('10000') })

  /**
   * `lags`: the node has not heard of what waits in the pools of other nodes. `forgets`: it does not know this hash.
   * `instead`: its answer in place of the chain's, unless undefined.
   */
  const sound = {
    down: false,
    lags: false,
    forgets: null as Hash | null,
    refuses: (_method: string, _params: unknown): boolean => false,
    instead: async (_method: string, _params: unknown): Promise<unknown> => undefined,
  }
  const node = { ...sound }
  const client = createPublicClient({
    chain: foundry,
    pollingInterval: 20,
    transport: custom(
      {
        request: async (request) => {
          if (node.down) throw new Error('connection refused')
          if (node.refuses(request.method, request.params)) throw new Error('missing trie node')
          const { method, params } = request
          const instead = await node.instead(method, params)
          if (instead !== undefined) return instead
          if (node.forgets !== null && Array.isArray(params) && params[0] === node.forgets) return null
          const isPoolCount = method === 'eth_getTransactionCount' && params[1] === 'pending'
          return ask(node.lags && isPoolCount ? { method, params: [params[0], 'latest'] } : request)
        },
      },
      { retryCount: 0 },
    ),
  })
  const chain: ChainHandle = {
    id: 31337,
    name: 'Local',
    viemChain: foundry,
    rpcUrl: url,
    isLocal: true,
    tokens: [],
    wrappedNative: '0x0000000000000000000000000000000000000001',
    client,
  }
  return {
    chain,
    chains: new Map([[chain.id, chain]]),
    /** The chain's own controls; not affected by `node.down`. */
    test,
    node,
    /**
     * Reverts the chain to a snapshot, with no block under way and an empty pool: transactions waiting there would be
     * mined on the old chain. Automining stays off afterwards.
     */
    goBackTo: async (id: Hash) => {
      await test.setAutomine(false)
      await ask({ method: 'anvil_dropAllTransactions' })
      // Waits for a block that is being mined.
      await test.mine({ blocks: 1 })
      await test.revert({ id })
    },
    /** Makes the node work again. */
    mend: () => void Object.assign(node, sound),
    signer: (index: number) => createWalletClient({ account: accountOf(index), chain: foundry, transport }),
    stop: async () => {
      const socket = await direct.value?.getRpcClient()
      socket?.close()
      await stop()
    },
  }
}
export type Anvil = Awaited<ReturnType<typeof startAnvil>>
