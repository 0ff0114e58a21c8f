import { type Address, type Hex, hashMessage } from 'viem'
import type { Chains } from '@/lib/chain/chain'
import { isHashSignedBy } from '@/lib/chain/hash-signature'

/** True if `signature` is `address`'s over `message` (EIP-191). Throws SignatureCheckError as `isHashSignedBy` does. */
export const isSignedBy = (
  { message, ...signed }: { address: Address; message: string; signature: Hex; chainId: number },
  options: { chains: Chains; timeoutMs: number },
): Promise<boolean> => isHashSignedBy({ ...signed, hash: hashMessage(message) }, options)
