import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { type ChainInfo, isNative } from '@/lib/chain/chains/chain'
import type { Answer, Read } from '../tool'

const coinAbi = parseAbi(['function getEthBalance(address account) view returns (uint256)'])

/** Builds a read of the account's balance of a token, or of the native coin, for a probe or a trial. */
export function balanceRead({ viemChain }: ChainInfo, token: Address, account: Address): Read {
  const multicall = viemChain.contracts?.multicall3
  if (isNative(token) && multicall)
    return { to: multicall.address, data: encodeFunctionData({ abi: coinAbi, args: [account] }) }
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }) }
}

/** Throws if nothing was answered; the judge is then UNVERIFIED. */
export function balanceIn(answer: Answer | undefined): bigint {
  if (!answer || answer.length < 66) throw new Error('a balance could not be read')
  return BigInt(answer.slice(0, 66))
}
