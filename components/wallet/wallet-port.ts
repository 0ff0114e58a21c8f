import { type Hash, isHash, numberToHex } from 'viem'
import type { Config } from 'wagmi'
import { getAccount, getConnectorClient, switchChain, watchAccount } from 'wagmi/actions'
import {
  toWalletError,
  type Wallet,
  WalletError,
  type WalletErrorCode,
  type WalletRequest,
} from '@/lib/execution/wallet'

/** The connected wallet behind execution's port. Every failure is a WalletError. */
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
  }
}

/**
 * The request goes to the wallet in the bytes that were reviewed. Not through viem's `sendTransaction`, which may
 * repeat a failed request under another method name.
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
          nonce: numberToHex(nonce),
          ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
        },
      ],
    },
    { retryCount: 0 },
  )
  if (typeof hash !== 'string' || !isHash(hash))
    throw new WalletError('unknown', 'Your wallet gave no transaction hash.')
  return hash
}

function connected(config: Config) {
  const { connector } = getAccount(config)
  if (!connector) throw new WalletError('disconnected', 'No wallet is connected.')
  return connector
}

/** wagmi's own errors carry no EIP-1193 code, and not all of their classes are exported. Nothing was sent in any of them. */
const wagmiErrors: Readonly<Record<string, { code: WalletErrorCode; message: string }>> = {
  ConnectorNotConnectedError: { code: 'disconnected', message: 'No wallet is connected.' },
  ConnectorAccountNotFoundError: { code: 'account-changed', message: 'Your wallet is on another account now.' },
  ConnectorChainMismatchError: { code: 'wrong-chain', message: 'Your wallet is on another chain.' },
  SwitchChainNotSupportedError: {
    code: 'unsupported-chain',
    message: 'Your wallet cannot switch chains from here: switch in the wallet.',
  },
}

async function named<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (cause) {
    const known = cause instanceof Error && Object.hasOwn(wagmiErrors, cause.name) ? wagmiErrors[cause.name] : undefined
    throw known ? new WalletError(known.code, known.message, { cause }) : toWalletError(cause)
  }
}
