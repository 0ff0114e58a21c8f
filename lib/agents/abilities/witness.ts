import { setTimeout } from 'node:timers/promises'
import {
  type Address,
  type Hash,
  isAddressEqual,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { z } from 'zod'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { findTool } from '@/lib/tools/registry'
import type { FunctionCall, FunctionReturn } from '@/lib/wire/parts'
import { readToolResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'

/**
 * The chain's evidence for a success that a client reported. `seen`: the account's transaction, mined and not reverted.
 * `pending`: not mined yet. `unseen`: unknown to our nodes, or without a hash. `reverted`. `stranger`: sent by another
 * account. `unasked`: the chain is not served here, or did not answer.
 */
export type Witness = 'seen' | 'pending' | 'unseen' | 'reverted' | 'stranger' | 'unasked'

const placed = z.looseObject({ chainId: z.int().optional(), fromChainId: z.int().optional() })

/** Milliseconds before a second lookup: our node may lag a moment behind the wallet's. */
const lateNodeMs = 1_000

/**
 * Looks up a reported success if the service has the chain (docs/protocol.md, "Results"). Null if there is nothing to
 * look up: no success, a display, a permission. Throws the signal's reason.
 */
async function witnessOf(
  { returned, call }: { returned: FunctionReturn; call: FunctionCall | null },
  { chains, account, signal }: { chains: Chains; account: Address; signal: AbortSignal },
): Promise<Witness | null> {
  const tool = findTool(returned.name)
  if (tool && tool.kind !== 'transaction') return null
  const result = readToolResult(returned.result)
  if (result?.status !== 'success') return null
  if (result.txHash === undefined) return 'unseen'
  const where = placed.safeParse(call?.parameters).data
  const id = where?.fromChainId ?? where?.chainId ?? result.chainId
  const candidates = id === undefined ? [...chains.values()] : [chains.get(id)].filter((chain) => chain !== undefined)
  if (candidates.length === 0) return 'unasked'
  const look = async () => {
    const found = await Promise.all(candidates.map((chain) => lookUp(chain, result.txHash as Hash, account)))
    return found.find((each) => each !== 'unseen') ?? 'unseen'
  }
  const first = await untilAborted(look(), signal)
  if (first !== 'unseen') return first
  await setTimeout(Math.min(lateNodeMs, candidates[0]?.client.pollingInterval ?? lateNodeMs), null, { signal })
  return untilAborted(look(), signal)
}

async function lookUp({ client }: ChainHandle, hash: Hash, account: Address): Promise<Witness> {
  try {
    const receipt = await client.getTransactionReceipt({ hash })
    if (!isAddressEqual(receipt.from, account) && !(await isContract(client, account))) return 'stranger'
    return receipt.status === 'success' ? 'seen' : 'reverted'
  } catch (error) {
    if (!(error instanceof TransactionReceiptNotFoundError)) return 'unasked'
  }
  try {
    await client.getTransaction({ hash })
    return 'pending'
  } catch (error) {
    return error instanceof TransactionNotFoundError ? 'unseen' : 'unasked'
  }
}

/** True for a contract account or a key delegated to one (EIP-7702). Others may send its transactions. */
async function isContract(client: ChainHandle['client'], account: Address): Promise<boolean> {
  const code = await client.getCode({ address: account })
  return code !== undefined && code !== '0x'
}

/** Looks up the successes reported since the agent's last message, by call id. Throws the signal's reason. */
export async function witnessesOf(
  history: readonly Message[],
  scene: Parameters<typeof witnessOf>[1],
): Promise<ReadonlyMap<string, Witness>> {
  const calls = new Map(
    history.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'functionCall' ? [[part.id, part] as const] : [])),
    ),
  )
  const answered = history.findLastIndex(({ role }) => role === 'agent')
  const returns = history
    .slice(answered + 1)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'functionReturn' ? [part] : [])))
  const found = await Promise.all(
    returns.map(async (returned) => {
      const witness = await witnessOf({ returned, call: calls.get(returned.id) ?? null }, scene)
      return witness === null ? [] : [[returned.id, witness] as const]
    }),
  )
  return new Map(found.flat())
}

/** True if the chain contradicts the report, so that nothing may be built on it. */
export const speaksAgainst = (witness: Witness | null): boolean =>
  witness === 'unseen' || witness === 'reverted' || witness === 'stranger'

/** Explains that the chain does not confirm the reported success `what`; null if it does. */
export function witnessWords(witness: Witness | null, what: string): string | null {
  switch (witness) {
    case 'unseen':
      return `Reported as sent, but not seen on the chain yet: ${what}. Check your wallet’s activity before you send anything again.`
    case 'reverted':
      return `Reported as done, but it reverted on the chain: ${what}. Only the network fee was spent.`
    case 'stranger':
      return `Reported as done, but the transaction is another account’s: ${what}. Check your wallet’s activity before you send anything again.`
    default:
      return null
  }
}
