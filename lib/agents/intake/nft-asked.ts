import { type Entity, ofKind } from '@/lib/language/entity'
import { isOne, pieceBefore } from '@/lib/language/function-words'
import { placeOf, recipientOf } from '@/lib/language/steps/amounts'
import type { NftSend } from '../meaning/nft-send'
import type { Asked } from './asked-for'

/**
 * Returns what a clause asks to send: several where each count has its receiver, "4 badges to … and 3 to …", where each
 * receiver gets the same, and where several are named by their numbers, "postcards 2 and 3".
 */
export function nftsOf(asked: Asked): NftSend[] {
  const { receivers } = asked.request
  const ids = idsIn(asked)
  if (ids.length > 1 && receivers.length === 1) {
    const one = nftOf({ ...asked, entities: asked.entities.filter(({ is }) => is !== 'nft' && is !== 'number') })
    return ids.map((tokenId) => ({ ...one, tokenId }))
  }
  if (receivers.length > 1 && asked.words.includes('each'))
    return receivers.map((receiver) => nftOf({ ...asked, request: { ...asked.request, receivers: [receiver] } }))
  const counts = ofKind(asked.entities, 'number')
  const isEach =
    receivers.length > 1 && counts.length === receivers.length && ofKind(asked.entities, 'share').length === 0
  if (!isEach) return [nftOf(asked)]
  return receivers.map((receiver, at) =>
    nftOf({
      ...asked,
      request: { ...asked.request, receivers: [receiver] },
      entities: asked.entities.filter(
        (each) =>
          (each.is !== 'number' || each === counts[at]) &&
          !receivers.some((other) => other !== receiver && other.meaning === each),
      ),
    }),
  )
}

/** Returns the numbers of the NFTs that are named by nothing but their numbers. */
function idsIn({ pieces }: Asked): bigint[] {
  const ids = pieces
    .filter(({ role }) => role === 'nft')
    .flatMap(({ entities: inside }) => {
      const [only, ...others] = inside
      if (!only || others.length > 0) return []
      if (only.is === 'nft') return [only.id]
      return only.is === 'number' && /^\d+$/.test(only.value) ? [only.value] : []
    })
  return [...new Set(ids)].map(BigInt)
}

/** Returns the NFT that a clause asks to send: which one is in what it names, rather than in the roles. */
function nftOf(asked: Asked): NftSend {
  const { request, entities, collections } = asked
  const nft: NftSend = { collection: null }
  for (const each of entities) {
    const called = each.is === 'collection' ? each.id : each.is === 'nft' ? each.collection : undefined
    if (called !== undefined) nft.collection = collections.get(called) ?? nft.collection
  }
  const unlisted = nft.collection === null ? unlistedOf(asked) : undefined
  if (unlisted) nft.unlisted = unlisted
  const isKept = (each: Entity) =>
    asked.pieces.some((piece) => (piece.role === 'keep' || piece.role === 'excluded') && piece.entities.includes(each))
  const named = ofKind(entities, 'nft')
  const sent = named.filter((each) => !isKept(each))
  const numbers = new Map((sent.length > 0 ? sent : named).map((each) => [each.id, each]))
  const [number, ...others] = numbers.values()
  if (number)
    Object.assign(nft, isExcepted(number, asked) ? { not: BigInt(number.id) } : { tokenId: BigInt(number.id) })
  const amount = piecesOf(asked)
  if (amount !== undefined && amount !== 'unclear') nft.amount = amount
  const [receiver, ...receivers] = request.receivers
  if (receiver) nft.recipient = recipientOf(receiver)
  const [chain] = request.chains
  if (chain) nft.chain = placeOf(chain)
  // "Badge #2 and 1 ETH" are two things.
  const isMixed =
    ofKind(entities, 'token').some((each) => !isInName(each, asked)) || ofKind(entities, 'dollars').length > 0
  if (others.length > 0 || amount === 'unclear' || isMixed) nft.unclear = 'words'
  if (receivers.length > 0) nft.unclear = 'recipients'
  return nft
}

/** Returns how many pieces are meant; "unclear" for two counts, or a share. */
function piecesOf(asked: Asked): NftSend['amount'] | 'unclear' {
  const { text, entities, words } = asked
  const [share, ...shares] = ofKind(entities, 'share')
  const [count, ...counts] = countsIn(asked)
  const isSingle = ofKind(entities, 'collection').some((each) => isOne(text, each))
  if (shares.length > 0 || counts.length > 0 || (count && !/^\d+$/.test(count.value))) return 'unclear'
  if (!share) return count ? BigInt(count.value) : isSingle ? 1n : undefined
  if (share.part[0] !== share.part[1] || share.rest) return 'unclear'
  if (share.but) return count ? { but: BigInt(count.value) } : 'all'
  // "All five badges"
  if (count && text.slice(share.end, count.start).trim() === '') return BigInt(count.value)
  // "All of my badges bar one": what is excepted is not known.
  const isOpen = words.some((word) => excepts.has(word)) && ofKind(entities, 'nft').length === 0
  return count || isOpen ? 'unclear' : 'all'
}

/** Returns the counts. "Three of the five badges" are three: how many there are is no count of what is sent. */
function countsIn({ entities, pieces }: Asked) {
  const found = [...ofKind(entities, 'number'), ...ofKind(entities, 'times')]
  const moved = found.filter((each) => pieces.some((piece) => piece.role === 'amount' && piece.entities.includes(each)))
  return moved.length === 1 ? moved : found
}

/** Words that except what comes next. */
const excepts = new Set(['but', 'except', 'excluding', 'without', 'minus', 'not', 'save', 'bar'])

const isExcepted = (each: Entity, { text }: Asked): boolean => excepts.has(pieceBefore(text, each))

/** Words of a name that are none: they stand beside any. */
const plain = new Set(
  'my the a an one of and nft nfts token tokens number no id piece pieces collection collectible collectibles from'.split(
    ' ',
  ),
)

/** Returns the collection where none of our list is named: by the address of its contract, or by a name. */
function unlistedOf({ text: said, request, entities, pieces }: Asked): NftSend['unlisted'] {
  const [contract, ...others] = ofKind(entities, 'address').filter(
    (each) => !request.receivers.some(({ meaning }) => meaning === each),
  )
  if (contract)
    return others.length > 0
      ? undefined
      : { contract: recipientOf({ meaning: contract, text: contract.address, p: 1 }) }
  const named = pieces
    .filter(({ role }) => role === 'nft' || role === 'collection')
    .flatMap(({ text, entities: inside }) =>
      inside
        .filter(({ is }) => is !== 'token')
        .reduce((rest, { start, end }) => rest.replace(said.slice(start, end), ' '), text)
        .split(/[^\p{L}\p{M}]+/u),
    )
    .find((word) => word !== '' && !plain.has(word.toLowerCase()))
  return named === undefined ? undefined : { named }
}

/** True for a token whose name is part of what is called an NFT: "my ETH #1". */
const isInName = (entity: Entity, { pieces }: Asked): boolean =>
  pieces.some(({ role, entities }) => (role === 'nft' || role === 'collection') && entities.includes(entity))
