import { isAddress, isAddressEqual } from 'viem'
import { z } from 'zod'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { chainName, findToken, tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { pinnedVault } from '@/lib/chain/yields/pinned-vaults'
import { directionOf, wantsNone } from '@/lib/language/bounds/direction'
import { hoursOf } from '@/lib/language/durations'
import type { Request, Sum } from '@/lib/language/request'
import { isChange } from '@/lib/language/requests/clauses'
import { soleRequest } from '@/lib/language/steps/drafted'
import { namesOf } from '@/lib/language/wallet-names'
import { tools } from '@/lib/tools/registry'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { Move } from '@/lib/tools/tool'
import type { Message } from '@/lib/wire/task'
import type { ToolName } from '@/lib/wire/tool-names'
import type { AgentContext } from '../agent'
import { contextAfter, textOf } from '../intake/context'
import { oddityOf } from '../intake/oddity'

type Chains = AgentContext['chains']

/**
 * Returns a check of a turn's calls against the person's last message. It names what a call does otherwise than asked,
 * once in the turn: a model that insists may be right, and the card compares again. Only a message that is one certain
 * request is compared, and only what it states. Null if nothing differs.
 */
export function requestCheck(
  history: readonly Message[],
  { reader, chains }: Pick<AgentContext, 'reader' | 'chains'>,
): (name: ToolName, parameters: unknown) => Promise<string | null> {
  let request: Promise<Request | null> | undefined
  let hasSpoken = false
  return async (name, parameters) => {
    if (hasSpoken) return null
    request ??= certainRequest(history, reader, chains)
    const asked = await request
    const differs = asked && differenceOf(asked, name, parameters, chains)
    if (!differs) return null
    hasSpoken = true
    return `The person’s words are read as “${asked.texts.join(' ')}”. ${differs} Correct the call, ask the person, or make it again if you are sure.`
  }
}

async function certainRequest(
  history: readonly Message[],
  load: AgentContext['reader'],
  chains: Chains,
): Promise<Request | null> {
  const last = history.at(-1)
  const text = last?.role === 'user' ? textOf(last) : ''
  if (text === '' || oddityOf(text)) return null
  const reader = await load()
  const reading = reader.read(text, namesOf(chains), contextAfter(history.slice(0, -1)))
  const request = soleRequest(text, reading)
  // "Make it 7" does not say of what.
  return request && !isChange(request.action) ? request : null
}

/** Says in one sentence what a call does otherwise than the request states. Null for none. */
function differenceOf(request: Request, name: ToolName, parameters: unknown, chains: Chains): string | null {
  const read = tools[name].schema.safeParse(parameters)
  if (!read.success) return null
  const move = tools[name].moves(read.data)
  // A token's payment is a contract call, which has no action of its own: what it moves tells.
  const own = tools[name].actions(read.data)
  const actions = own.length > 0 || !move ? own : (['send'] as const)
  if (actions.length === 0) return null
  if (!actions.some((action) => action === request.action))
    return `That is no ${(tools[name].caption?.(read.data) ?? tools[name].label).toLowerCase()}.`
  const beyond = slippageDifference(request, parameters) ?? lockupDifference(request, parameters)
  if (beyond !== null || !move) return beyond
  return (
    chainDifference(request, move) ??
    request.sums.map((sum) => sumDifference(sum, move, chains)).find((difference) => difference !== null) ??
    receiverDifference(request, move)
  )
}

const slippageSchema = z.object({ slippage: z.number() })

/** A call may take less slippage than was said, and no more. */
function slippageDifference({ limits }: Request, parameters: unknown): string | null {
  const used = slippageSchema.safeParse(parameters).data?.slippage
  const limit = limits
    .filter(({ role }) => role === 'slippage')
    .flatMap(({ meanings }) => meanings.flatMap((each) => (each.is === 'percent' ? Number(each.value) : [])))[0]
  if (used === undefined || limit === undefined || used * 100 <= limit + 0.001) return null
  return `It allows ${limit} % of slippage, and the call has ${used * 100} %.`
}

const placeSchema = z.object({ yieldId: z.string() })

/** A vault may be locked no longer than was said. Only the app's own list tells for how long. */
function lockupDifference({ limits }: Request, parameters: unknown): string | null {
  const id = placeSchema.safeParse(parameters).data?.yieldId
  const real = id === undefined ? null : (pinnedVault(id)?.lockupSeconds ?? null)
  const limit = limits.find(({ role }) => role === 'lockup')
  if (real === null || !limit) return null
  const { meanings, text } = limit
  const length = meanings.find((meaning) => meaning.is === 'duration')
  const isNone = meanings.some((meaning) => meaning.is === 'lockup' && meaning.none) || wantsNone(text)
  const most = length ? hoursOf(length) * 3600 : isNone ? 0 : null
  if (most === null || directionOf(text) === 'least' || real <= most) return null
  return `It says “${text}”, and that vault has a lock-up of ${durationWords(real)}.`
}

function chainDifference({ chains }: Request, { chainId, towards }: Move): string | null {
  for (const { end, chain } of chains) {
    const used = end === 'to' ? (typeof towards === 'object' ? towards.chainId : null) : chainId
    if (used !== null && chain.chainId !== null && chain.chainId !== used)
      return `It names ${chainName(chain.chainId)}, and the call is ${end === 'to' ? 'for' : 'on'} ${chainName(used)}.`
  }
  return null
}

function sumDifference({ part, amount, what }: Sum, move: Move, chains: Chains): string | null {
  if (part === 'keep') return null
  const side = part === 'get' && typeof move.towards === 'object' ? move.towards : move
  const chain = chains.get(side.chainId)
  const token = chain && findToken(chain, side.token)
  if (!chain || !token) return null
  if (what?.is === 'token' && what.known) {
    const named = tokenBySymbol(chain, what.symbol)
    if (named && !isAddressEqual(named.address, token.address))
      return `It names ${what.symbol}, and the call has ${token.symbol} there.`
  }
  if (side !== move || amount?.is !== 'number' || !what) return null
  const wanted = parseAmount(amount.value, token.decimals)
  if (wanted === null || wanted === move.amount) return null
  return `It says ${amount.value} ${token.symbol}, which is ${wanted} in the smallest unit, and the call has ${move.amount}.`
}

function receiverDifference({ receivers }: Request, { towards }: Move): string | null {
  const [receiver, ...more] = receivers
  if (!receiver || more.length > 0 || receiver.meaning?.is !== 'address' || typeof towards !== 'string') return null
  const { address } = receiver.meaning
  if (!isAddress(towards, { strict: false }) || isAddressEqual(address, towards)) return null
  return `It names ${address} as the receiver, and the call has ${towards}.`
}
