import { type Address, type Hex, hashMessage } from 'viem'
import { isHashSignedBy } from '@/lib/chain/accounts/hash-signature'
import type { Chains } from '@/lib/chain/chains/chain'

/** True if `signature` is by `address` over `message` (EIP-191). Throws SignatureCheckError like `isHashSignedBy`. */
export const isSignedBy = (
  { message, ...signed }: { address: Address; message: string; signature: Hex; chainId: number },
  options: { chains: Chains; timeoutMs: number },
): Promise<boolean> => isHashSignedBy({ ...signed, hash: hashMessage(message) }, options)
