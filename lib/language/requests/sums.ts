import type { Piece } from '../bounds/pieces'
import type { Span } from '../entity'
import { isCompared, isOfThat, isTowards, isUntold } from '../function-words'
import type { Role } from '../labels'
import type { Amount, Sum } from '../request'
import { unsure } from './certainty'
import { among } from './pieces'

const sumRoles: readonly Role[] = ['give', 'get', 'amount', 'value', 'keep', 'nft', 'collection', 'about', 'reference']

/** Pairs each amount with the token that it counts: of its group, else the nearest unpaired one. */
export function sumsIn(text: string, pieces: readonly Piece[], pronouns: readonly Span[]): Sum[] {
  const all = pieces.filter(({ role }) => sumRoles.includes(role))
  const isAmount = ({ role }: Piece) => role === 'amount' || role === 'value' || role === 'keep'
  const things = all.filter((piece) => !isAmount(piece) && piece.role !== 'reference')
  const references = [...all.filter(({ role }) => role === 'reference').map(({ span }) => span), ...pronouns]
  const amounts = all.filter(isAmount)
  const free = new Set(things)
  const sums: Sum[] = []
  for (const piece of amounts) {
    const amount = among(piece.meanings, ['number', 'dollars', 'percent', 'share'])
    // "5 USDC" may be one piece.
    const inside = among(piece.meanings, ['token', 'nft'])
    // "All but 100 of my USDC": what is kept is of the same thing.
    const isKept = piece.role === 'keep'
    const thing = inside ? null : nearest(text, piece, countable(amount, isKept ? things : [...free]), references)
    if (thing && !isKept) free.delete(thing)
    const part = piece.role === 'keep' ? 'keep' : thing ? partOf(thing) : 'unsaid'
    sums.push({
      part,
      amount,
      what: inside ?? (thing && whatOf(thing)),
      text: thing && thing.span.start > piece.span.start ? `${piece.text} ${thing.text}` : piece.text,
      said: 0,
      p: Math.min(piece.p, thing?.p ?? 1, isRelative(text, piece) ? unsure : 1),
    })
  }
  for (const thing of free) {
    const untold = isUntold(text, thing.span) && { untold: true as const }
    const { p, text: said } = thing
    sums.push({ part: partOf(thing), amount: null, what: whatOf(thing), ...untold, text: said, said: 0, p })
  }
  return sums.filter(({ amount, what }) => amount !== null || what !== null)
}

/** True for "20 less" and "10 more", which refer to something said before and are not the amount itself. */
const isRelative = (text: string, { span }: Piece): boolean => isCompared(text.slice(span.end))

const partOf = ({ role }: Piece): Sum['part'] => (role === 'get' ? 'get' : role === 'about' ? 'unsaid' : 'give')

const whatOf = ({ meanings }: Piece): Sum['what'] =>
  among(meanings, ['nft']) ?? among(meanings, ['token', 'collection'])

/** Returns the things that an amount can count. A share is of what there is, and never of what a swap brings. */
function countable(amount: Amount | null, things: readonly Piece[]): readonly Piece[] {
  if (amount?.is !== 'share' && amount?.is !== 'percent') return things
  const given = things.filter(({ role }) => role !== 'get')
  return given.length > 0 ? given : things
}

/**
 * Returns the thing beside an amount: behind it ("5 USDC", "5 of my USDC") rather than before it, unless only that one
 * stands right beside it ("USDC 5 to DAI").
 */
function nearest(text: string, amount: Piece, things: readonly Piece[], references: readonly Span[]): Piece | null {
  // “Three of them for USDC” counts what the pronoun stands for.
  const { span } = amount
  const isCounted = ({ start }: Span) => start >= span.start && start - span.end <= mostBetween
  const reference = references.find(isCounted)
  const grouped =
    amount.group === null ? things : things.filter(({ group }) => group === null || group === amount.group)
  const gap = (thing: Piece) =>
    thing.span.start >= amount.span.end ? thing.span.start - amount.span.end : amount.span.start - thing.span.end + 4
  const touches = ({ span: { start, end } }: Piece) =>
    text.slice(Math.min(end, span.end), Math.max(start, span.start)).trim() === ''
  // "Sell ETH for DAI, 3": what stands behind the thing that is bought, and not beside it, does not count that.
  const isBeside = (thing: Piece) => thing.role !== 'get' || thing.span.start >= span.end || touches(thing)
  const [closest] = grouped
    .filter(isBeside)
    .toSorted((a, b) => Number(touches(b)) - Number(touches(a)) || gap(a) - gap(b))
  if (!closest || gap(closest) > mostBetween || (isOfThat(amount.text) && !touches(closest))) return null
  // "Sell 2 for USDC" counts what is sold.
  if (closest.role === 'get' && isTowards(text.slice(amount.span.end, closest.span.start))) return null
  return reference && (reference.start < closest.span.start || !touches(closest)) ? null : closest
}

/** Most characters between an amount and what it counts: "half of all the ". */
const mostBetween = 20
