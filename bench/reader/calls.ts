import path from 'node:path'
import { getAddress } from 'viem'
import type { Entity, Figure } from '../../lib/language/entity'
import { findEntities } from '../../lib/language/find-entities'
import type { Action, Role } from '../../lib/language/labels'
import { type Model, piecesOf, readUnits, settingOf } from '../../lib/language/reader/read'
import { unitsOf } from '../../lib/language/reader/units'
import { readFile } from '../intents/collections'
import type { ExpectedCall, Phrasing, Rule } from '../intents/phrasing'
import type { Example } from './examples'
import { names } from './names'

const tokens: Readonly<Record<string, { symbol: string; decimals: number; price: number }>> = {
  ETH: { symbol: 'ETH', decimals: 18, price: 3500 },
  USDC: { symbol: 'USDC', decimals: 6, price: 1 },
  DAI: { symbol: 'DAI', decimals: 18, price: 1 },
  WETH: { symbol: 'WETH', decimals: 18, price: 3500 },
  WBTC: { symbol: 'WBTC', decimals: 8, price: 100_000 },
}
/** Maps the chains of the bench to the ids of those that people name. */
const chainIds: Readonly<Record<string, number>> = { 31337: 1, 31338: 8453 }

type Token = { symbol: string; decimals: number; price: number }
type Move = {
  action: Action
  give?: Token | undefined
  get?: Token | undefined
  /** In whole tokens, if it is exact. */
  amount?: number | undefined
  chain?: number | undefined
  from?: number | undefined
  to?: number | undefined
  receiver?: string | undefined
  slippage?: number | undefined
  nft?: string | undefined
}

const tokenOf = (rule: Rule | undefined) => (typeof rule === 'string' ? tokens[rule] : undefined)
const chainOf = (rule: Rule | undefined) => (typeof rule === 'number' ? chainIds[rule] : undefined)
const textOf = (rule: Rule | undefined) => (typeof rule === 'string' ? rule : undefined)

function amountOf(rule: Rule | undefined, token: Token | undefined): number | undefined {
  if (rule === undefined || !token || typeof rule === 'number') return
  if (typeof rule === 'string') return rule.length > 40 ? undefined : Number(rule) / 10 ** token.decimals
  if ('tokens' in rule && rule.tokens[0] === rule.tokens[1]) return Number(rule.tokens[0]) / 10 ** rule.decimals
}

/** Returns what a call does, as far as the words of a request can express it. */
function moveOf({ does, ...is }: ExpectedCall, text: string): Move | null {
  const chain = chainOf(is.chain)
  const [give, get] = [tokenOf(is.leaves), tokenOf(is.arrives ?? is.owed)]
  const amount = amountOf(is.amount, give ?? get)
  switch (does) {
    case 'swap': {
      const slippage = typeof is.slippage === 'number' ? is.slippage : undefined
      const to = chainOf(is.toChain)
      if (chain !== to)
        return { action: 'bridge', give, get: give === get ? undefined : get, amount, slippage, from: chain, to }
      const wraps = /wrap/i.test(text) && !/wrapped/i.test(text)
      const action = wraps && get?.symbol === 'WETH' ? 'wrap' : wraps && give?.symbol === 'WETH' ? 'unwrap' : 'swap'
      return { action, give, get, amount, slippage, chain }
    }
    case 'send':
      return { action: 'send', give, amount, chain, receiver: textOf(is.to) }
    case 'sendNft':
      return { action: 'sendNft', nft: textOf(is.leaves), receiver: textOf(is.to), chain }
    case 'supply':
    case 'repay':
      return { action: does, give, amount, chain }
    case 'borrow':
      return { action: does, get, amount, chain }
    case 'withdraw':
      return get ? { action: does, get, amount, chain } : null
    default:
      return null
  }
}

const near = (a: number, b: number, by = 1e-9) => Math.abs(a - b) <= by * Math.abs(b)
const figureOf = (entity: Entity) => Number((entity as Entity & Figure).value)

/** Returns the role of an entity in a move; null if that is uncertain, '-' if it has none. */
function roleOf(entity: Entity, move: Move): Role | '-' | null {
  const meanings = [entity, ...(entity.or ?? [])]
  for (const meaning of meanings) {
    if (meaning.is === 'token') {
      if (meaning.symbol === move.give?.symbol) return 'give'
      if (meaning.symbol === move.get?.symbol) return 'get'
    }
    if (meaning.is === 'chain' && meaning.chainId !== null) {
      if (meaning.chainId === move.from) return 'fromChain'
      if (meaning.chainId === move.to) return 'toChain'
      if (meaning.chainId === move.chain) return 'chain'
    }
  }
  const amount = move.amount
  switch (entity.is) {
    case 'number': {
      const { give, get } = move
      if (move.nft === entity.value) return 'nft'
      if (amount === undefined) return null
      if (near(figureOf(entity), amount)) return 'amount'
      return give && get && near(figureOf(entity) * get.price, amount * give.price, 0.02) ? 'amount' : null
    }
    case 'dollars': {
      const token = move.give ?? move.get
      return token && amount !== undefined && near(figureOf(entity), amount * token.price, 0.02) ? 'value' : null
    }
    case 'share':
      return move.slippage === undefined ? 'amount' : null
    case 'percent':
      if (move.slippage !== undefined) return near(figureOf(entity) / 100, move.slippage) ? 'slippage' : null
      return 'amount'
    case 'address':
      return move.receiver && getAddress(move.receiver) === entity.address ? 'receiver' : null
    case 'name':
      return move.receiver ? 'receiver' : null
    case 'nft':
      return entity.id === move.nft ? 'nft' : null
    case 'collection':
      return move.action === 'sendNft' ? 'collection' : null
    default:
      return null
  }
}

/** The reader's bounds and the calls disagree, or leave something open. */
const unsure = null

/** Entities that a call would show if they were part of the request. */
const shows = new Set<Entity['is']>([
  'number',
  'dollars',
  'percent',
  'share',
  'token',
  'chain',
  'address',
  'name',
  'nft',
])

/**
 * Makes an example of a conversation whose calls determine its pieces: the bounds are the model's, one request per call
 * in their order; action and roles come from the calls. Leaves out what is uncertain.
 */
function exampleOf({ turns, expect }: Phrasing, author: string, model: Model): Example | null {
  const [text] = turns
  const [first] = expect
  if (turns.length !== 1 || typeof text !== 'string' || !first || !('calls' in first)) return unsure
  const moves = first.calls.map((call) => moveOf(call, text))
  const entities = findEntities(text, names)
  const units = unitsOf(text, entities)
  const setting = settingOf(undefined)
  const read = readUnits(model, units, setting).clauses
  const requests = read.filter(({ kind }) => kind === 'request')
  if (requests.length !== moves.length || read.some(({ kind }) => kind === 'condition' || kind === 'agreement'))
    return unsure
  const clauses: Example['clauses'] = []
  for (const { start, end, kind, action, pieces, p } of read) {
    const move = kind === 'request' ? moves[requests.findIndex((each) => each.start === start)] : undefined
    if (move === null || (!move && p < 0.6)) return unsure
    const labels: string[] = []
    for (let at = start; at < end; at += 1) {
      const unit = units[at]
      const guess = pieces.find((piece) => piece.start <= at && at < piece.end)?.role ?? '-'
      const entity = unit?.entity === undefined ? undefined : entities[unit.entity]
      const told = move && entity && shows.has(entity.is) ? roleOf(entity, move) : guess
      if (told === null) return unsure
      labels.push(told)
    }
    if (
      move &&
      ['amount', 'receiver'].some(
        (once) => piecesOf(units, start, labels).filter(({ role }) => role === once).length > 1,
      )
    )
      return unsure
    clauses.push({ start, end, kind, action: move?.action ?? action, labels, pieces: piecesOf(units, start, labels) })
  }
  return { author, text, units, setting, clauses, faults: [] }
}

/** Collections of conversations whose calls the reader is trained on. */
export const callFiles = ['dev', 'later', 'blind'].map((name) =>
  path.join(import.meta.dirname, `../intents/${name}.jsonl`),
)

/**
 * Returns the examples from the calls of the bench, in addition to the labelled lines. `model` was trained on those
 * lines alone.
 */
export const examplesOfCalls = (model: Model): Example[] =>
  callFiles.flatMap((file) =>
    readFile(file).flatMap((phrasing) => exampleOf(phrasing, path.basename(file, '.jsonl'), model) ?? []),
  )
