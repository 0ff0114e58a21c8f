import { createWalletClient, type Hex, type Transport } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { gasLimit } from '@/lib/chain/chains/gas-limit'
import { sendAsOne } from './demo-batch'
import type { SignatureRequest } from './signature-request'

export const newKey = (): Hex => generatePrivateKey()

export const accountOf = (key: Hex): PrivateKeyAccount => privateKeyToAccount(key)

/** Signs what the person approved, and sends it if it is a transaction. */
export async function perform(
  request: SignatureRequest,
  signer: PrivateKeyAccount,
  chain: ChainInfo,
  transport: Transport,
  keepBatch: (id: string, chainId: number, hash: Hex) => void,
): Promise<unknown> {
  switch (request.method) {
    case 'personal_sign':
      return signer.signMessage({ message: { raw: request.message } })
    case 'eth_signTypedData_v4': {
      const { EIP712Domain: _, ...types } = request.typedData.types
      return signer.signTypedData({ ...request.typedData, types })
    }
    case 'wallet_sendCalls': {
      const hash = await sendAsOne(signer, chain.viemChain, transport, request.calls)
      const id = request.id ?? hash
      keepBatch(id, chain.id, hash)
      return { id }
    }
    case 'eth_sendTransaction': {
      const { to, data, value, gas, nonce } = request
      const wallet = createWalletClient({ account: signer, chain: chain.viemChain, transport })
      const transaction = { to, data, value, ...(nonce === null ? {} : { nonce }) }
      return wallet.sendTransaction({ ...transaction, gas: gas ?? (await gasLimit(wallet, transaction)) })
    }
  }
}
