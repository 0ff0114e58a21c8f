import type { Meaning, Names } from '../entity'
import {
  knownChains,
  knownProtocols,
  noTokens,
  ordinaryWords,
  otherTokens,
  soundsLike,
  tokenNames,
  wordChains,
  wordProtocols,
} from './known'
import { type Found, type Piece, piecesOf } from './piece'

type Token = Extract<Meaning, { is: 'token' }>

/** The possible meanings of a name. `ordinary`: the name is an ordinary word, so that alone it is no token. */
type Entry = { meanings: Meaning[]; ordinary?: 'word' | 'doubtful' }

/** Entries by name: words in lower case, separated by single spaces. */
export type World = { entries: ReadonlyMap<string, Entry>; mostWords: number }

const worlds = new WeakMap<Names, World>()

export function worldOf(names: Names): World {
  const known = worlds.get(names)
  if (known) return known
  const world = build(names)
  worlds.set(names, world)
  return world
}

/** Builds the lookup key of a name: hyphens and points separate words like spaces do. */
const keyOf = (pieces: readonly Piece[]): string =>
  pieces
    .filter(({ kind }) => kind !== 'mark')
    .map(({ text, kind }, index, all) =>
      index > 0 && !(all[index - 1]?.kind === 'digits' && kind === 'word') ? ` ${text}` : text,
    )
    .join('')

/** The local chains are named "Ethereum (local)". People leave that out. */
const bare = (name: string): string => (name.split(' (')[0] ?? name).toLowerCase()

function build(names: Names): World {
  const entries = new Map<string, Entry>()
  let mostWords = 1
  const add = (name: string, meaning: Meaning, ordinary?: Entry['ordinary']) => {
    const key = keyOf(piecesOf(name))
    if (key === '') return
    mostWords = Math.max(mostWords, piecesOf(name).length)
    const entry = entries.get(key)
    if (!entry) entries.set(key, { meanings: [meaning], ...(ordinary && { ordinary }) })
    else {
      if (!entry.meanings.some((other) => same(other, meaning))) entry.meanings.push(meaning)
      if (!ordinary) delete entry.ordinary
    }
  }
  for (const { name, address } of names.contacts ?? []) add(name, { is: 'contact', name, address })
  const symbols = new Map(names.tokens.map(({ symbol }) => [symbol.toLowerCase(), symbol]))
  const token = (symbol: string): Token => {
    const own = symbols.get(symbol.toLowerCase())
    return { is: 'token', symbol: own ?? symbol, known: own !== undefined }
  }
  /** A wallet has at most wrapped bitcoin, and Polygon's coin under its former name. */
  const stand: Readonly<Record<string, string>> = { BTC: 'WBTC', POL: 'MATIC' }
  for (const [symbol, others] of Object.entries(tokenNames)) {
    const instead = stand[symbol]
    const meaning = token(
      instead && !symbols.has(symbol.toLowerCase()) && symbols.has(instead.toLowerCase()) ? instead : symbol,
    )
    for (const name of [symbol, ...others])
      add(name, meaning, ordinaryWords.has(name.toLowerCase()) ? 'doubtful' : undefined)
  }
  for (const [symbol, sounds] of Object.entries(soundsLike))
    for (const name of sounds) add(name, token(symbol), 'doubtful')
  const everywhere = new Set(otherTokens.map((symbol) => symbol.toLowerCase()))
  for (const symbol of otherTokens)
    add(symbol, token(symbol), ordinaryWords.has(symbol.toLowerCase()) ? 'doubtful' : undefined)
  /** For tokens that are not widely known: their symbol may be any word, and a name of one word is one. */
  const ordinaryOf = (name: string, isSymbol: boolean): Entry['ordinary'] => {
    const key = name.toLowerCase()
    if (ordinaryWords.has(key) || noTokens.has(key) || key.length < 2) return 'word'
    if (isSymbol) return 'doubtful'
    return name.includes(' ') ? undefined : 'word'
  }
  for (const { symbol, name, aliases = [] } of names.tokens) {
    const meaning = token(symbol)
    if (!everywhere.has(symbol.toLowerCase()) && !tokenNames[symbol]) add(symbol, meaning, ordinaryOf(symbol, true))
    add(name, meaning, ordinaryOf(name, false))
    for (const alias of aliases) add(alias, meaning)
  }
  for (const known of knownChains) {
    const own = names.chains.find(
      ({ id, name }) => id === known.id || (known.id !== null && known.names.includes(bare(name))),
    )
    const meaning: Meaning = { is: 'chain', name: own?.name ?? known.name, chainId: own?.id ?? null }
    for (const name of known.names) add(name, meaning)
  }
  for (const { id, name, aliases = [] } of names.chains)
    for (const each of [name, bare(name), ...aliases]) add(each, { is: 'chain', name, chainId: id })
  for (const spellings of knownProtocols) {
    const own = names.protocols.find(({ name, id }) => spellings.includes(name.toLowerCase()) || spellings.includes(id))
    for (const name of spellings)
      add(name, { is: 'protocol', id: own?.id ?? (spellings[0] ?? '').replaceAll(' ', '-') })
  }
  for (const { id, name, aliases = [] } of names.protocols)
    for (const each of [name, ...aliases]) add(each, { is: 'protocol', id })
  for (const { id, name, aliases = [] } of names.collections ?? [])
    for (const each of [name, ...aliases]) {
      const ordinary = ordinaryWords.has(each.toLowerCase()) ? 'doubtful' : undefined
      add(each, { is: 'collection', id }, ordinary)
      add(each.endsWith('s') ? each.slice(0, -1) : `${each}s`, { is: 'collection', id }, ordinary)
    }
  return { entries, mostWords }
}

const same = (one: Meaning, other: Meaning): boolean => JSON.stringify(one) === JSON.stringify(other)

type Around = { isAfterFigure: boolean; isShouted: boolean }

/** Words before a chain. */
const beforeChains = new Set(['on', 'over', 'onto', 'across'])
/** Words after a name that make it a chain rather than a token, if it may be both. */
const afterwards = new Set(['chain', 'network', 'net', 'l2', 'mainnet', 'blockchain'])

/** Finds the longest known name at a piece, with its other meanings. */
export function namedAt(
  pieces: readonly Piece[],
  at: number,
  world: World,
  around: Around,
): (Found<Meaning> & { or?: Meaning[]; maybe?: boolean }) | null {
  const found = spelledOut(pieces, at, world) ?? longest(pieces, at, world)
  if (!found) return null
  const { entry, key } = found
  let { count } = found
  const [first] = [pieces[at]]
  if (!first) return null
  const signed = pieces[at - 1]?.text === '$' && first.glued
  const isCapital =
    !around.isShouted && first.raw.length > 1 && first.raw === first.raw.toUpperCase() && first.raw !== first.text
  const isMarked = isCapital || signed || (key.length === 1 && around.isAfterFigure && first.raw !== first.text)
  if (entry.ordinary === 'word' && !isMarked && (!around.isAfterFigure || key.length === 1)) return null
  const maybe = isMarked ? false : entry.ordinary === 'word' || (entry.ordinary === 'doubtful' && !around.isAfterFigure)
  const before = pieces[at - 1]?.text ?? ''
  const next = pieces[at + count]?.text ?? ''
  let meanings = entry.meanings
  if (meanings.length > 1)
    meanings = likeliestFirst(meanings, key, { before, next, isAfterFigure: around.isAfterFigure, isCapital })
  const [meaning, ...or] = meanings
  if (!meaning) return null
  if (meaning.is === 'chain' && afterwards.has(next)) count++
  if (meaning.is === 'protocol' && ['v1', 'v2', 'v3', 'v4'].includes(next)) count++
  if (doubtfulPlace(meaning, key, first, before, next))
    return or.length > 0 && or[0] ? { meaning: or[0], or: or.slice(1), maybe: true, count } : null
  return { meaning, count, ...(or.length > 0 && { or }), ...(maybe && { maybe }) }
}

/** True for a chain or protocol whose name is an ordinary word, if nothing marks it as one. */
function doubtfulPlace(meaning: Meaning, key: string, first: Piece, before: string, next: string): boolean {
  if (first.raw !== first.text) return false
  if (meaning.is === 'chain')
    return wordChains.has(key) && !beforeChains.has(before) && !['to', 'from'].includes(before) && !afterwards.has(next)
  return (
    meaning.is === 'protocol' &&
    wordProtocols.has(key) &&
    !['with', 'via', 'through', 'thru', 'using', 'in', 'into', 'on', 'from', 'to', 'for', 'at', 'my', 'by'].includes(
      before,
    )
  )
}

type Beside = { before: string; next: string; isAfterFigure: boolean; isCapital: boolean }

function likeliestFirst(
  meanings: readonly Meaning[],
  key: string,
  { before, next, isAfterFigure, isCapital }: Beside,
): Meaning[] {
  const great = meanings.find(({ is }) => is === 'token')
  const weight = (meaning: Meaning): number => {
    if (meaning.is === 'chain')
      return afterwards.has(next)
        ? 9
        : isAfterFigure
          ? 0
          : beforeChains.has(before)
            ? 8
            : before === 'from' && key !== 'eth'
              ? 3.5
              : isLongName(meaning, key)
                ? 4
                : 2
    // A little-known token may have taken the name of a great one.
    if (meaning.is === 'token' && meaning !== great) return 0.5
    if (meaning.is === 'token')
      return isAfterFigure ? 7 : meaning.symbol.toLowerCase() === key ? (isCapital ? 4.5 : 3) : 1
    if (meaning.is === 'protocol') return meaning.id === key || meaning.id === key.replace(' ', '-') ? 4 : 2
    return 5
  }
  return [...meanings].sort((one, other) => weight(other) - weight(one))
}

/** "ethereum" is the chain, "eth" the coin. */
const isLongName = (meaning: Extract<Meaning, { is: 'chain' }>, key: string): boolean =>
  key.length > 5 || bare(meaning.name) === key || key === 'poly' || key === 'arbi'

function longest(
  pieces: readonly Piece[],
  at: number,
  world: World,
): { entry: Entry; key: string; count: number } | null {
  if (pieces[at]?.kind === 'mark') return null
  let found: { entry: Entry; key: string; count: number } | null = null
  let key = ''
  for (let size = 1; size <= world.mostWords; size++) {
    const piece = pieces[at + size - 1]
    if (!piece) break
    if (piece.kind === 'mark') {
      // "usdc.e", "rocket-pool": a mark within a name is glued on both sides.
      if (!piece.glued || !pieces[at + size]?.glued || (piece.text !== '-' && piece.text !== '.')) break
      continue
    }
    const isJoined = size > 1 && pieces[at + size - 2]?.kind === 'digits' && piece.glued
    // A word glued to a number before it is a unit or a token on its own.
    key += key === '' || isJoined ? piece.text : ` ${piece.text}`
    const entry = world.entries.get(key) ?? (size === 1 ? plural(key, world) : undefined)
    if (entry && (piece.kind !== 'digits' || size > 1)) found = { entry, key, count: size }
  }
  return found
}

/** Finds the plural of a token: "eths", "weths". */
function plural(key: string, world: World): Entry | undefined {
  if (key.length < 4 || !key.endsWith('s')) return undefined
  const entry = world.entries.get(key.slice(0, -1))
  return entry && !entry.ordinary && entry.meanings[0]?.is === 'token' && key.length > 3 ? entry : undefined
}

/** Reads "u s d c": a symbol dictated letter by letter. */
function spelledOut(
  pieces: readonly Piece[],
  at: number,
  world: World,
): { entry: Entry; key: string; count: number } | null {
  let key = ''
  for (let size = 1; size <= 6; size++) {
    const piece = pieces[at + size - 1]
    if (piece?.kind !== 'word' || piece.text.length !== 1) break
    key += piece.text
    const entry = size > 2 ? world.entries.get(key) : undefined
    if (entry?.meanings.some(({ is }) => is === 'token') && pieces[at + size]?.text.length !== 1)
      return { entry, key, count: size }
  }
  return null
}
