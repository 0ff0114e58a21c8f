import type { Meaning } from '../entity'
import { wordNumber } from './number-words'
import { type Found, type Pieces, textAt } from './piece'

const isWhole = (text: string | undefined): text is string => text !== undefined && !text.includes('.')

/** Reads a whole number, in digits or in words. */
function wholeAt(pieces: Pieces, at: number): Found<string> | null {
  const piece = pieces[at]
  const mark = textAt(pieces, at + 1)
  if (piece?.kind === 'digits') {
    const [next, after] = [pieces[at + 1], pieces[at + 2]]
    const goesOn =
      ((mark === '.' || mark === ',') && after?.glued && after.kind === 'digits') ||
      (next?.glued && next.kind === 'word')
    return goesOn ? null : { meaning: piece.text, count: 1 }
  }
  const words = piece?.kind === 'word' ? wordNumber(pieces, at) : null
  const [value] = words?.meaning ?? []
  return words && isWhole(value) ? { meaning: value, count: words.count } : null
}

/** Reads "#42", "number 4411", "token id 417", "no. 7", "nft 12". */
export function numberOfThing(pieces: Pieces, at: number): Found<Meaning> | null {
  const word = textAt(pieces, at)
  if (word === '#' && pieces[at + 1]?.kind === 'digits')
    return { meaning: { is: 'nft', id: textAt(pieces, at + 1) }, count: 2 }
  let size = word === 'token' ? 1 : 0
  if (['number', 'nr', 'id', '№', 'num', 'nft'].includes(textAt(pieces, at + size))) size++
  else if (size === 0) return null
  if (size === 1 && word === 'token' && pieces[at + 1]?.kind !== 'digits') return null
  if (textAt(pieces, at + size) === '#') size++
  const number = wholeAt(pieces, at + size)
  return number && { meaning: { is: 'nft', id: number.meaning }, count: size + number.count }
}

/** Reads the number after a collection: "Punk 7804", "penguin number twelve". */
export function collectionNumber(pieces: Pieces, at: number, collection: string): Found<Meaning> | null {
  const named = numberOfThing(pieces, at)
  if (named?.meaning.is === 'nft') return { meaning: { ...named.meaning, collection }, count: named.count }
  const number = wholeAt(pieces, at)
  return number && { meaning: { is: 'nft', id: number.meaning, collection }, count: number.count }
}

const positions: Readonly<Record<string, Extract<Meaning, { is: 'position' }>['kind']>> = {
  lp: 'liquidity',
  lps: 'liquidity',
  loan: 'loan',
  loans: 'loan',
  debt: 'loan',
  debts: 'loan',
  mortgage: 'loan',
  collateral: 'collateral',
  collat: 'collateral',
  vault: 'vault',
  vaults: 'vault',
  deposits: 'deposit',
  position: undefined,
  positions: undefined,
}

const determiners = new Set('my the a this that original whole entire all which each every any your our'.split(' '))

/**
 * Reads classes of tokens, chains, positions and plans: "stables", "every chain", "my loan", "the dca", "no lock-up".
 */
export function classAt(pieces: Pieces, at: number): Found<Meaning> | null {
  const piece = pieces[at]
  if (piece?.kind !== 'word') return null
  const [word, next, before] = [piece.text, textAt(pieces, at + 1), textAt(pieces, at - 1)]
  if (['stables', 'stable', 'stablecoin', 'stablecoins'].includes(word)) {
    const coin = word === 'stable' && ['coin', 'coins'].includes(next) ? 1 : 0
    return { meaning: { is: 'stablecoins' }, count: 1 + coin }
  }
  if (['all', 'every', 'each', 'any', 'other', 'both'].includes(word)) {
    const other = ['the', 'my', 'other', 'of'].includes(next) ? 1 : 0
    if (['chain', 'chains', 'network', 'networks', 'l2s'].includes(textAt(pieces, at + 1 + other)))
      return { meaning: { is: 'chains' }, count: 2 + other }
  }
  if (['lending', 'money'].includes(word) && ['market', 'markets', 'pool', 'pools'].includes(next))
    return { meaning: { is: 'position', kind: 'market' }, count: 2 }
  if (word === 'dca' || word === 'plan' || word === 'plans') return { meaning: { is: 'plan' }, count: 1 }
  if (
    (word === 'standing' && next.startsWith('order')) ||
    (word === 'recurring' &&
      ['purchase', 'purchases', 'buy', 'buys', 'payment', 'payments', 'order', 'orders'].includes(next))
  )
    return { meaning: { is: 'plan' }, count: 2 }
  const kind = positions[word]
  if (word in positions) return { meaning: { is: 'position', ...(kind && { kind }) }, count: 1 }
  if (word === 'deposit' && determiners.has(before)) return { meaning: { is: 'position', kind: 'deposit' }, count: 1 }
  return lockAt(pieces, at)
}

const locks = new Set('lockup lockups lock locked locks locking lockin'.split(' '))

function lockAt(pieces: Pieces, at: number): Found<Meaning> | null {
  const word = textAt(pieces, at)
  const isNone = word === 'no' || word === 'without' || word === 'zero'
  const size = isNone ? (['a', 'any', 'to', 'being', 'it'].includes(textAt(pieces, at + 1)) ? 2 : 1) : 0
  const being = isNone && textAt(pieces, at + size) === 'being' ? 1 : 0
  if (!locks.has(textAt(pieces, at + size + being))) return null
  const up = textAt(pieces, at + size + being + 1)
  const tail =
    up === '-' && ['up', 'in'].includes(textAt(pieces, at + size + being + 2))
      ? 2
      : up === 'up' || (up === 'in' && textAt(pieces, at + size + being) === 'lock')
        ? 1
        : 0
  return { meaning: { is: 'lockup', ...(isNone && { none: true }) }, count: size + being + 1 + tail }
}

const types = new Set('uint int address bytes bool string'.split(' '))
const isType = (text: string): boolean => {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) >= '0' && text.charAt(end - 1) <= '9') end--
  return types.has(text.slice(0, end))
}

/** Reads "setApprovalForAll", "claim()", "withdraw(uint256)". With values as arguments, only the name counts. */
export function functionAt(pieces: Pieces, at: number): Found<Meaning> | null {
  const piece = pieces[at]
  if (piece?.kind !== 'word') return null
  const opens = textAt(pieces, at + 1) === '(' && pieces[at + 1]?.glued
  if (opens) {
    let end = at + 2
    while (end < at + 40 && (isType(textAt(pieces, end)) || [',', '[', ']'].includes(textAt(pieces, end)))) end++
    if (textAt(pieces, end) === ')') {
      const inside = pieces.slice(at + 2, end).map(({ raw }) => raw)
      return { meaning: { is: 'function', signature: `${piece.raw}(${inside.join('')})` }, count: end - at + 1 }
    }
  }
  return isCamel(piece.raw) ? { meaning: { is: 'function', signature: piece.raw }, count: 1 } : null
}

/** True for "transferFrom", but not for "stETH" or "cbBTC". */
function isCamel(raw: string): boolean {
  const first = raw.charAt(0)
  if (raw.length < 8 || first !== first.toLowerCase()) return false
  for (let index = 2; index < raw.length - 2; index++) {
    const [before, here, after] = [raw.charAt(index - 1), raw.charAt(index), raw.charAt(index + 1)]
    if (before >= 'a' && before <= 'z' && here >= 'A' && here <= 'Z' && after >= 'a' && after <= 'z') return true
  }
  return false
}

const pronouns: Readonly<Record<'thing' | 'person' | 'self' | 'place', ReadonlySet<string>>> = {
  thing: new Set('it that this those these them they em both either one ones same'.split(' ')),
  person: new Set('him her he she'.split(' ')),
  self: new Set('me myself mine'.split(' ')),
  place: new Set('there here'.split(' ')),
}

/** People by their relation to the writer. */
const kin = new Set(
  (
    'brother bro sister sis mum mom mother mama mommy dad father papa son daughter wife husband partner niece nephew uncle aunt ' +
    'auntie grandma grandpa grandmother grandfather granddaughter grandson nana cousin friend buddy boss landlord landlady ' +
    'neighbour neighbor nanny roommate flatmate girlfriend boyfriend ex kid accountant'
  ).split(' '),
)

/** Reads "it", "that one", "him", "my brother". */
export function pronounAt(pieces: Pieces, at: number): (Found<Meaning> & { or?: Meaning[] }) | null {
  const piece = pieces[at]
  if (piece?.kind !== 'word') return null
  const { text } = piece
  if (text === 'my' || text === 'our' || text === 'the') {
    const skip = ['lil', 'little', 'big', 'old', 'younger', 'older', 'elder', 'cousin', 'best'].includes(
      textAt(pieces, at + 1),
    )
      ? 2
      : 1
    if (kin.has(textAt(pieces, at + skip))) return { meaning: { is: 'pronoun', for: 'person' }, count: skip + 1 }
  }
  if (kin.has(text)) return { meaning: { is: 'pronoun', for: 'person' }, count: 1 }
  const other = text === 'the' ? 1 : 0
  if (['other', 'same', 'former', 'latter', 'two'].includes(textAt(pieces, at + other)) && (other || text === 'same')) {
    const one = ['one', 'ones', 'amount'].includes(textAt(pieces, at + other + 1)) ? 1 : 0
    return { meaning: { is: 'pronoun', for: 'thing' }, count: other + 1 + one }
  }
  for (const kind of ['thing', 'person', 'self', 'place'] as const)
    if (pronouns[kind].has(text)) {
      const one = kind === 'thing' && (text === 'that' || text === 'this') && textAt(pieces, at + 1) === 'one' ? 1 : 0
      const or: Meaning[] = text === 'one' ? [{ is: 'number', value: '1' }] : []
      return { meaning: { is: 'pronoun', for: kind }, count: 1 + one, ...(or.length > 0 && { or }) }
    }
  return null
}
