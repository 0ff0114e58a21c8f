import { type Address, getAddress, isAddressEqual } from 'viem'
import { z } from 'zod'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { readNft } from '@/lib/chain/nft/read-nft'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { readBalances } from '@/lib/chain/tokens/balances'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Amount } from '@/lib/language/steps/mention'
import type { Step } from '../meaning/understanding'
import { reading, type Scene } from './reading'
import type { Reply } from './reply'

/**
 * True if steps can be proposed at once: none depends on what another brings, on what it leaves over, or on the
 * collateral that it leaves.
 */
export function areIndependent(steps: readonly Step[]): boolean {
  const brought = new Set<string | undefined>()
  const spent = new Map<string | undefined, Amount['kind']>()
  return steps.every((step) => {
    if (step.kind === 'nft') return step.nft.unclear === undefined
    const asked = step.kind === 'request' ? step.draft : step.kind === 'job' ? step.job : null
    if (!asked || asked.unsure || asked.unclear) return false
    const spends =
      step.kind === 'request' ? step.draft.from?.symbol : step.kind === 'job' ? step.job.token?.symbol : undefined
    // Loans and withdrawals change what the market allows next.
    if (step.kind === 'job' && step.job.act !== 'supply' && step.job.act !== 'stake') return false
    if (!asked.amount || !isFixed(asked.amount, spent.get(spends)) || brought.has(spends)) return false
    spent.set(spends, asked.amount.kind)
    if (step.kind === 'request' && step.draft.action !== 'send') brought.add(step.draft.to?.symbol ?? spends)
    return true
  })
}

/**
 * True if an amount means the same now as after a step that spends the same token. Halves are halves of the current
 * amount.
 */
const isFixed = ({ kind }: Amount, before: Amount['kind'] | undefined): boolean =>
  kind === 'exact' ||
  kind === 'usd' ||
  (kind === 'share' && (before ?? kind) === kind) ||
  (kind !== 'brought' && !before)

const digits = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => getAddress(text))
const chainId = z.int()

/** Token, network and base units that a call spends. */
const spending = z.union([
  z
    .object({ fromChainId: chainId, fromTokenAddress: address, fromAmount: digits })
    .transform((call) => ({ chainId: call.fromChainId, token: call.fromTokenAddress, value: call.fromAmount })),
  z
    .object({ to: address, functionName: z.string(), args: z.tuple([z.string(), digits]), chainId })
    .transform((call) => ({ chainId: call.chainId, token: call.to, value: call.args[1] })),
  // Unwrapping spends the wrapped coin.
  z
    .object({ to: address, functionName: z.literal('withdraw'), args: z.tuple([digits]), chainId })
    .transform((call) => ({ chainId: call.chainId, token: call.to, value: call.args[0] })),
  z
    .object({ to: address, value: digits, chainId })
    .transform((call) => ({ chainId: call.chainId, token: nativeAddress, value: call.value })),
  z
    .object({ marketAddress: address, tokenAddress: address, amount: digits, chainId })
    .transform((call) => ({ chainId: call.chainId, token: call.tokenAddress, value: call.amount })),
  z.object({ yieldId: z.string(), tokenAddress: address, amount: z.string(), chainId }).transform((call) => ({
    chainId: call.chainId,
    token: call.tokenAddress,
    value: call.amount,
  })),
])

/** The NFT that a call gives away: a number of pieces, or the single one. */
const giving = z.object({ contractAddress: address, tokenId: digits, amount: digits, chainId })

/** True if the account has what the calls spend in total, network fees excluded. Throws ChainUnreadableError. */
export async function isEnoughFor(calls: Reply['calls'], scene: Scene): Promise<boolean> {
  const enough = await Promise.all([areTokensEnough(calls, scene), areNftsEnough(calls, scene)])
  return enough.every(Boolean)
}

async function areNftsEnough(calls: Reply['calls'], { chains, account, signal }: Scene): Promise<boolean> {
  const sums = new Map<string, z.output<typeof giving>>()
  for (const { parameters } of calls) {
    const { data: given } = giving.safeParse(parameters)
    if (!given) continue
    const key = `${given.chainId}:${given.contractAddress}:${given.tokenId}`
    sums.set(key, { ...given, amount: (sums.get(key)?.amount ?? 0n) + given.amount })
  }
  const enough = await Promise.all(
    [...sums.values()].map(async ({ chainId: on, contractAddress, tokenId, amount }) => {
      const chain = chains.get(on)
      if (!chain) return false
      const { owner, balance } = await reading(chain, signal, readNft(chain, account, contractAddress, tokenId))
      return amount <= (owner && isAddressEqual(owner, account) ? 1n : (balance ?? 0n))
    }),
  )
  return enough.every(Boolean)
}

async function areTokensEnough(calls: Reply['calls'], { chains, account, signal }: Scene): Promise<boolean> {
  const sums = new Map<string, { chainId: number; token: Address; value: bigint }>()
  for (const { parameters } of calls) {
    const read = spending.safeParse(parameters)
    if (!read.success) continue
    const { chainId: on, token } = read.data
    const listed = chains.get(on)
    const found = listed && findToken(listed, token)
    const value =
      typeof read.data.value === 'bigint' ? read.data.value : parseAmount(read.data.value, found?.decimals ?? 0)
    const key = `${on}:${token}`
    sums.set(key, { chainId: on, token, value: (sums.get(key)?.value ?? 0n) + (value ?? 0n) })
  }
  const enough = await Promise.all(
    [...sums.values()].map(async ({ chainId: on, token, value }) => {
      const chain = chains.get(on)
      if (!chain) return false
      const [balance = 0n] = await reading(chain, signal, readBalances(chain, account, [{ address: token }]))
      return value <= balance
    }),
  )
  return enough.every(Boolean)
}
