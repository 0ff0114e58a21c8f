import { type Address, decodeFunctionData, erc20Abi, getAddress, type Hex, hexToString, isAddress, isHex } from 'viem'
import { z } from 'zod'
import { exactAmount } from '@/components/ui/text/figures'
import { knownToken } from '@/lib/chain/tokens/tokens'

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

/** The fields used of `eth_sendTransaction`'s transaction object (execution-apis, GenericTransaction). */
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

const batchSchema = z.object({
  version: z.literal('2.0.0'),
  id: z.string().max(8194).optional(),
  from: address.optional(),
  chainId: quantity,
  atomicRequired: z.boolean(),
  calls: z.array(z.object({ to: address, data: hex.optional(), value: quantity.optional() })).min(1),
})

const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()).default({}),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

type TypedData = z.infer<typeof typedDataSchema>

/** A request that a page may send to the Demo wallet. `value` is in wei, `gas` in gas units. */
export type SignatureRequest =
  | { method: 'personal_sign'; account: Address; message: Hex; text: string }
  | { method: 'eth_signTypedData_v4'; account: Address; typedData: TypedData }
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
  /** Several calls as one (EIP-5792). */
  | {
      method: 'wallet_sendCalls'
      account: Address | null
      id: string | null
      chainId: number
      calls: readonly { to: Address; data: Hex; value: bigint }[]
    }

/** Parses the parameters of a signing method. Null for other methods. Throws ZodError if they are malformed. */
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
    case 'wallet_sendCalls': {
      const [batch] = z.tuple([batchSchema]).rest(z.unknown()).parse(params)
      const calls = batch.calls.map(({ to, data = '0x', value = 0n }) => ({ to, data, value }))
      return { method, account: batch.from ?? null, id: batch.id ?? null, chainId: Number(batch.chainId), calls }
    }
    default:
      return null
  }
}

/** Describes the data of a transaction: an ERC-20 function with its arguments, or else the selector. */
export function describeData(data: Hex): string {
  if (data === '0x') return 'Calls no function: a plain transfer of the native coin'
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return `${functionName}(${(args ?? []).map(String).join(', ')})`
  } catch {
    return `Function ${data.slice(0, 10)}, ${(data.length - 2) / 2} bytes`
  }
}

/** A field of typed data in readable form. */
export type TypedField = { name: string; value: string; kind: 'address' | 'text' }

/** Common names of fields that hold Unix seconds. */
const momentNames = /^(validAfter|validUntil|deadline|expiry|expiration|notBefore|notAfter)$/i

/**
 * Lists the fields of typed data in the order of their type: times as dates, amounts of a known token in whole tokens
 * beside the raw figure. Shows all of the message, and nothing from elsewhere.
 */
export function typedFields({ domain, types, primaryType, message }: TypedData): readonly TypedField[] {
  const fields = types[primaryType] ?? []
  const token = typeof message.token === 'string' && isAddress(message.token) ? message.token : null
  const known = token ? knownToken(Number(domain.chainId), token) : null
  const named = fields.map(({ name, type }): TypedField => {
    const raw = message[name]
    const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : (JSON.stringify(raw) ?? 'nothing')
    if (type === 'address' && isAddress(text)) return { name, value: getAddress(text), kind: 'address' }
    const number = /^uint\d*$/.test(type) && /^\d+$/.test(text) ? BigInt(text) : null
    if (number !== null && momentNames.test(name) && number < 8_640_000_000_000n)
      return { name, value: `${new Date(Number(number) * 1000).toUTCString()} (${text})`, kind: 'text' }
    if (number !== null && known && /amount(per[a-z]+)?$/i.test(name))
      return { name, value: `${exactAmount(number, known.decimals)} ${known.symbol} (${text})`, kind: 'text' }
    return { name, value: text, kind: 'text' }
  })
  // Fields outside the type are not signed. They are shown all the same, so that nothing stays hidden.
  const rest = Object.keys(message).filter((name) => !fields.some((field) => field.name === name))
  return [
    ...named,
    ...rest.map(
      (name): TypedField => ({
        name: `${name} (not signed)`,
        value: JSON.stringify(message[name]) ?? '',
        kind: 'text',
      }),
    ),
  ]
}
