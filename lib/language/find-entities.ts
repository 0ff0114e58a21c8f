import { amountAt, currencyAt } from './entities/amounts'
import { habitIn } from './entities/figures'
import { hexAt, nameAt, spokenHex } from './entities/hex'
import { noTokens } from './entities/known'
import { type Piece, piecesOf } from './entities/piece'
import { shareAt } from './entities/shares'
import { classAt, collectionNumber, functionAt, numberOfThing, pronounAt } from './entities/things'
import { timeAt } from './entities/times'
import { namedAt, worldOf } from './entities/world'
import type { Entity, Meaning, Names } from './entity'

type Hit = { meaning: Meaning; or?: readonly Meaning[]; maybe?: boolean; count: number }

/** Finds what a text names and counts: in order, without overlaps. */
export function findEntities(text: string, names: Names): Entity[] {
  const pieces = piecesOf(text)
  const world = worldOf(names)
  const habit = habitIn(pieces)
  const isShouted = shouts(pieces)
  const entities: Entity[] = []
  /** The end of the last entity and its meaning, for what must stand beside a figure. */
  let last: { end: number; meaning: Meaning } | null = null

  const named = (at: number): Hit | null =>
    namedAt(pieces, at, world, { isAfterFigure: last !== null && last.end === at && isFigure(last.meaning), isShouted })
  const isToken = (at: number): boolean => {
    const hit = namedAt(pieces, at, world, { isAfterFigure: false, isShouted })
    return hit !== null && [hit.meaning, ...(hit.or ?? [])].some(({ is }) => is === 'token')
  }

  const hitAt = (at: number): Hit | null => {
    const exact = hexAt(pieces, at) ?? spokenHex(pieces, at) ?? nameAt(pieces, at) ?? functionAt(pieces, at)
    if (exact) return exact
    if (last && last.end === at && last.meaning.is === 'collection') {
      const number = collectionNumber(pieces, at, last.meaning.id)
      if (number && !isToken(at + number.count)) return number
    }
    const thing = numberOfThing(pieces, at)
    if (thing) return thing
    const sign = signed(pieces, at, isToken)
    if (sign) return sign
    const name = named(at)
    const kind = classAt(pieces, at)
    if (kind && !(name && name.count > kind.count)) return kind
    const counted = counts(at)
    // A contact called Max must not hide the word "max".
    if (name && counted && name.count <= counted.count)
      return name.meaning.is === 'contact' ? { ...counted, or: [...(counted.or ?? []), name.meaning] } : name
    return name ?? counted ?? unlisted(pieces, at, last, isShouted) ?? currencyAt(pieces, at) ?? pronounAt(pieces, at)
  }
  const counts = (at: number): Hit | null => {
    const time = timeAt(pieces, at)
    const share = shareAt(pieces, at, isToken)
    if (time && share) return time.meaning.is === 'ordinal' || share.count > time.count ? share : time
    if (time?.meaning.is === 'ordinal') return time
    const amount = time ?? share ?? asWhole(amountAt(pieces, at, habit), at)
    return amount && isLoneOne(pieces, at, amount, isToken) ? null : amount && withHour(pieces, at, amount)
  }

  /** "one whole eth", "2 full ETH": the figure counts. */
  const asWhole = (hit: Hit | null, at: number): Hit | null => {
    const next = hit?.meaning.is === 'number' ? pieces[at + hit.count]?.text : undefined
    const isWhole = (next === 'whole' || next === 'full' || next === 'entire') && hit && isToken(at + hit.count + 1)
    return isWhole ? { ...hit, count: hit.count + 1 } : hit
  }

  for (let at = 0; at < pieces.length; ) {
    const hit = hitAt(at)
    const [first, end] = [pieces[at], hit && pieces[at + hit.count - 1]]
    if (!hit || !first || !end) {
      at++
      continue
    }
    const { meaning, or, maybe, count } = hit
    entities.push({
      start: first.start,
      end: end.end,
      ...meaning,
      ...(or?.length && { or }),
      ...(maybe && { maybe: true }),
    })
    at += count
    last = { end: at, meaning }
  }
  return entities
}

const isFigure = ({ is }: Meaning): boolean =>
  is === 'number' || is === 'share' || is === 'dollars' || is === 'percent' || is === 'some'

/** "at eight" may be an hour as well. */
function withHour(pieces: readonly Piece[], at: number, hit: Hit): Hit {
  if (hit.meaning.is !== 'number' || pieces[at - 1]?.text !== 'at') return hit
  const hour = Number(hit.meaning.value)
  return Number.isInteger(hour) && hour < 24 ? { ...hit, or: [{ is: 'date', time: { hour, minute: 0 } }] } : hit
}

/** True for a text all in capitals, which then mean nothing. */
function shouts(pieces: readonly Piece[]): boolean {
  const words = pieces.filter(({ kind, raw }) => kind === 'word' && raw.length > 1)
  return words.length > 2 && words.every(({ raw }) => raw === raw.toUpperCase())
}

/** "one" alone stands for a thing, unless a token follows. */
function isLoneOne(pieces: readonly Piece[], at: number, hit: Hit, isToken: (at: number) => boolean): boolean {
  return hit.meaning.is === 'number' && hit.count === 1 && pieces[at]?.text === 'one' && !isToken(at + 1)
}

/** Reads "$FOO" as a token, even if unknown. */
function signed(pieces: readonly Piece[], at: number, isToken: (at: number) => boolean): Hit | null {
  const next = pieces[at + 1]
  if (pieces[at]?.text !== '$' || next?.kind !== 'word' || !next.glued || isToken(at + 1)) return null
  return { meaning: { is: 'token', symbol: next.raw.toUpperCase(), known: false }, count: 2 }
}

/** Reads "20 FOO", in capitals after a figure, as an unknown token. */
function unlisted(
  pieces: readonly Piece[],
  at: number,
  last: { end: number; meaning: Meaning } | null,
  isShouted: boolean,
): Hit | null {
  const piece = pieces[at]
  if (isShouted || piece?.kind !== 'word' || last?.end !== at || last.meaning.is !== 'number') return null
  const isSymbol =
    piece.raw.length > 1 && piece.raw.length < 9 && piece.raw === piece.raw.toUpperCase() && !noTokens.has(piece.text)
  return isSymbol ? { meaning: { is: 'token', symbol: piece.raw, known: false }, count: 1 } : null
}
