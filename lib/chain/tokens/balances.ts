import { type Address, erc20Abi } from 'viem'
import { type ChainHandle, isNative, type Token } from '../chains/chain'

type TokenAddress = Pick<Token, 'address'>

/**
 * Reads the account's balance of each token, in base units and in the given order, in one round trip. Throws viem's
 * errors.
 */
export const readBalances = (
  chain: ChainHandle,
  account: Address,
  tokens: readonly TokenAddress[],
): Promise<readonly bigint[]> => Promise.all(tokens.map((token) => readBalance(chain, account, token)))

/** The same, with null for each balance that could not be read, so that one bad token does not hide the others. */
export async function tryBalances(
  chain: ChainHandle,
  account: Address,
  tokens: readonly TokenAddress[],
): Promise<readonly (bigint | null)[]> {
  const reads = await Promise.allSettled(tokens.map((token) => readBalance(chain, account, token)))
  return reads.map((read) => (read.status === 'fulfilled' ? read.value : null))
}

/** The client combines reads requested in one tick. */
const readBalance = (chain: ChainHandle, account: Address, token: TokenAddress): Promise<bigint> =>
  isNative(token.address)
    ? chain.client.getBalance({ address: account })
    : chain.client.readContract({
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      })
