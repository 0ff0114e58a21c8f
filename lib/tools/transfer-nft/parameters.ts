import { z } from 'zod'
import { address, chainId, optional, uint } from '../shared/fields'

export const nftSchema = z.strictObject({
  contractAddress: address,
  tokenId: uint,
  toAddress: address,
  /** One for an ERC-721, whose calls may omit it. */
  amount: optional(uint),
  chainId,
})
export type NftParameters = z.infer<typeof nftSchema>

/** Formats as `#7`; some collections use hashes as ids, of which a sentence needs only the ends. */
export function shortTokenId(tokenId: bigint): string {
  const digits = tokenId.toString()
  return digits.length > 12 ? `#${digits.slice(0, 4)}…${digits.slice(-4)}` : `#${digits}`
}
