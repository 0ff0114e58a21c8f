import { isAddressEqual } from 'viem'
import type { Entity } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import { areKin } from '@/lib/language/requests/clauses'
import { wordsIn } from '@/lib/language/words/comparing'
import { amountOf, receiverOf, symbolsOf } from '../../meaning/step'
import type { Dialogue, OpenCall, Step } from '../../meaning/understanding'
import type { Message } from '../message'

/** Names of what a call does, as nouns and as verbs. */
const deeds: ReadonlyMap<string, Action> = new Map<string, Action>([
  ...(['swap', 'bridge', 'send', 'wrap', 'unwrap', 'supply', 'stake'] as const).map(sameWord),
  ...(['withdraw', 'unstake', 'borrow', 'repay'] as const).map(sameWord),
  ...(['trade', 'exchange', 'conversion'] as const).map((word): [string, Action] => [word, 'swap']),
  ...(['transfer', 'payment'] as const).map((word): [string, Action] => [word, 'send']),
  ['nft', 'sendNft'],
  ['deposit', 'supply'],
  ['withdrawal', 'withdraw'],
  ['loan', 'borrow'],
  ['repayment', 'repay'],
  ['permission', 'autoRebalance'],
])

function sameWord<Word extends Action>(word: Word): [string, Action] {
  return [word, word]
}

/** Returns the action that a word names, in the singular or the plural. */
export const deedOf = (word: string): Action | undefined => deeds.get(word) ?? deeds.get(word.replace(/s$/, ''))

/** Words for all of several. */
const plurals: ReadonlySet<string> = new Set(['both', 'them', 'these', 'those', 'either', 'neither'])

const naming: ReadonlySet<Entity['is']> = new Set([
  ...(['token', 'number', 'dollars', 'address', 'name', 'contact', 'chain', 'collection', 'nft'] as const),
])

/** True for an entity by which a call can be told from others. */
export const isNaming = ({ is }: Entity): boolean => naming.has(is)

/** The open calls that words name, and whether they mean all of these. */
export type Named = { calls: readonly OpenCall[]; areAll: boolean }

/** Returns the open calls that words fit by what they do, their token, sum, receiver or network; null if the words name none. */
export function namedBy(
  text: string,
  entities: readonly Entity[],
  { collections }: Message,
  { open, calls }: Dialogue,
): Named | null {
  const words = wordsIn(text)
  const deed = words.flatMap((word) => deedOf(word) ?? [])
  const things = entities.filter(isNaming)
  const isOther = words.includes('other')
  const isMany = words.some((word) => plurals.has(word) || (deedOf(word) !== undefined && !deeds.has(word)))
  const ordinal = entities.find(({ is }) => is === 'ordinal')
  if (deed.length + things.length === 0 && !isOther && !isMany && !ordinal) return null
  const fitting = open.filter(
    ({ id, step }) =>
      !(isOther && calls.includes(id)) &&
      deed.every((action) => step && deedsOf(step).some((own) => isCalled(action, own))) &&
      things.every((entity) => step && has(step, entity, collections)),
  )
  const nth = ordinal?.is === 'ordinal' ? fitting.at(ordinal.nth < 0 ? ordinal.nth : ordinal.nth - 1) : undefined
  const meant = ordinal ? (nth ? [nth] : []) : fitting
  return { calls: meant, areAll: meant.length === 1 || (isMany && meant.length > 0) }
}

function deedsOf(step: Step): readonly Action[] {
  if (step.kind === 'job') return [step.job.act]
  if (step.kind !== 'request') return [step.kind === 'nft' ? 'sendNft' : 'autoRebalance']
  const { action, from, to, toChain } = step.draft
  if (action !== 'swap') return [action]
  if (to?.symbol === `W${from?.symbol}`) return [action, 'wrap']
  return from?.symbol === `W${to?.symbol}` ? [action, 'unwrap'] : toChain ? [action, 'bridge'] : [action]
}

/** True if an action goes by the name of another. A payment in coins is no NFT. */
const isCalled = (name: Action, deed: Action): boolean => name === deed || (name !== 'sendNft' && areKin(name, deed))

/** True if a step has what an entity names. */
function has(step: Step, entity: Entity, collections: Message['collections']): boolean {
  const receiver = receiverOf(step)
  const nft = step.kind === 'nft' ? step.nft : null
  switch (entity.is) {
    case 'token':
      return symbolsOf(step).includes(entity.symbol)
    case 'number':
    case 'dollars': {
      const sums = [amountOf(step), step.kind === 'request' ? step.draft.receive : undefined]
      return sums.some((sum) => sum && 'value' in sum && sum.value === entity.value)
    }
    case 'nft':
      return nft?.tokenId?.toString() === entity.id
    case 'collection':
      return nft !== null && nft.collection === collections.get(entity.id)
    case 'address':
    case 'contact':
      return receiver?.kind === 'address' && isAddressEqual(receiver.address, entity.address)
    case 'name':
      return receiver?.kind === 'name' && receiver.name === entity.name
    case 'chain': {
      const ends = step.kind === 'request' ? [step.draft.fromChain, step.draft.toChain] : []
      return (step.kind === 'job' ? [step.job.chain] : ends).some((end) => end?.id === entity.chainId)
    }
    default:
      return false
  }
}
