import { type Address, decodeFunctionData, getAddress, parseAbi } from 'viem'
import type { StepRecord } from '@/lib/execution/ledger/entry'

/** Calls of a token's contract that deal with somebody else. */
const tokenCalls = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

/** Returns whom a transaction deals with: the receiver of a token, who may spend one, else the address it is sent to. */
export function counterpartOf({ to, data }: Pick<StepRecord, 'to' | 'data'>): Address {
  try {
    const { functionName, args } = decodeFunctionData({ abi: tokenCalls, data })
    return getAddress(functionName === 'approve' || functionName === 'transfer' ? args[0] : args[1])
  } catch {
    return getAddress(to)
  }
}
