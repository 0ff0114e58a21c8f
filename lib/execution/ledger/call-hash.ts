import { type Hex, keccak256, stringToHex } from 'viem'

/** Writes JSON with the keys of every object sorted, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** Hashes what a call asks for: the same call id with another hash is a different proposal. */
export const callHash = (toolName: string, parameters: Record<string, unknown>): Hex =>
  keccak256(stringToHex(canonicalJson([toolName, parameters])))
