import type { Entity, Meaning } from '@/lib/language/entity'
import type { Action, Role } from '@/lib/language/labels'
import { quotedPlaceIn } from '@/lib/language/place'
import type { Limit, Request } from '@/lib/language/request'
import type { Amount, TokenMention } from '@/lib/language/steps/mention'
import { type Move, movesOf, trades } from '@/lib/language/steps/moves'
import { amountOf } from '../meaning/step'
import type { Step } from '../meaning/understanding'
import { nftsOf } from './nft-asked'

/** One thing asked for: what the reader made of its clause, and everything that the clause names. */
export type Asked = {
  /** The whole message, which the entities have their places in. */
  text: string
  request: Request
  entities: readonly Entity[]
  /** The words of the clause in lower case. */
  words: readonly string[]
  /** The pieces that have a role. */
  pieces: readonly { role: Role; text: string; entities: readonly Entity[] }[]
  collections: ReadonlyMap<string, string>
}

/** Limits that a step has a place for, or that ask for nothing else. */
const kept: readonly Limit['role'][] = ['slippage', 'contract', 'protocol', 'position', 'lockup', 'rate']

const ofTime: readonly Limit['role'][] = ['when', 'every', 'until', 'atMost', 'atLeast']

/** Returns the words of a bound that no step can hold to; null if there is none. */
export function unheldBound({
  request,
  entities,
  words,
}: Pick<Asked, 'request' | 'entities' | 'words'>): string | null {
  const { limits, sums, chains } = request
  const action = actionIn(request, entities, words)
  // `nftOf` finds the NFT that is meant.
  if (action === 'sendNft') return limits.find(({ role }) => ofTime.includes(role))?.text ?? null
  const isTrade = trades.includes(action)
  /** "WETH (not ETH)", "on Base, not on mainnet": held to already where another is named. */
  const isOther = (meaning: Meaning): boolean =>
    (meaning.is === 'token' &&
      sums.some(({ what }) => what?.is === 'token') &&
      sums.every(({ what }) => what?.is !== 'token' || what.symbol !== meaning.symbol)) ||
    (meaning.is === 'chain' && chains.length > 0 && chains.every(({ chain }) => chain.chainId !== meaning.chainId))
  const other = limits.find(
    ({ role, meanings }) =>
      (!kept.includes(role) &&
        !(role === 'when' && meanings.some(isNow)) &&
        !(role === 'excluded' && meanings.some((each) => each.is === 'number' || isOther(each)))) ||
      (isTrade && (role === 'rate' || role === 'protocol' || role === 'lockup')),
  )
  return other?.text ?? null
}

const isNow = (meaning: Meaning): boolean =>
  meaning.is === 'date' && (meaning.day?.kind === 'now' || meaning.day?.kind === 'today') && !meaning.time

/** Returns the steps that a clause asks for: one, or one for each of several movements in it. Empty if none can do it. */
export function stepsOf(asked: Asked): Step[] {
  const { text, request, entities, words } = asked
  const action = actionIn(request, entities, words)
  if (action === 'sendNft') return nftsOf(asked).map((nft): Step => ({ kind: 'nft', nft }))
  const quoted = quotedPlaceIn(text, entities)
  const moves = movesOf(request, {
    entities,
    words,
    ...(quoted && { place: text.slice(quoted.start + 1, quoted.end - 1) }),
  })
  return moves.map((move) => withOtherMoney(move, text, entities))
}

/** "100 EUR of ETH": no sum that can be worked with, but one that was said. */
function withOtherMoney(move: Move, text: string, entities: readonly Entity[]): Move {
  const [money, ...others] = entities.filter(({ is }) => is === 'money')
  if (!money || others.length > 0 || amountOf(move)) return move
  const said = text.slice(money.start, money.end)
  const amount: Amount = { kind: 'bad', text: said, why: 'I work with amounts of tokens, and with US dollars' }
  return move.kind === 'job' ? { ...move, job: { ...move.job, amount } } : { ...move, draft: { ...move.draft, amount } }
}

/** A payment of what belongs to a collection is one of an NFT. */
function actionIn({ action, sums }: Request, entities: readonly Entity[], words: readonly string[]): Action {
  const isNamed = entities.some(({ is }) => is === 'collection') && sums.every(({ what }) => what?.is !== 'token')
  return action === 'send' && (isNamed || words.some((word) => collectibles.has(word))) ? 'sendNft' : action
}

/** The class that collections belong to, by its names. */
export const collectibles: ReadonlySet<string> = new Set(['nft', 'nfts', 'collectible', 'collectibles'])

/** The token that a step brings to the wallet, for the next one to use; null for nothing. */
export function outputOf(step: Step): { token?: TokenMention } | null {
  if (step.kind === 'request')
    return step.draft.action === 'send' ? null : step.draft.to ? { token: step.draft.to } : {}
  if (step.kind !== 'job' || !['borrow', 'withdraw', 'unstake'].includes(step.job.act)) return null
  return step.job.token ? { token: step.job.token } : {}
}

/**
 * Returns the step with what the one before brings in the place of "it", or of a share of the same token. `pointsBack`:
 * its words have such an "it".
 */
export function withBrought(step: Step, before: Step, pointsBack: boolean): Step {
  const output = outputOf(before)
  if (!output || (step.kind !== 'request' && step.kind !== 'job')) return step
  const isJob = step.kind === 'job'
  if (isJob && !['supply', 'stake', 'repay'].includes(step.job.act)) return step
  const { amount } = isJob ? step.job : step.draft
  const named = isJob ? step.job.token : step.draft.from
  if (named && named.symbol !== output.token?.symbol) return step
  const isPart = amount?.kind === 'share' || amount?.kind === 'all'
  if (!named && !pointsBack && amount && !isPart) return step
  const size: Amount | undefined =
    amount?.kind === 'share'
      ? { kind: 'brought', part: amount.part, whole: amount.whole, ...(!pointsBack && { isLoose: true as const }) }
      : !amount || amount.kind === 'all'
        ? { kind: 'brought', part: 1n, whole: 1n, ...(!pointsBack && amount && { isLoose: true as const }) }
        : amount
  const token = named ?? output.token
  if (isJob) return { kind: 'job', job: { ...step.job, amount: size, ...(token && { token }) } }
  const isBridge = step.draft.action === 'bridge' && !step.draft.to
  return {
    kind: 'request',
    draft: { ...step.draft, amount: size, ...(token && { from: token, ...(isBridge && { to: token }) }) },
  }
}
