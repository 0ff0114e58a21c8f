import type { Entity, Meaning } from '@/lib/language/entity'
import type { NftSend } from '../meaning/nft-send'
import { placeOf, recipientOf } from './amounts'
import type { Asked } from './asked-for'

type Is<K extends Meaning['is']> = Extract<Meaning, { is: K }>

const all = <K extends Meaning['is']>(entities: readonly Entity[], kind: K) =>
  entities.filter((each): each is Entity & Is<K> => each.is === kind)

/** Returns what a clause asks to send: several where each count has its receiver, "4 badges to … and 3 to …". */
export function nftsOf(asked: Asked): NftSend[] {
  const { receivers } = asked.request
  const counts = all(asked.entities, 'number')
  const isEach = receivers.length > 1 && counts.length === receivers.length && all(asked.entities, 'share').length === 0
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
  const numbers = new Map(all(entities, 'nft').map((each) => [each.id, each]))
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
  const isMixed = all(entities, 'token').some((each) => !isInName(each, asked)) || all(entities, 'dollars').length > 0
  if (others.length > 0 || amount === 'unclear' || isMixed) nft.unclear = 'words'
  if (receivers.length > 0) nft.unclear = 'recipients'
  return nft
}

/** Returns how many pieces are meant; "unclear" for two counts, or a share. */
function piecesOf({ text, entities, words }: Asked): NftSend['amount'] | 'unclear' {
  const [share, ...shares] = all(entities, 'share')
  const [count, ...counts] = [...all(entities, 'number'), ...all(entities, 'times')]
  const isOne = all(entities, 'collection').some(({ start }) => /\ban?\s+$/i.test(text.slice(0, start)))
  if (shares.length > 0 || counts.length > 0 || (count && !/^\d+$/.test(count.value))) return 'unclear'
  if (!share) return count ? BigInt(count.value) : isOne ? 1n : undefined
  if (share.part[0] !== share.part[1] || share.rest) return 'unclear'
  if (share.but) return count ? { but: BigInt(count.value) } : 'all'
  // "All of my badges bar one": what is excepted is not known.
  const isOpen = words.some((word) => excepts.has(word)) && all(entities, 'nft').length === 0
  return count || isOpen ? 'unclear' : 'all'
}

/** Words that except what comes next. */
const excepts = new Set(['but', 'except', 'excluding', 'without', 'minus', 'not', 'save', 'bar'])

const isExcepted = ({ start }: Entity, { text }: Asked): boolean =>
  excepts.has(text.slice(0, start).toLowerCase().match(/\w+/g)?.at(-1) ?? '')

/** Words of a name that are none: they stand beside any. */
const plain = new Set(
  'my the a an one of and nft nfts token tokens number no id piece pieces collection collectible collectibles from'.split(
    ' ',
  ),
)

/** Returns the collection where none of our list is named: by the address of its contract, or by a name. */
function unlistedOf({ text: said, request, entities, pieces }: Asked): NftSend['unlisted'] {
  const [contract, ...others] = all(entities, 'address').filter(
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
