import { checksumAddress, isAddress } from 'viem'
import type { Recipient } from './item'
import type { Lexeme } from './lexemes'

/** An address or a name that stands for one. Says what is wrong with something that was meant to be an address. */
export function readRecipient({ kind, raw, text }: Lexeme): Recipient | null {
  if (kind === 'name') return { kind: 'name', name: text }
  if (kind !== 'hex') return null
  const bad = (why: string): Recipient => ({ kind: 'bad', text: raw, why })
  if (!text.startsWith('0x')) return bad('does not start with 0x')
  if (text.includes('..')) return bad('is shortened; I need all of it')
  const digits = raw.slice(2)
  if (!/^[0-9a-fA-F]*$/.test(digits)) return bad('has characters that are not hexadecimal (0-9, a-f)')
  if (digits.length !== 40) return bad(`has ${digits.length} characters after 0x instead of 40`)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const lower = `0x${digits.toLowerCase()}`
  if (!isAddress(lower)) return bad('cannot be read')
  const address = checksumAddress(lower)
  // EIP-55: mixed case carries a checksum. One case carries none and is taken as it is.
  if (!oneCase && address !== `0x${digits}`)
    return bad('does not match its checksum (EIP-55), so at least one character is mistyped')
  return { kind: 'address', address }
}
