import { type Address, decodeFunctionData, erc20Abi, getAddress, type Hex, hexToString, isHex } from 'viem'
import { z } from 'zod'

const hex = z.custom<Hex>((value) => isHex(value), 'must be hex')
const quantity = hex.transform((value) => BigInt(value))
const address = z.string().transform((value, context) => {
  try {
    return getAddress(value)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an address' })
    return z.NEVER
  }
})

/** The transaction object of `eth_sendTransaction` (execution-apis, GenericTransaction), as far as it is used. */
const transactionSchema = z.object({
  from: address.optional(),
  to: address,
  data: hex.optional(),
  input: hex.optional(),
  value: quantity.optional(),
  gas: quantity.optional(),
  nonce: quantity.optional(),
  chainId: quantity.optional(),
})

const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()).default({}),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

/** What a page may ask the Demo wallet to sign. `value` in wei, `gas` in gas units. */
export type SignatureRequest =
  | { method: 'personal_sign'; account: Address; message: Hex; text: string }
  | { method: 'eth_signTypedData_v4'; account: Address; typedData: z.infer<typeof typedDataSchema> }
  | {
      method: 'eth_sendTransaction'
      account: Address | null
      to: Address
      data: Hex
      value: bigint
      gas: bigint | null
      nonce: number | null
      chainId: number | null
    }

/** Reads the parameters of a signing method; throws ZodError on anything malformed. Null for other methods. */
export function readSignatureRequest(method: string, params: unknown): SignatureRequest | null {
  switch (method) {
    case 'personal_sign': {
      const [message, account] = z.tuple([hex, address]).rest(z.unknown()).parse(params)
      return { method, account, message, text: hexToString(message) }
    }
    case 'eth_signTypedData_v4': {
      const [account, json] = z.tuple([address, z.string()]).rest(z.unknown()).parse(params)
      return { method, account, typedData: typedDataSchema.parse(JSON.parse(json)) }
    }
    case 'eth_sendTransaction': {
      const [transaction] = z.tuple([transactionSchema]).rest(z.unknown()).parse(params)
      return {
        method,
        account: transaction.from ?? null,
        to: transaction.to,
        data: transaction.data ?? transaction.input ?? '0x',
        value: transaction.value ?? 0n,
        gas: transaction.gas ?? null,
        nonce: transaction.nonce === undefined ? null : Number(transaction.nonce),
        chainId: transaction.chainId === undefined ? null : Number(transaction.chainId),
      }
    }
    default:
      return null
  }
}

/** What the data of a transaction does, where it is one of the ERC-20 functions; its selector otherwise. */
export function describeData(data: Hex): string {
  if (data === '0x') return 'Nothing: a plain transfer of the native coin'
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return `${functionName}(${(args ?? []).map(String).join(', ')})`
  } catch {
    return `Function ${data.slice(0, 10)}, ${(data.length - 2) / 2} bytes`
  }
}
