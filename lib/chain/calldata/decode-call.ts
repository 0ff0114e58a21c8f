import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex, slice } from 'viem'
import { innerCalls } from './inner-calls'
import { type KnownFunction, knownFunction } from './known/known-functions'

/** One call, in bytes. */
export type Call = {
  /** The account that makes the call, or the contract that it asked to. */
  caller: Address
  to: Address
  /** Wei. */
  value: bigint
  data: Hex
  /** The code of `to` runs in the caller's place (DELEGATECALL) and may do whatever the caller can. */
  delegate: boolean
}

/**
 * Why inner calls cannot be shown. `depth`: they are nested deeper or are more than is examined. `unreadable`: they
 * should exist, but the bytes do not match the function. `commands`: they are in a format of their own.
 */
export type Hidden = 'depth' | 'unreadable' | 'commands'

export type DecodedCall = Call & {
  /** Null if there are too few bytes. */
  selector: Hex | null
  /** The function from the bundled table. Null: unknown, and nothing is said about what it does. */
  known: KnownFunction | null
  /** Decoded arguments of a known function; null if there is none or the bytes do not match. */
  args: readonly unknown[] | null
  /** Encoding the decoded arguments gives the same bytes again (rule G21). False if nothing could be read. */
  exact: boolean
  /** Extra bytes after an otherwise exact encoding. Nothing reads them. */
  suffix: Hex
  inner: readonly DecodedCall[]
  hidden: Hidden | null
}

/** Maximum nesting of inner calls (docs/review-rules.md, "Contract calls"). */
const mostDepth = 4
/** More calls than a person can look at; the rest is reported as hidden. */
const mostCalls = 64

/** Decodes a call and its inner calls with the bundled table. Pure: asks neither a chain nor an agent. */
export const decodeCall = (call: Call): DecodedCall => decodeAt(call, 0, { left: mostCalls })

function decodeAt(call: Call, depth: number, budget: { left: number }): DecodedCall {
  budget.left -= 1
  const selector = call.data.length >= 10 ? slice(call.data, 0, 4) : null
  const known = selector && knownFunction(selector)
  const args = known && decodeArguments(known, call.data)
  const plain: DecodedCall = { ...call, selector, known, args, exact: false, suffix: '0x', inner: [], hidden: null }
  if (!known || !args) return plain
  const read = { ...plain, ...compared(known, args, call.data) }
  const inner = innerCalls(call, known, args)
  if (inner === null) return read
  if (typeof inner === 'string') return { ...read, hidden: inner }
  if (inner.length === 0) return read
  if (depth === mostDepth || inner.length > budget.left) return { ...read, hidden: 'depth' }
  return { ...read, inner: inner.map((each) => decodeAt(each, depth + 1, budget)) }
}

function decodeArguments({ abi }: KnownFunction, data: Hex): readonly unknown[] | null {
  if (abi.inputs.length === 0) return []
  try {
    return decodeAbiParameters(abi.inputs, slice(data, 4)) as readonly unknown[]
  } catch {
    // The bytes do not match the function. Reported as such; nothing is guessed.
    return null
  }
}

function compared(known: KnownFunction, args: readonly unknown[], bytes: Hex): Pick<DecodedCall, 'exact' | 'suffix'> {
  try {
    const data = bytes.toLowerCase()
    const encoded = encodeCall(known, args)
    return {
      exact: data === encoded,
      suffix: data.startsWith(encoded) ? `0x${data.slice(encoded.length)}` : '0x',
    }
  } catch {
    // A number exceeds its type, so the value read cannot be encoded.
    return { exact: false, suffix: '0x' }
  }
}

/** Encodes a call of a known function, in lower case. Throws if an argument does not match its type. */
export function encodeCall({ abi, selector }: Pick<KnownFunction, 'abi' | 'selector'>, args: readonly unknown[]): Hex {
  return `${selector}${encodeAbiParameters(abi.inputs, args).slice(2)}`
}

/** Returns a call and all of its inner calls, outermost first. */
export const allCalls = (call: DecodedCall): readonly DecodedCall[] => [call, ...call.inner.flatMap(allCalls)]
