import { type Address, getAddress, type Hex, hexToBytes } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'

const push1 = 0x60
const push4 = 0x63
const push32 = 0x7f

/**
 * True if runtime code contains a function's selector in a PUSH of at most four bytes, as in the dispatchers that
 * compilers emit (they omit leading zero bytes). Walks the opcodes, because the same bytes inside another constant mean
 * nothing. `selector` is four bytes.
 */
export function hasSelector(code: Hex, selector: Hex): boolean {
  const bytes = hexToBytes(code)
  const sought = BigInt(selector)
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    if (opcode < push1 || opcode > push32) continue
    const size = opcode - push1 + 1
    if (opcode <= push4) {
      let value = 0n
      for (const byte of bytes.subarray(at + 1, at + 1 + size)) value = (value << 8n) | BigInt(byte)
      if (value === sought) return true
    }
    at += size
  }
  return false
}

/** EIP-1167, and EIP-7511, its successor with PUSH0. Immutable arguments of the clone may follow the code. */
const minimalProxies = [
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i,
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/i,
]

/** Returns the contract that the code itself forwards to: a minimal proxy or a delegated account. Null if none. */
export function forwardsTo(code: Hex): { address: Address; kind: 'EIP-1167' | 'EIP-7702' } | null {
  const delegate = delegateOf(code)
  if (delegate) return { address: delegate, kind: 'EIP-7702' }
  const [target] = minimalProxies.flatMap((pattern) => pattern.exec(code)?.[1] ?? [])
  return target ? { address: getAddress(`0x${target}`), kind: 'EIP-1167' } : null
}
