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
 * What the chain says of a success that a client reported. `seen`: the account's transaction, mined and not reverted;
 * `pending`: it waits to be mined; `unseen`: no node of ours knows it, or there is no hash; `reverted`; `stranger`: somebody
 * else sent it; `unasked`: the chain is not served here, or did not answer.
 */
export type Witness = 'seen' | 'pending' | 'unseen' | 'reverted' | 'stranger' | 'unasked'

const placed = z.looseObject({ chainId: z.int().optional(), fromChainId: z.int().optional() })

/** A node behind the one that the wallet asked may be a moment late: so long until it is asked once more. Milliseconds. */
const lateNodeMs = 1_000

/**
 * Looks a reported success up where the service has the chain (docs/protocol.md, "Results"). Null where there is
 * nothing to look up: no success, a display, a permission. Throws the signal's reason.
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

/** The transactions of a contract account, and of a key that is delegated to one (EIP-7702), may be sent by others. */
async function isContract(client: ChainHandle['client'], account: Address): Promise<boolean> {
  const code = await client.getCode({ address: account })
  return code !== undefined && code !== '0x'
}

/** What the chain says of the successes reported since the agent's last message, by call id. Throws the signal's reason. */
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

/** True if the chain does not bear the report out, so that nothing may be built on it. */
export const speaksAgainst = (witness: Witness | null): boolean =>
  witness === 'unseen' || witness === 'reverted' || witness === 'stranger'

/** What to say of a reported success that the chain does not bear out, `what` being what was reported; null where it does. */
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
