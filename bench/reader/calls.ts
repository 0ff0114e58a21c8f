import { getAddress } from 'viem'
import type { Entity, Figure } from '../../lib/language/entity'
import { findEntities } from '../../lib/language/find-entities'
import type { Action, Role } from '../../lib/language/labels'
import { type Model, piecesOf, readUnits, settingOf } from '../../lib/language/reader/read'
import { unitsOf } from '../../lib/language/reader/units'
import { readCollection } from '../intents/collections'
import type { ExpectedCall, Phrasing, Rule } from '../intents/phrasing'
import type { Example } from './examples'
import { names } from './names'

const tokens: Readonly<Record<string, { symbol: string; decimals: number; price: number }>> = {
  '0x0000000000000000000000000000000000000000': { symbol: 'ETH', decimals: 18, price: 3500 },
  '0xf18aaafd261cd95ba0ce660911f1d26934b28b9e': { symbol: 'USDC', decimals: 6, price: 1 },
  '0x9a9c6ff6d63e6964fa6b32a9d290788b150fa9c4': { symbol: 'DAI', decimals: 18, price: 1 },
  '0x3faf968d15c8f2df1629256787efa5a0379a5f54': { symbol: 'WETH', decimals: 18, price: 3500 },
  '0xe0ea52efeda2b9011d7faca29559eff4ed142861': { symbol: 'WBTC', decimals: 8, price: 100_000 },
}
/** The chains of the bench by the ids of those that people name. */
const chainIds: Readonly<Record<string, number>> = { 31337: 1, 31338: 8453 }

type Token = { symbol: string; decimals: number; price: number }
type Move = {
  action: Action
  give?: Token | undefined
  get?: Token | undefined
  /** In whole tokens, where it is exact. */
  amount?: number | undefined
  chain?: number | undefined
  from?: number | undefined
  to?: number | undefined
  receiver?: string | undefined
  slippage?: number | undefined
  nft?: string | undefined
}

const tokenOf = (rule: Rule | undefined) => (typeof rule === 'string' ? tokens[rule.toLowerCase()] : undefined)
const chainOf = (rule: Rule | undefined) => (typeof rule === 'number' ? chainIds[rule] : undefined)
const textOf = (rule: Rule | undefined) => (typeof rule === 'string' ? rule : undefined)

function amountOf(rule: Rule | undefined, token: Token | undefined): number | undefined {
  if (rule === undefined || !token || typeof rule === 'number') return
  if (typeof rule === 'string') return rule.length > 40 ? undefined : Number(rule) / 10 ** token.decimals
  if ('tokens' in rule && rule.tokens[0] === rule.tokens[1]) return Number(rule.tokens[0]) / 10 ** rule.decimals
}

/** What a call does, as far as the words of a request can say it. */
function moveOf({ tool, parameters: is }: ExpectedCall, text: string): Move | null {
  const chain = chainOf(is.chainId)
  const token = tokenOf(is.tokenAddress)
  const amount = amountOf(is.amount, token)
  switch (tool) {
    case 'execute_router_swap': {
      const [give, get, from, to] = [
        tokenOf(is.fromTokenAddress),
        tokenOf(is.toTokenAddress),
        chainOf(is.fromChainId),
        chainOf(is.toChainId),
      ]
      const slippage = typeof is.slippage === 'number' ? is.slippage : undefined
      const common = { give, get, amount: amountOf(is.fromAmount, give), slippage }
      if (from !== to) return { ...common, action: 'bridge', from, to, get: give === get ? undefined : get }
      const wraps = /wrap/i.test(text) && !/wrapped/i.test(text)
      const action = wraps && get?.symbol === 'WETH' ? 'wrap' : wraps && give?.symbol === 'WETH' ? 'unwrap' : 'swap'
      return { ...common, action, chain: from }
    }
    case 'send_native_gas_token': {
      const give = tokens['0x0000000000000000000000000000000000000000']
      return { action: 'send', give, amount: amountOf(is.value, give), chain, receiver: textOf(is.to) }
    }
    case 'call_smart_contract_function': {
      const give = tokenOf(is.to)
      const items = typeof is.args === 'object' && 'items' in is.args ? is.args.items : []
      if (items.length !== 2) return null
      return { action: 'send', give, amount: amountOf(items[1], give), chain, receiver: textOf(items[0]) }
    }
    case 'transfer_nft':
      return { action: 'sendNft', nft: textOf(is.tokenId), receiver: textOf(is.toAddress), chain }
    case 'lending_supply':
      return { action: 'supply', give: token, amount, chain }
    case 'lending_repay':
      return { action: 'repay', give: token, amount, chain }
    case 'lending_borrow':
      return { action: 'borrow', get: token, amount, chain }
    case 'lending_withdraw':
      return { action: 'withdraw', get: token, amount, chain }
    default:
      return null
  }
}

const near = (a: number, b: number, by = 1e-9) => Math.abs(a - b) <= by * Math.abs(b)
const figureOf = (entity: Entity) => Number((entity as Entity & Figure).value)

/** The part that an entity plays in a move; null where that is not sure, '-' where it plays none. */
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

/** What a reader makes of the words and what the calls say of them are not the same, or leave something open. */
const unsure = null

/** An entity that a call would show, were it part of the request. */
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
 * A conversation of the bench as an example, where its calls tell what its pieces are: the bounds are the model's, one
 * request for each call in their order, and action and parts come from the calls. What is not sure is left out.
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

/** What the calls of the bench teach beside the labelled lines. `model` has learned from those lines alone. */
export const examplesOfCalls = (model: Model): Example[] =>
  (['dev', 'later'] as const).flatMap((collection) =>
    readCollection(collection).flatMap((phrasing) => exampleOf(phrasing, collection, model) ?? []),
  )
