import type { Address } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import type { AgentContext, AgentTurn } from '../agent'

/** Everything that an ability needs for one turn. */
export type Scene = Omit<AgentContext, 'reader'> & {
  account: Address
  /** The chain of the sign-in. */
  signedInOn: number
  signal: AbortSignal
}

/** A scene with the data of the account that outlive the turn. */
export type KeptScene = Scene & Pick<AgentTurn, 'plans' | 'portfolio'>

/** A chain could not be read. Nothing may be proposed without the data. */
export class ChainUnreadableError extends Error {
  override readonly name = 'ChainUnreadableError'
  readonly code = 'chain-unreadable'
  constructor(
    readonly chainName: string,
    cause: unknown,
  ) {
    super(`${chainName} could not be read`, { cause })
  }
}

/**
 * Waits for a read of a chain, at most as long as the turn lives: viem's calls take no signal, so an aborted one is
 * left behind. Throws ChainUnreadableError, or the signal's reason.
 */
export async function reading<T>(chain: { name: string }, signal: AbortSignal, read: Promise<T>): Promise<T> {
  try {
    return await untilAborted(read, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new ChainUnreadableError(chain.name, error)
  }
}

/** Joins names into one phrase: "A", "A and B", "A, B and C". */
export function list(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`
}

export const chainNames = (chains: Chains): string => list([...chains.values()].map((chain) => chain.name))
