import { type Match, matchAmount } from './amounts'
import type { Item } from './item'
import { type Lexeme, lexemes } from './lexemes'
import type { Lexicon } from './lexicon'
import { readRecipient } from './recipients'
import { matchSlippage } from './slippage'
import { fillers, isLoose, links, nearest, verbOf } from './vocabulary'

/** Longest name of a network or token, in words. */
const longestName = 4

/** Texts whose reading is kept: a message is looked at from many sides, each of which asks for the same ones. */
const mostKept = 64
const lately = new WeakMap<Lexicon, Map<string, readonly Item[]>>()

/** Gives every piece of a cleaned sentence its meaning. Pure: knows names, but nothing of balances or prices. */
export function tag(text: string, lexicon: Lexicon): readonly Item[] {
  const kept = lately.get(lexicon) ?? new Map<string, readonly Item[]>()
  lately.set(lexicon, kept)
  const found = kept.get(text)
  if (found) return found
  const items = tagged(text, lexicon)
  kept.set(text, items)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return items
}

function tagged(text: string, lexicon: Lexicon): readonly Item[] {
  const all = lexemes(text)
  const items: Item[] = []
  for (let at = 0; at < all.length; ) {
    const match =
      matchSlippage(all, at) ?? matchGetMe(all, at) ?? matchAmount(all, at, lexicon) ?? matchName(all, at, lexicon)
    if (match) {
      const [only, ...others] = match.items
      // As it was typed: it may be read once more.
      if (only?.is === 'amount' && others.length === 0) items.push({ ...only, text: rawOf(all, at, match.length) })
      else items.push(...match.items)
      at += match.length
    } else {
      const lexeme = all[at]
      if (lexeme) items.push(single(lexeme))
      at += 1
    }
  }
  return withEthNetwork(withNouns(items), lexicon)
}

const rawOf = (all: readonly Lexeme[], at: number, length: number): string =>
  all
    .slice(at, at + length)
    .map(({ raw }) => raw)
    .join(' ')

/** "A transfer", "my last swap", "swap fees": things, and nothing that is to be done. */
function withNouns(items: readonly Item[]): readonly Item[] {
  return items.map((item, index) => {
    const before = items[index - 1]
    const next = items[index + 1]
    const isThing =
      item.is === 'verb' &&
      item.form === 'base' &&
      ((before?.is === 'word' && /^(?:a|an|the|my|last|previous|this|that|any|each|per)$/.test(before.text)) ||
        (next?.is === 'word' && /^(?:rates?|fees?|costs?|history|limits?|status)$/.test(next.text)) ||
        (isLoose(item.text) && !canBegin(before)))
    return isThing ? { is: 'word', text: item.text, raw: item.text } : item
  })
}

/** Whether a request can begin after that: "please drop", "want to ship", and not "the price drop". */
function canBegin(before: Item | undefined): boolean {
  switch (before?.is) {
    case undefined:
    case 'comma':
    case 'quote':
      return true
    case 'link':
      return before.link === 'to'
    case 'word':
      return fillers.has(before.text) || before.text === 'then' || !/[a-z]/.test(before.text)
    default:
      return false
  }
}

/** "On eth" and "from eth to base" mean the network; everywhere else "eth" is the coin. */
function withEthNetwork(items: readonly Item[], lexicon: Lexicon): readonly Item[] {
  const id = lexicon.chains.get('ethereum')
  if (typeof id !== 'number') return items
  return items.map((item, index) => {
    if (item.is !== 'token' || item.token.text.toLowerCase() !== 'eth') return item
    const [before, next, second] = [items[index - 1], items[index + 1], items[index + 2]]
    const on = before?.is === 'link' && before.text === 'on'
    const leaves =
      before?.is === 'link' &&
      before.link === 'from' &&
      next?.is === 'link' &&
      next.link === 'to' &&
      second?.is === 'chain'
    return on || leaves ? { is: 'chain', chain: { text: item.token.text, id } } : item
  })
}

/** "Get me ETH": buying. "Get" alone only says what comes back. */
function matchGetMe(all: readonly Lexeme[], at: number): Match | null {
  const whom = all[at + 1]?.text
  if (all[at]?.text !== 'get' || !(whom === 'me' || whom === 'us')) return null
  return { items: [{ is: 'verb', verb: 'buy', text: 'get', form: 'base' }], length: 2 }
}

/** A network or a token by one of its names, the longest first. Words of the grammar are never names. */
function matchName(all: readonly Lexeme[], at: number, lexicon: Lexicon): Match | null {
  for (let length = Math.min(longestName, all.length - at); length > 0; length -= 1) {
    const span = all.slice(at, at + length)
    if (span.some((lexeme) => lexeme.kind !== 'word')) continue
    const name = span.map((lexeme) => lexeme.text).join(' ')
    if (length === 1 && isGrammar(name)) return null
    const text = span.map((lexeme) => lexeme.raw).join(' ')
    const symbol = lexicon.tokens.get(name)
    const id = lexicon.chains.get(name)
    if (id !== undefined) {
      const chain = id === null ? { text } : { text, id }
      return { items: [{ is: 'chain', chain, ...(symbol ? { symbol } : {}) }], length }
    }
    if (symbol && (length > 1 || isTokenHere(all, at, symbol)))
      return { items: [{ is: 'token', token: { text, symbol } }], length }
  }
  return matchMistyped(all[at], lexicon)
}

/** Tokens whose names nobody uses for anything else. */
const plainTokens: ReadonlySet<string> = new Set(['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'WBTC'])

/** Words beside which a token is talked of. */
const beside: ReadonlySet<string> = new Set(['of', 'price', 'much', 'about', 'balance', 'worth'])

/**
 * Lists hold tokens called "check", "real" or "safe". In lower case, such a word is a token only where one is expected:
 * after an amount, a verb or a link, beside a word such as "price", or alone.
 */
function isTokenHere(all: readonly Lexeme[], at: number, symbol: string): boolean {
  const lexeme = all[at]
  if (plainTokens.has(symbol) || lexeme?.raw === symbol) return true
  const weighty = (each: Lexeme) => each.kind !== 'word' || each.text === 'of' || !fillers.has(each.text)
  const before = all.slice(0, at).findLast(weighty)
  const after = all[at + 1]
  if (!before && !all.slice(at + 1).some(weighty)) return true
  if (after && beside.has(after.text)) return true
  if (!before) return false
  if (before.kind === 'word') return beside.has(before.text) || links.has(before.text) || verbOf(before.text) !== null
  return before.kind !== 'comma' && before.kind !== 'quote' && before.kind !== 'symbol'
}

/** Long names with one slip. Symbols are never corrected: USDC and USDT are one letter apart. */
function matchMistyped(lexeme: Lexeme | undefined, lexicon: Lexicon): Match | null {
  if (lexeme?.kind !== 'word' || lexeme.text.length < 6 || isGrammar(lexeme.text)) return null
  const served = [...lexicon.chains].flatMap(([name, id]) => (id === null || name.includes(' ') ? [] : [name]))
  const name = nearest(lexeme.text, served, 7)
  const id = name === null ? null : lexicon.chains.get(name)
  if (name === null || typeof id !== 'number') return null
  const symbol = lexicon.tokens.get(name)
  return { items: [{ is: 'chain', chain: { text: lexeme.raw, id }, ...(symbol ? { symbol } : {}) }], length: 1 }
}

const isGrammar = (word: string): boolean => fillers.has(word) || links.has(word) || verbOf(word) !== null

function single(lexeme: Lexeme): Item {
  const recipient = readRecipient(lexeme)
  if (recipient) return { is: 'recipient', recipient }
  if (lexeme.kind === 'comma' || lexeme.kind === 'quote') return { is: lexeme.kind }
  const link = lexeme.kind === 'word' ? links.get(lexeme.text) : undefined
  if (link) return { is: 'link', link, text: lexeme.text }
  const verb = lexeme.kind === 'word' ? verbOf(lexeme.text) : null
  if (verb) return { is: 'verb', verb: verb.verb, form: verb.form, text: lexeme.text }
  if (lexeme.text === 'worth') return { is: 'worth' }
  return { is: 'word', text: lexeme.text, raw: lexeme.raw }
}
