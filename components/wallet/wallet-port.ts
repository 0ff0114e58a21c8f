import { type Hash, type Hex, isHash, isHex, numberToHex } from 'viem'
import type { Config } from 'wagmi'
import { getAccount, getConnectorClient, switchChain, watchAccount } from 'wagmi/actions'
import { z } from 'zod'
import { readAtomicity, readBatchId, readBatchStatus, sendCallsParameters } from '@/lib/execution/batches/batch'
import { executionPermissionParameters } from '@/lib/execution/signing/permission-types'
import {
  type BatchRequest,
  type TypedDataRequest,
  toBatchError,
  toWalletError,
  type Wallet,
  WalletError,
  type WalletErrorCode,
  type WalletRequest,
} from '@/lib/execution/signing/wallet'
import { typedDataText } from '@/lib/wire/consent'

/** The connected wallet as the port of lib/execution. Every failure is a WalletError. */
export function createWalletPort(config: Config): Wallet {
  return {
    account: () => getAccount(config).address ?? null,
    subscribe: (listener) => watchAccount(config, { onChange: listener }),
    chainId: () => named(async () => connected(config).getChainId()),
    switchChain: (chainId) =>
      named(async () => {
        await switchChain(config, { chainId })
      }),
    sendTransaction: (request) => named(() => send(config, request)),
    signTypedData: (request) => named(() => signTerms(config, request)),
    supportedExecutionPermissions: () => ask(config, 'wallet_getSupportedExecutionPermissions', []),
    requestExecutionPermission: (permission, account) =>
      named(() =>
        ask(config, 'wallet_requestExecutionPermissions', [[executionPermissionParameters(permission, account)]]),
      ),
    // A wallet that does not know the method refuses it, and takes no batches.
    atomicity: async (account, chainId) =>
      readAtomicity(await ask(config, 'wallet_getCapabilities', [account, [numberToHex(chainId)]]), chainId),
    sendBatch: (request) => named(() => sendBatch(config, request), toBatchError),
    batchStatus: (id) => named(async () => readBatchStatus(await ask(config, 'wallet_getCallsStatus', [id]))),
  }
}

/**
 * Sends the reviewed bytes to the wallet. Not through viem's `sendTransaction`, which may repeat a failed request under
 * another method name.
 */
async function send(config: Config, request: WalletRequest): Promise<Hash> {
  const { chainId, account, to, data, value, gas, nonce } = request
  const client = await getConnectorClient(config, { chainId, account })
  const hash: unknown = await client.request(
    {
      method: 'eth_sendTransaction',
      params: [
        {
          chainId: numberToHex(chainId),
          from: account,
          to,
          data,
          value: numberToHex(value),
          ...(nonce === undefined ? {} : { nonce: numberToHex(nonce) }),
          ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
        },
      ],
    },
    { retryCount: 0 },
  )
  if (typeof hash !== 'string' || !isHash(hash))
    throw new WalletError('unknown', 'Your wallet returned no transaction hash.')
  return hash
}

/** Signs the reviewed terms with `eth_signTypedData_v4` (EIP-712). The wallet reads and hashes this text. */
async function signTerms(config: Config, { chainId, account, typedData }: TypedDataRequest): Promise<Hex> {
  await getConnectorClient(config, { chainId, account })
  const signature = await ask(config, 'eth_signTypedData_v4', [account, typedDataText(typedData)])
  if (typeof signature !== 'string' || !isHex(signature))
    throw new WalletError('unknown', 'Your wallet returned no signature.')
  return signature
}

/**
 * Sends all reviewed steps as one request (EIP-5792). Not through viem's `sendCalls`, which may send them in another
 * way.
 */
async function sendBatch(config: Config, request: BatchRequest): Promise<string> {
  const { chainId, account } = request
  await getConnectorClient(config, { chainId, account })
  return readBatchId(await ask(config, 'wallet_sendCalls', [sendCallsParameters(request)]))
}

/** Sends one request to the wallet itself, once. lib/execution parses the responses of these methods. */
async function ask(config: Config, method: string, params: readonly unknown[]): Promise<unknown> {
  const provider = await connected(config).getProvider()
  const { request } = providerSchema.parse(provider)
  return request.call(provider, { method, params })
}

type Request = (this: unknown, call: { method: string; params: readonly unknown[] }) => Promise<unknown>
const providerSchema = z.looseObject({ request: z.custom<Request>((value) => typeof value === 'function') })

function connected(config: Config) {
  const { connector } = getAccount(config)
  if (!connector) throw new WalletError('disconnected', 'No wallet is connected.')
  return connector
}

/**
 * wagmi's own errors have no EIP-1193 code, and not all of their classes are exported. None of them occurs after
 * anything was sent.
 */
const wagmiErrors: Readonly<Record<string, { code: WalletErrorCode; message: string }>> = {
  ConnectorNotConnectedError: { code: 'disconnected', message: 'No wallet is connected.' },
  ConnectorAccountNotFoundError: { code: 'account-changed', message: 'Your wallet is now on another account.' },
  ConnectorChainMismatchError: { code: 'wrong-chain', message: 'Your wallet is on another chain.' },
  SwitchChainNotSupportedError: {
    code: 'unsupported-chain',
    message: 'Your wallet cannot switch chains from here: switch in the wallet.',
  },
}

async function named<Result>(
  run: () => Promise<Result>,
  toError: (thrown: unknown) => WalletError = toWalletError,
): Promise<Result> {
  try {
    return await run()
  } catch (cause) {
    const known = cause instanceof Error && Object.hasOwn(wagmiErrors, cause.name) ? wagmiErrors[cause.name] : undefined
    throw known ? new WalletError(known.code, known.message, { cause }) : toError(cause)
  }
}
