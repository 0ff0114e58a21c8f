import { earningPositionsIn } from '@/lib/agents/abilities/earning/earning-positions'
import { type Move, proposeMove } from '@/lib/agents/abilities/earning/move'
import { findYieldOptions } from '@/lib/agents/abilities/earning/yield-options'
import { apyText } from '@/lib/agents/abilities/earning/yield-words'
import type { Scene } from '@/lib/agents/abilities/reading'
import type { AgentContext } from '@/lib/agents/agent'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Database } from '../database/database'
import { propose } from '../proposals/propose'
import { movesWithin } from './moves'
import { claimPermissions, closeEpisodes, moveKey, openEpisode, stateNow, targetsOf, type Watched } from './store'

/** Number of permissions claimed at once, and processed concurrently. */
const pageSize = 32
const lanes = 4

export type MovesOptions = {
  database: Database
  context: Omit<AgentContext, 'reader'>
  /** Milliseconds between checks of what a permission covers. */
  everyMs: number
  /** Milliseconds that chains and the yield service may take for one check. */
  timeoutMs: number
}

/**
 * Checks what the currently valid permissions cover, and proposes a move if another place clears their bounds: once per
 * permission, position, place and episode, however many instances run this. Returns the number of proposals made here.
 * A failed check is logged and repeated after `everyMs`.
 */
export async function proposeMoves(options: MovesOptions, signal: AbortSignal): Promise<number> {
  const { database, context, everyMs } = options
  let made = 0
  for (;;) {
    if (signal.aborted) return made
    const now = context.now()
    const watched = await claimPermissions(database.query, { now, before: now - everyMs, limit: pageSize })
    for (let at = 0; at < watched.length && !signal.aborted; at += lanes) {
      const outcomes = await Promise.all(watched.slice(at, at + lanes).map((each) => tryOne(each, options, signal)))
      made += outcomes.filter(Boolean).length
    }
    if (watched.length < pageSize) return made
  }
}

async function tryOne(watched: Watched, options: MovesOptions, signal: AbortSignal): Promise<boolean> {
  try {
    return await lookAt(watched, options, signal)
  } catch (error) {
    if (!signal.aborted) console.error(`What permission ${watched.id} covers could not be looked at.`, error)
    return false
  }
}

async function lookAt(watched: Watched, options: MovesOptions, aborted: AbortSignal): Promise<boolean> {
  const { database, context, timeoutMs } = options
  const { permission, id } = watched
  const chain = context.chains.get(permission.chainId)
  const token = chain && findToken(chain, permission.token)
  // The chain is no longer served, or the token is no longer listed.
  if (!chain || !token) return false
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(timeoutMs)])
  const scene: Scene = { ...context, account: permission.owner, signedInOn: chain.id, signal }
  const [earnings, targets] = await Promise.all([
    earningPositionsIn(chain, token, scene),
    targetsOf(database.query, id),
  ])
  // Without a position, no other place is needed.
  const places =
    earnings.length === 0
      ? []
      : await findYieldOptions(
          { token: { text: token.symbol, symbol: token.symbol }, chain: { text: chain.name, id: chain.id } },
          scene,
        )
  const alike = places.filter((place) => place.token.address === token.address)
  const moves = movesWithin(permission, earnings, alike, targets)
  return database.transaction(async (query) => {
    // The account first: the order in which its deletion locks.
    await query('select id from auth_user where id = $1 for key share', [watched.userId])
    const now = context.now()
    if ((await stateNow(query, id, now)) !== 'active') return false
    const spots = moves.map(({ from, to }) => ({ spot: from.spot, target: to.spot }))
    await closeEpisodes(query, id, spots)
    const [best] = moves
    const [between] = spots
    if (!best || !between) return false
    const episode = await openEpisode(query, id, between)
    const key = moveKey(id, between, episode)
    const proposed = await propose(query, { ...proposalOf(best, watched), key }, now)
    return proposed?.isNew ?? false
  })
}

function proposalOf(move: Move, { permission, userId, taskId, callId }: Watched) {
  const { minYieldIncreaseBps, maxLockupDays, maxAmountPerMove, owner, chainId, agentId } = permission
  const { text, calls } = proposeMove(move, {
    minYieldIncreaseBps,
    maxLockupDays,
    maxAmountPerMove: BigInt(maxAmountPerMove),
  })
  return {
    owner: { userId, address: owner, chainId },
    agentId,
    kind: 'rebalance' as const,
    title: `A better place for your ${move.to.token.symbol}: ${apyText(move.to)}`,
    text,
    calls,
    origin: { kind: 'permission' as const, id: callId, taskId },
  }
}
