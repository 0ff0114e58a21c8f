import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex, slice } from 'viem'
import { innerCalls } from './inner-calls'
import { type KnownFunction, knownFunction } from './known-functions'

/** One call, as bytes. */
export type Call = {
  /** Whoever makes it: the account, or the contract that it has asked to. */
  caller: Address
  to: Address
  /** Wei. */
  value: bigint
  data: Hex
  /** The code of `to` runs in the caller's place (DELEGATECALL): it may do whatever the caller can. */
  delegate: boolean
}

/**
 * Why calls inside a call cannot be shown. `depth`: there are more within them than is looked at. `unreadable`: they
 * should be there, but the bytes are not what the function takes. `commands`: they are in a form of their own.
 */
export type Hidden = 'depth' | 'unreadable' | 'commands'

export type DecodedCall = Call & {
  /** Null where there are too few bytes for one. */
  selector: Hex | null
  /** The function by the bundled table. Null: unknown, and nothing is said about what it does. */
  known: KnownFunction | null
  /** Decoded arguments of a known function; null where there is none or the bytes do not fit. */
  args: readonly unknown[] | null
  /** Encoding what was read gives the same bytes again (rule G21). False where nothing could be read. */
  exact: boolean
  /** Bytes behind those that say what was read, which are otherwise what encoding gives: nobody reads them. */
  suffix: Hex
  inner: readonly DecodedCall[]
  hidden: Hidden | null
}

/** Calls within calls are followed so far (docs/review-rules.md, "Contract calls"). */
const mostDepth = 4
/** More calls than a person can look at: what is beyond is said to be hidden. */
const mostCalls = 64

/** Reads a call by the bundled table, and the calls inside it. Pure: nothing is asked of a chain or of an agent. */
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
    // The bytes are not what the function takes. That is said; nothing is guessed.
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
    // A number that is larger than its type: what was read of it cannot be written so.
    return { exact: false, suffix: '0x' }
  }
}

/** The bytes of a call of a known function, in lower case. Throws what does not fit its type. */
export function encodeCall({ abi, selector }: Pick<KnownFunction, 'abi' | 'selector'>, args: readonly unknown[]): Hex {
  return `${selector}${encodeAbiParameters(abi.inputs, args).slice(2)}`
}

/** A call and all that are inside it, outermost first. */
export const allCalls = (call: DecodedCall): readonly DecodedCall[] => [call, ...call.inner.flatMap(allCalls)]
