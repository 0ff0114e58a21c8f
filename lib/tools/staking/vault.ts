import { type Address, erc4626Abi, parseAbi } from 'viem'
import type { ChainHandle, Price } from '@/lib/chain/chains/chain'
import { readingFrom, unlessRefused } from '@/lib/chain/chains/read-error'
import { readPrices } from '@/lib/chain/prices/prices'
import { tryBalances } from '@/lib/chain/tokens/balances'
import { readTokenFacts, type TokenFacts } from '@/lib/chain/tokens/token-contract'
import { findToken } from '@/lib/chain/tokens/tokens'
import { type CurrentAllowance, nothingAllowed, readAllowance } from '../shared/approval'
import { manyShares } from '../shared/position-probe'

/** Vaults with a lock: its length in seconds, and until when an account's shares stay (seconds since the epoch). */
const lockAbi = parseAbi([
  'function lockup() view returns (uint256)',
  'function unlockAt(address holder) view returns (uint256)',
])

/** ERC-7540: withdrawals are requested first and collected later (interface id of asynchronous redemption). */
const queueAbi = parseAbi(['function supportsInterface(bytes4 id) view returns (bool)'])
const asynchronousRedemption = '0x620ee8e4'

/** Facts from the chain about a vault and the account's part in it. Null if the contract does not say. */
export type VaultFacts = {
  token: TokenFacts | null
  price: Price | null
  /** The account's balance of the token, and its allowance for the vault. */
  balance: bigint | null
  currentAllowance: CurrentAllowance
  /** The token that the vault takes. Null: it is no ERC-4626 vault. */
  asset: Address | null
  totalAssets: bigint | null
  /** The account's shares, and their worth. */
  shares: bigint
  position: bigint | null
  maxDeposit: bigint | null
  maxWithdraw: bigint | null
  maxRedeem: bigint | null
  /** True if withdrawals are requested first and paid later. */
  queues: boolean
  /** Seconds. */
  lockup: number | null
  /** Milliseconds since the epoch; null if the account's part is not locked now. */
  lockedUntil: number | null
  /** Shares by amount, as the vault previews them for the action. */
  previews: ReadonlyMap<bigint, bigint>
}

type VaultQuestion = {
  action: 'enter' | 'exit'
  account: Address
  contract: Address
  token: Address
  /** The amounts that may be meant, in base units. */
  amounts: readonly bigint[]
  /** Milliseconds since the epoch. */
  now: number
}

/** Takes one round trip. Throws ChainReadError if the RPC does not answer. */
export async function readVault(chain: ChainHandle, asked: VaultQuestion): Promise<VaultFacts> {
  const [ofToken, ofVault, ofAccount] = await readingFrom(
    chain,
    Promise.all([readToken(chain, asked), readTotals(chain, asked), readPart(chain, asked)]),
  )
  const { worthOfMany, ...totals } = ofVault
  const { unlockAt, timestamp, ...part } = ofAccount
  return {
    ...ofToken,
    ...totals,
    ...part,
    position: worthOfMany === null ? null : (part.shares * worthOfMany) / manyShares,
    lockedUntil: unlockAt !== null && unlockAt > timestamp ? Number(unlockAt) * 1000 : null,
  }
}

async function readToken(chain: ChainHandle, question: VaultQuestion) {
  const { action, account, contract, token: address, amounts, now } = question
  const listed = [findToken(chain, address)].filter((each) => each !== null)
  const [amount] = action === 'enter' ? amounts : []
  const [token, prices, [balance = null], currentAllowance] = await Promise.all([
    readTokenFacts(chain, address),
    readPrices(chain, listed, now),
    tryBalances(chain, account, [{ address }]),
    // The token needs a reset or not, whichever amount is meant.
    amount ? readAllowance(chain, account, address, { spender: contract, amount }) : nothingAllowed,
  ])
  return { token, price: prices.get(address) ?? null, balance, currentAllowance }
}

async function readTotals({ client }: ChainHandle, { contract: address, action, amounts }: VaultQuestion) {
  const vault = { address, abi: erc4626Abi } as const
  const preview = (amount: bigint) =>
    action === 'enter'
      ? client.readContract({ ...vault, functionName: 'previewDeposit', args: [amount] })
      : client.readContract({ ...vault, functionName: 'previewWithdraw', args: [amount] })
  const [asset, totalAssets, worthOfMany, lockup, ...previews] = await Promise.all([
    unlessRefused(client.readContract({ ...vault, functionName: 'asset' })),
    unlessRefused(client.readContract({ ...vault, functionName: 'totalAssets' })),
    unlessRefused(client.readContract({ ...vault, functionName: 'convertToAssets', args: [manyShares] })),
    unlessRefused(client.readContract({ address, abi: lockAbi, functionName: 'lockup' })),
    ...amounts.map((amount) => unlessRefused(preview(amount))),
  ])
  return {
    asset,
    totalAssets,
    worthOfMany,
    lockup: lockup === null ? null : Number(lockup),
    previews: new Map(
      amounts.flatMap((amount, index): [bigint, bigint][] => {
        const shares = previews[index]
        return shares === null || shares === undefined ? [] : [[amount, shares]]
      }),
    ),
  }
}

async function readPart({ client }: ChainHandle, { contract: address, account }: VaultQuestion) {
  const vault = { address, abi: erc4626Abi, args: [account] } as const
  const [shares, maxDeposit, maxWithdraw, maxRedeem, unlockAt, queues, { timestamp }] = await Promise.all([
    unlessRefused(client.readContract({ ...vault, functionName: 'balanceOf' })),
    unlessRefused(client.readContract({ ...vault, functionName: 'maxDeposit' })),
    unlessRefused(client.readContract({ ...vault, functionName: 'maxWithdraw' })),
    unlessRefused(client.readContract({ ...vault, functionName: 'maxRedeem' })),
    unlessRefused(client.readContract({ address, abi: lockAbi, functionName: 'unlockAt', args: [account] })),
    unlessRefused(
      client.readContract({
        address,
        abi: queueAbi,
        functionName: 'supportsInterface',
        args: [asynchronousRedemption],
      }),
    ),
    client.getBlock(),
  ])
  return { shares: shares ?? 0n, maxDeposit, maxWithdraw, maxRedeem, unlockAt, queues: queues ?? false, timestamp }
}
