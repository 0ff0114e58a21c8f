import { type Address, compactSignatureToSignature, type Hex, parseCompactSignature, recoverAddress } from 'viem'
import { verifyHash } from 'viem/actions'
import type { Chains } from '../chains/chain'

/** The signature could not be checked, because the chain did not answer. */
export class SignatureCheckError extends Error {
  override readonly name = 'SignatureCheckError'
}

/**
 * Half the order of secp256k1. Of a 65-byte signature and its malleable twin, only the one with the lower `s` counts
 * (EIP-2).
 */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Code that returns 1: a call without a contract, like the one that validates a signature. */
const one = '0x600160005260206000f3'

/**
 * True if `signature` is by `address` over `hash`. Checks keys here, without the chain; if that fails the wallet may be
 * a contract, so asks the chain (ERC-1271, ERC-6492). Throws SignatureCheckError if the chain does not answer within
 * `timeoutMs` or its node does not execute such calls.
 */
export async function isHashSignedBy(
  { address, hash, signature, chainId }: { address: Address; hash: Hex; signature: Hex; chainId: number },
  { chains, timeoutMs }: { chains: Chains; timeoutMs: number },
): Promise<boolean> {
  if (isTwin(signature)) return false
  if (await isKeySignature(address, hash, signature)) return true
  const client = chains.get(chainId)?.client
  if (!client) return false
  const asked = (async () => {
    if (await verifyHash(client, { address, hash, signature })) return true
    // viem also returns false if the node does not execute such calls, so make sure that it does.
    const answer = await client.request({ method: 'eth_call', params: [{ data: one }, 'latest'] }, { retryCount: 0 })
    if (BigInt(answer) !== 1n) throw new Error(`the node answered ${answer} to a call that gives 1`)
    return false
  })()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([asked, late])
  } catch (cause) {
    throw new SignatureCheckError(`Chain ${chainId} could not be asked about the signature.`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function isTwin(signature: Hex): boolean {
  const s = signature.length === 132 ? BigInt(`0x${signature.slice(66, 130)}`) : 0n
  return s > halfOrder
}

/** Characters of a 64-byte signature, whose highest bit of `s` is the parity (EIP-2098), and of a 65-byte one. */
const compactLength = 130
const wholeLength = 132

async function isKeySignature(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (signature.length !== wholeLength && signature.length !== compactLength) return false
  try {
    const whole =
      signature.length === wholeLength ? signature : compactSignatureToSignature(parseCompactSignature(signature))
    return (await recoverAddress({ hash, signature: whole })) === address
  } catch {
    // Not a point on the curve, so no key made it. A contract may still accept the bytes.
    return false
  }
}
