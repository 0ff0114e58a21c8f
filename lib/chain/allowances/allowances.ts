import { type Address, erc20Abi, parseAbi } from 'viem'
import type { ChainHandle } from '../chains/chain'
import { readingFrom, unlessRefused } from '../chains/read-error'
import { findCollection } from '../nft/collections'
import { listedTokenFacts, readTokenMetadata } from '../tokens/token-contract'
import { unlimited } from './unlimited'

/** A permission of an account's, by what it is for and who has it. */
export type AllowanceKey = {
  /** `token`: to spend an ERC-20. `collection`: to move every NFT of a collection. */
  kind: 'token' | 'collection'
  contract: Address
  spender: Address
}

/** The current allowance between an account and a spender. */
export type Allowance = AllowanceKey &
  (
    | {
        kind: 'token'
        /** Base units; null for more than any token has. */
        allowed: bigint | null
        /** Amount that the spender can take now: allowed, and in the account. */
        exposed: bigint
        /** Null if the token does not tell. */
        decimals: number | null
        /** The list's symbol, or the contract's claim, cleaned. */
        symbol: string
        isListed: boolean
      }
    | {
        kind: 'collection'
        /** Number of NFTs that the spender can move at this moment; null if the contract does not tell. */
        held: bigint | null
        /** Our own name for it; null for a collection on no list. */
        name: string | null
      }
  )

const collectionAbi = parseAbi([
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])

/**
 * Reads what stands now, in the given order, in one or two round trips. Null for what has been revoked or used up, and
 * for what a contract does not answer for. Throws ChainReadError if the chain does not answer.
 */
export const readAllowances = (
  chain: ChainHandle,
  account: Address,
  keys: readonly AllowanceKey[],
): Promise<readonly (Allowance | null)[]> =>
  readingFrom(
    chain,
    Promise.all(
      keys.map((key) =>
        key.kind === 'token' ? readAllowance(chain, account, key) : readOperator(chain, account, key),
      ),
    ),
  )

async function readAllowance(
  chain: ChainHandle,
  account: Address,
  { contract: address, spender }: AllowanceKey,
): Promise<Allowance | null> {
  const call = { address, abi: erc20Abi } as const
  const [allowed, balance] = await Promise.all([
    unlessRefused(chain.client.readContract({ ...call, functionName: 'allowance', args: [account, spender] })),
    unlessRefused(chain.client.readContract({ ...call, functionName: 'balanceOf', args: [account] })),
  ])
  if (!allowed || balance === null) return null
  const isShort = balance < allowed
  const { decimals, symbol, listed } = listedTokenFacts(chain, address) ?? (await readTokenMetadata(chain, address))
  return {
    ...{ kind: 'token', contract: address, spender, decimals, symbol, isListed: listed },
    allowed: allowed >= unlimited ? null : allowed,
    exposed: isShort ? balance : allowed,
  }
}

async function readOperator(
  { id, client }: ChainHandle,
  account: Address,
  { contract: address, spender }: AllowanceKey,
): Promise<Allowance | null> {
  const collection = findCollection(id, address)
  const call = { address, abi: collectionAbi } as const
  const [isGiven, held] = await Promise.all([
    unlessRefused(client.readContract({ ...call, functionName: 'isApprovedForAll', args: [account, spender] })),
    // An ERC-1155 counts by id only.
    collection?.kind === 'erc1155'
      ? null
      : unlessRefused(client.readContract({ ...call, functionName: 'balanceOf', args: [account] })),
  ])
  return isGiven ? { kind: 'collection', contract: address, spender, held, name: collection?.name ?? null } : null
}
