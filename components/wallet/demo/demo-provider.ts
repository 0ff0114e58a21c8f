import { type Hex, http, numberToHex, type Transport } from 'viem'
import { z } from 'zod'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { createListeners } from '@/lib/store'
import type { Ask } from './approval-queue'
import { readSignatureRequest, type SignatureRequest } from './signature-request'

/** An error with a code of JSON-RPC, EIP-1193, EIP-3085 or EIP-5792, as wallets return it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderRpcError'
  constructor(
    readonly code: 4001 | 4100 | 4200 | 4901 | 4902 | 5720 | 5730 | 5760 | -32602,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const keyName = 'countersign.demo-wallet.key'
const connectedName = 'countersign.demo-wallet.connected'
const chainName = 'countersign.demo-wallet.chain'
/** `yes` makes the Demo wallet carry out several calls as one (EIP-5792). Off by default. */
const atomicName = 'countersign.demo-wallet.atomic'
const batchesName = 'countersign.demo-wallet.bundles'
const batchesSchema = z.record(z.string(), z.object({ chainId: z.int(), hash: z.templateLiteral(['0x', z.string()]) }))
const keySchema = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value))
const switchSchema = z.tuple([z.object({ chainId: z.string().regex(/^0x[0-9a-f]+$/i) })]).rest(z.unknown())

/** Keys and curves: loaded with the first use of the wallet, since not even everybody on local chains uses it. */
const loadSigner = () => import('./demo-signer')

export type DemoProvider = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  /** Forgets the consent. The key stays, and so does the play money. */
  disconnect: () => void
  onChainChanged: (listener: (chainId: number) => void) => void
}

type DemoOptions = {
  chains: readonly [ChainInfo, ...ChainInfo[]]
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  ask: (request: Omit<Ask, 'id'>) => Promise<boolean>
  transport?: (rpcUrl: string) => Transport
}

/**
 * A wallet in the page for local chains only: an EIP-1193 provider whose key is in the browser's storage. It asks
 * before each signature, and passes reads on to the chain. Throws for a chain that is not local.
 */
export function createDemoProvider(options: DemoOptions): DemoProvider {
  const { chains, storage, ask, transport = (url) => http(url) } = options
  const foreign = chains.find((chain) => !chain.isLocal)
  if (foreign) throw new Error(`The Demo wallet is for local chains; ${foreign.name} is not one`)
  const batches = createBatches({ chains, storage, transport })
  const chainChanges = createListeners<number>()
  let current = chains.find(({ id }) => id === Number(storage.getItem(chainName))) ?? chains[0]

  const account = async () => {
    const { accountOf, newKey } = await loadSigner()
    const stored = keySchema.safeParse(storage.getItem(keyName))
    const key = stored.success ? stored.data : newKey()
    if (!stored.success) storage.setItem(keyName, key)
    return accountOf(key)
  }
  const isConnected = () => storage.getItem(connectedName) === 'yes'

  const switchTo = (params: unknown): null => {
    const asked = switchSchema.safeParse(params)
    if (!asked.success) throw new ProviderError(-32602, 'A chain id in hex is needed.')
    const chain = chains.find(({ id }) => id === Number(asked.data[0].chainId))
    if (!chain) throw new ProviderError(4902, 'The Demo wallet supports only the local chains.')
    current = chain
    storage.setItem(chainName, String(chain.id))
    chainChanges.tell(chain.id)
    return null
  }

  const sign = async (request: SignatureRequest): Promise<unknown> => {
    const signer = await account()
    if (!isConnected() || (request.account && request.account !== signer.address))
      throw new ProviderError(4100, 'This site may not use that account.')
    // The chain at this moment: the person may switch while the question is open.
    const chain = current
    if (request.method === 'wallet_sendCalls') batches.expectNew(request.id)
    const isSending = request.method === 'eth_sendTransaction' || request.method === 'wallet_sendCalls'
    if (isSending && request.chainId !== null && request.chainId !== chain.id)
      throw new ProviderError(
        4901,
        `The Demo wallet is on ${chain.name}, the transaction is for chain ${request.chainId}.`,
      )
    if (!(await ask({ account: signer.address, chainName: chain.name, request })))
      throw new ProviderError(4001, 'User rejected the request.')
    const { perform } = await loadSigner()
    return perform(request, signer, chain, transport(chain.rpcUrl), batches.keep)
  }

  return {
    onChainChanged: chainChanges.subscribe,
    disconnect: () => storage.removeItem(connectedName),
    async request({ method, params = [] }) {
      switch (method) {
        case 'eth_chainId':
          return numberToHex(current.id)
        case 'eth_accounts':
          return isConnected() ? [(await account()).address] : []
        case 'eth_requestAccounts': {
          const { address } = await account()
          storage.setItem(connectedName, 'yes')
          return [address]
        }
        case 'wallet_switchEthereumChain':
          return switchTo(params)
        case 'wallet_getCapabilities':
          return batches.capabilities()
        case 'wallet_getCallsStatus':
          return batches.statusOf(z.tuple([z.string()]).parse(params)[0])
      }
      const asked = signatureAskedFor(method, params)
      if (asked) return sign(asked)
      // Refuses everything else that involves keys or permissions. Plain reads go to the chain.
      if (!/^(eth|net|web3)_/.test(method) || /sign/i.test(method))
        throw new ProviderError(4200, `The Demo wallet does not support ${method}.`)
      return transport(current.rpcUrl)({ chain: current.viemChain, retryCount: 0 }).request({
        method,
        params: z.array(z.unknown()).parse(params),
      })
    },
  }
}

/** Returns null if the method asks for no signature. */
function signatureAskedFor(method: string, params: unknown): SignatureRequest | null {
  try {
    return readSignatureRequest(method, params)
  } catch (cause) {
    throw new ProviderError(-32602, `The parameters of ${method} cannot be read.`, { cause })
  }
}

/** Batches that the wallet has sent as one (EIP-5792), if it is set to. */
function createBatches({ chains, storage, transport }: Required<Omit<DemoOptions, 'ask'>>) {
  const isAtomic = () => storage.getItem(atomicName) === 'yes'
  const all = () => {
    const stored = storage.getItem(batchesName)
    return stored === null ? {} : (batchesSchema.safeParse(JSON.parse(stored)).data ?? {})
  }
  return {
    capabilities: () =>
      isAtomic()
        ? Object.fromEntries(chains.map(({ id }) => [numberToHex(id), { atomic: { status: 'supported' } }]))
        : {},
    /** Throws if the wallet cannot take a batch with this id. */
    expectNew: (id: string | null) => {
      if (!isAtomic()) throw new ProviderError(5760, 'The Demo wallet sends one transaction at a time.')
      if (id !== null && Object.hasOwn(all(), id))
        throw new ProviderError(5720, 'There is already a batch with this id.')
    },
    keep: (id: string, chainId: number, hash: Hex) =>
      storage.setItem(batchesName, JSON.stringify({ ...all(), [id]: { chainId, hash } })),
    statusOf: async (id: string) => {
      const known = Object.hasOwn(all(), id) ? all()[id] : undefined
      const chain = chains.find((each) => each.id === known?.chainId)
      if (!known || !chain) throw new ProviderError(5730, 'There is no batch with this id.')
      const receipt = z
        .looseObject({ status: z.string(), transactionHash: z.string() })
        .nullable()
        .parse(
          await transport(chain.rpcUrl)({ chain: chain.viemChain }).request({
            method: 'eth_getTransactionReceipt',
            params: [known.hash],
          }),
        )
      const common = { version: '2.0.0', id, chainId: numberToHex(chain.id), atomic: true }
      if (!receipt) return { ...common, status: 100 }
      return { ...common, status: receipt.status === '0x1' ? 200 : 500, receipts: [receipt] }
    },
  }
}
