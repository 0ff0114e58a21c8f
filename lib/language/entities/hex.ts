import { getAddress, type Hex, isAddress } from 'viem'
import type { Meaning } from '../entity'
import { shortNames } from './known'
import { digitOf } from './number-words'
import type { Found, Piece } from './piece'

const isHex = (char: string): boolean => (char >= '0' && char <= '9') || (char >= 'a' && char <= 'f')

/** Reads an address or a hash, complete or not, with the chain before it ("eth:0x…"). */
export function hexAt(pieces: readonly Piece[], at: number): Found<Meaning> | null {
  const first = pieces[at]
  const isPrefixed =
    first?.kind === 'word' && pieces[at + 1]?.text === ':' && pieces[at + 1]?.glued && pieces[at + 2]?.glued
  const chainId = isPrefixed ? shortNames.get(first.text) : undefined
  if (isPrefixed && chainId === undefined) return null
  const from = at + (isPrefixed ? 2 : 0)
  if (pieces[from]?.text !== '0' || !pieces[from + 1]?.glued || !pieces[from + 1]?.text.startsWith('x')) return null
  let index = from + 1
  let written = '0'
  let isCut = false
  for (let piece = pieces[index]; piece && (piece.glued || isCut); piece = pieces[++index]) {
    if (piece.kind !== 'mark') written += index === from + 1 ? `x${piece.raw.slice(1)}` : piece.raw
    else if (
      piece.text === '…' ||
      piece.text === '*' ||
      (piece.text === '.' && pieces[index + 1]?.text === '.' && pieces[index + 1]?.glued)
    )
      isCut = true
    else if (!(isCut && piece.text === '.')) break
    if (isCut && !pieces[index + 1]?.glued) {
      index++
      break
    }
  }
  return { meaning: meant(written, isCut, chainId), count: index - at }
}

function meant(written: string, isCut: boolean, chainId: number | undefined): Meaning {
  const digits = written.slice(2)
  if (isCut || ![...digits.toLowerCase()].every(isHex)) return { is: 'badAddress' }
  if (digits.length === 64) return { is: 'hash', hash: `0x${digits.toLowerCase()}` }
  if (digits.length !== 40) return { is: 'badAddress' }
  const plain: Hex = `0x${digits.toLowerCase()}`
  const hasCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return {
    is: 'address',
    address: getAddress(plain),
    checksum: hasCase ? (isAddress(written) ? 'right' : 'wrong') : 'none',
    ...(chainId !== undefined && { chainId }),
  }
}

/** Reads "zero x seven zero nine …": an address dictated digit by digit. */
export function spokenHex(pieces: readonly Piece[], at: number): Found<Meaning> | null {
  const zero = pieces[at]?.text
  if ((zero !== 'zero' && zero !== 'oh') || pieces[at + 1]?.text !== 'x') return null
  let digits = ''
  let index = at + 2
  for (; digits.length <= 64; index++) {
    const piece = pieces[index]
    if (!piece) break
    const digit =
      piece.kind === 'word'
        ? (digitOf(piece.text) ?? (piece.text.length === 1 && isHex(piece.text) ? piece.text : null))
        : null
    if (digit === null) break
    digits += digit
  }
  // "… three a to mom": the last word may be an article.
  if (digits.length < 2) return null
  const meaning = meant(`0x${digits}`, false, undefined)
  return {
    meaning: meaning.is === 'address' ? { ...meaning, dictated: true } : { is: 'badAddress' },
    count: index - at,
  }
}

const nameMarks = new Set(['.', '-', '_'])

/** Words with which a dictated name does not begin, since they stand before one. */
const beforeNames = new Set(
  'to at from for is of and with my the that by into in on a an it or not nope pay send give name called dot'.split(
    ' ',
  ),
)

/**
 * Reads an ENS name, typed or dictated. A dictated one has its last word; `or` also includes the word before, which may
 * belong to it.
 */
export function nameAt(pieces: readonly Piece[], at: number): (Found<Meaning> & { or?: Meaning[] }) | null {
  const first = pieces[at]
  if (!first || first.kind === 'mark') return null
  return typedName(pieces, at) ?? dictatedName(pieces, at)
}

/** Looks only at the beginning of glued pieces, so that each run is read once. */
function typedName(pieces: readonly Piece[], at: number): Found<Meaning> | null {
  const before = pieces[at]?.glued ? pieces[at - 1] : undefined
  if (before && (before.kind !== 'mark' || nameMarks.has(before.text))) return null
  let end = 0
  let name = ''
  let index = at
  for (let piece = pieces[index]; piece && (index === at || piece.glued); piece = pieces[++index]) {
    if (piece.kind === 'mark' && !nameMarks.has(piece.text)) break
    name += piece.text
    if (piece.text === 'eth' && pieces[index - 1]?.text === '.' && index > at + 1 && !isNamePart(pieces, index + 1))
      end = index + 1
  }
  if (end === 0) return null
  const last = name.lastIndexOf('.eth')
  return { meaning: { is: 'name', name: name.slice(0, last + 4) }, count: end - at }
}

/** True if the name continues: "vitalik.eth." at the end of a sentence does not. */
function isNamePart(pieces: readonly Piece[], at: number): boolean {
  const piece = pieces[at]
  if (!piece?.glued) return false
  return (
    piece.kind !== 'mark' ||
    (nameMarks.has(piece.text) && pieces[at + 1]?.glued === true && pieces[at + 1]?.kind !== 'mark')
  )
}

function dictatedName(pieces: readonly Piece[], at: number): (Found<Meaning> & { or?: Meaning[] }) | null {
  let index = at
  let name = pieces[at]?.text ?? ''
  while (pieces[index + 1]?.text === 'dot' && pieces[index + 2]?.kind === 'word' && index < at + 8) {
    index += 2
    name += `.${pieces[index]?.text}`
    if (pieces[index]?.text === 'eth') break
  }
  if (index === at || !name.endsWith('.eth')) return null
  const before = pieces[at - 1]
  const joined = before?.kind === 'word' && !beforeNames.has(before.text) ? [`${before.text}${name}`] : []
  return {
    meaning: { is: 'name', name, dictated: true },
    count: index - at + 1,
    ...(joined.length > 0 && { or: joined.map((each): Meaning => ({ is: 'name', name: each, dictated: true })) }),
  }
}
