import { type Address, isAddressEqual } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { pinnedCollections } from '@/lib/chain/nft/collections'
import { readOwnedNfts } from '@/lib/chain/nft/owned'
import { readNft } from '@/lib/chain/nft/read-nft'
import { shortTokenId } from '@/lib/tools/transfer-nft/parameters'
import type { NftSend } from '../../meaning/nft-send'
import { ask } from '../../replies/questions'
import { askFor } from '../check'
import { choose, labelPart, numbered } from '../options'
import { chainNames, list, reading, type Scene } from '../reading'
import { propose, type Reply, say } from '../reply'
import { resolve } from '../resolve'
import { joined, wrongAddress } from '../send'

/** Returns the account's tokens of the known collections, chain by chain. */
async function ownedBy({ chains, account, signal }: Scene, only?: number) {
  const served = [...chains.values()].filter(({ id }) => only === undefined || id === only)
  const read = await Promise.all(
    served.map(async (chain) => {
      const { tokens, incomplete } = await reading(chain, signal, readOwnedNfts(chain, account))
      return { tokens: tokens.map((token) => ({ ...token, chain })), incomplete }
    }),
  )
  return {
    tokens: read.flatMap(({ tokens }) => inOrder(tokens)),
    incomplete: read.flatMap(({ incomplete }) => incomplete),
  }
}
/** Sorts by collection in the given order, then by number, so that "the second one" means what the list shows. */
function inOrder<T extends { collection: { address: Address }; tokenId: bigint }>(tokens: readonly T[]): readonly T[] {
  const order = [...new Set(tokens.map(({ collection }) => collection.address))]
  const placeOf = ({ collection }: T) => order.indexOf(collection.address)
  return tokens.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.tokenId < b.tokenId ? -1 : 1))
}
type Listed = Awaited<ReturnType<typeof ownedBy>>['tokens'][number]

/** A token that the account holds and may send. `title` consists of our own words. */
type Owned = { chain: ChainHandle; contract: Address; tokenId: bigint; amount: bigint; title: string }

const asOwned = ({ chain, collection, tokenId, amount }: Listed): Owned => ({
  ...{ chain, tokenId, amount, contract: collection.address },
  title: `${collection.name} ${shortTokenId(tokenId)}`,
})

const asOption = (token: Owned) => ({
  label: labelPart(`${token.title} on ${token.chain.name}`),
  about: token.amount > 1n ? `${token.amount} pieces` : 'one piece',
  of: token,
})

/**
 * Returns the token of that contract and number, on each chain where the account has it. Leaves out the token's own
 * name.
 */
async function ownedAt(contract: Address, tokenId: bigint, { chains, account, signal }: Scene, only?: number) {
  const served = [...chains.values()].filter(({ id }) => only === undefined || id === only)
  const title = `NFT ${shortTokenId(tokenId)} of ${contract}`
  const read = await Promise.all(
    served.map(async (chain): Promise<Owned[]> => {
      const { owner, balance, declared } = await reading(chain, signal, readNft(chain, account, contract, tokenId))
      const isOne = owner !== null && isAddressEqual(owner, account)
      const amount = isOne ? 1n : declared.includes('erc1155') ? (balance ?? 0n) : 0n
      return amount > 0n ? [{ chain, contract, tokenId, amount, title }] : []
    }),
  )
  return read.flat()
}

/** Answers "which NFTs do I have" and "which postcards do I have". */
export async function answerNfts({ collection: asked }: { collection?: string }, scene: Scene): Promise<Reply> {
  const { tokens: all, incomplete } = await ownedBy(scene)
  const ofThose = all.filter(({ collection }) => collection.name === asked)
  const tokens = ofThose.length > 0 ? ofThose : all
  const more = incomplete.length > 0 ? ` You may have more in ${list(incomplete)} than I can list.` : ''
  if (tokens.length === 0)
    return say(`I found no NFTs of yours in the collections I know on ${chainNames(scene.chains)}.${more}`)
  return say(
    `In the collections I know, you have:\n\n${numbered(tokens.map(asOwned).map(asOption))}\n\nSay “send the first one to 0x…” to send one.${more}`,
  )
}

/** Answers "send my Postcard #3 to 0x…" with a `transfer_nft` call, or a question. */
export async function answerNftSend(asked: NftSend, scene: Scene): Promise<Reply> {
  const { collection, unlisted, tokenId, recipient, chain, unclear } = asked
  if (unclear === 'recipients')
    return say(ask('recipient', 'I found two different recipients, and I will not choose between them.'))
  if (unclear)
    return say(ask('action', 'I could not make sense of all of that. Say it like “send Postcard #3 to 0x…”.'))
  if (chain && chain.id === undefined)
    return say(
      ask('from-chain', `I do not support a network called “${chain.text}”, only ${chainNames(scene.chains)}.`),
    )
  if (recipient?.kind === 'bad') return say(ask('recipient', `The address ${recipient.text} ${recipient.why}.`))
  if (recipient?.kind === 'nobody') return say(askFor(recipient.text))
  if (unlisted) return answerUnlisted(unlisted, asked, scene)
  const { tokens, incomplete } = await ownedBy(scene, chain?.id)
  const fitting = tokens.filter(
    (token) =>
      (collection === null || token.collection.name === collection) &&
      (tokenId === undefined || token.tokenId === tokenId) &&
      token.tokenId !== asked.not,
  )
  if (fitting.length > 0) return answerChosen(fitting.map(asOwned), asked, scene)
  const what = `${collection ?? 'NFT'}${tokenId === undefined ? '' : ` ${shortTokenId(tokenId)}`}`
  const gap = incomplete.length > 0 ? ` I cannot list all of ${list(incomplete)}, though.` : ''
  return say(
    `I found no ${what} of yours on ${chain?.text ?? chainNames(scene.chains)}, so nothing has been prepared.${gap}`,
  )
}

/** For an unlisted collection, shows only what the chain tells about the given number. */
async function answerUnlisted(
  unlisted: NonNullable<NftSend['unlisted']>,
  asked: NftSend,
  scene: Scene,
): Promise<Reply> {
  const { chain, tokenId } = asked
  if ('named' in unlisted) {
    const known = new Set([...scene.chains.keys()].flatMap((id) => pinnedCollections(id).map(({ name }) => name)))
    return say(ask('collection', `I know of no NFT collection called “${unlisted.named}”, only ${list([...known])}.`))
  }
  const { contract } = unlisted
  if (contract.kind !== 'address')
    return say(ask('collection', contract.kind === 'bad' ? `The address ${contract.text} ${contract.why}.` : ''))
  if (tokenId === undefined)
    return say(ask('action', 'I need the number of the NFT as well, as in “send #3 of 0x… to 0x…”.'))
  const found = await ownedAt(contract.address, tokenId, scene, chain?.id)
  if (found.length > 0) return answerChosen(found, asked, scene)
  const where = chain?.text ?? chainNames(scene.chains)
  return say(
    `At ${contract.address} I found no NFT ${shortTokenId(tokenId)} of yours on ${where}, so nothing has been prepared.`,
  )
}

function answerChosen(fitting: readonly Owned[], asked: NftSend, scene: Scene): Promise<Reply> | Reply {
  if (isAllOf(fitting, asked)) return proposeNfts(fitting, { ...asked, amount: 'all' }, scene)
  const chosen = choose(fitting.map(asOption), asked.pick, 'You have more than one that matches:', () => true)
  if ('question' in chosen) return chosen.question
  return proposeNfts([chosen.one], asked, scene)
}

/** Most transfers at once. More would be no everyday request. */
const mostAtOnce = 5

/** True if several are meant, and these are all candidates. */
function isAllOf(fitting: readonly Owned[], { amount, pick }: NftSend): boolean {
  if (pick !== undefined || fitting.length < 2 || fitting.length > mostAtOnce) return false
  return amount === 'all' || (amount === BigInt(fitting.length) && fitting.every((token) => token.amount === 1n))
}

async function proposeNfts(tokens: readonly Owned[], asked: NftSend, scene: Scene): Promise<Reply> {
  const transfers = await Promise.all(tokens.map((token) => transferOf(token, asked, scene)))
  const questions = transfers.flatMap((transfer) => ('question' in transfer ? [transfer.question] : []))
  const [question] = questions
  if (question !== undefined) return say(question)
  const whole = transfers.flatMap((transfer) => ('what' in transfer ? [transfer] : []))
  if (asked.unsure) return say(ask('confirm', `I read that as: send ${list(whole.map(({ what }) => what))}.`))
  return joined(
    whole.map(({ what, parameters }) => propose('transfer_nft', parameters, `Here is a transfer of ${what}.`)),
  )
}

type Transfer = { what: string; parameters: Record<string, unknown> } | { question: string }

async function transferOf(token: Owned, { amount, recipient }: NftSend, scene: Scene): Promise<Transfer> {
  const { chain, contract, title: name } = token
  if (!recipient) return { question: ask('recipient', `For ${name} I need the whole address, starting with 0x.`) }
  if (amount === undefined && token.amount > 1n)
    return { question: ask('amount', `You have ${token.amount} pieces of ${name}; I need a number of pieces.`) }
  const count = countOf(amount, token.amount)
  if (count <= 0n || count > token.amount)
    return {
      question: ask('amount', `You have ${token.amount} of ${name}, so it cannot be ${count < 0n ? 0n : count}.`),
    }
  const to = await recipientOn(chain, recipient, scene)
  if (typeof to === 'string') return { question: ask('recipient', to) }
  return {
    what: `${count > 1n ? `${count} pieces of ` : ''}${name} to ${to.words} on ${chain.name}`,
    parameters: {
      contractAddress: contract,
      tokenId: token.tokenId.toString(),
      toAddress: to.address,
      amount: count.toString(),
      chainId: chain.id,
    },
  }
}

/** Converts an amount to a number of pieces among those held. */
function countOf(amount: NftSend['amount'], held: bigint): bigint {
  if (amount === 'all') return held
  return typeof amount === 'object' ? held - amount.but : (amount ?? 1n)
}

async function recipientOn(chain: ChainHandle, recipient: NonNullable<NftSend['recipient']>, scene: Scene) {
  const to = await resolve(recipient, chain, scene)
  if (typeof to === 'string') return to
  const wrong = wrongAddress(to.address, scene)
  return wrong ?? { address: to.address, words: to.name ? `${to.name}, which is ${to.address},` : to.address }
}
