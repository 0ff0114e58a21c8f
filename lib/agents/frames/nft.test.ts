import { describe, expect, it } from 'vitest'
import { anybody, following } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { readNftSend, reviseNft } from './nft'

const postcards = 'Countersign Postcards'
const badges = 'Countersign Badges'

describe('which NFTs are sent, and how many', () => {
  it.each([
    ['send all but one of my badges', { collection: badges, amount: { but: 1n } }],
    ['send all my badges except for 2', { collection: badges, amount: { but: 2n } }],
    ['send every postcard except #3', { collection: postcards, amount: 'all', not: 3n }],
    ['send all my postcards but not 3', { collection: postcards, amount: 'all' }],
    ['send 3 of my 5 badges', { collection: badges, amount: 3n }],
    ['send my whole badge collection', { collection: badges, amount: 'all' }],
    ['send either postcard', { collection: postcards, any: true }],
    ['send both my postcards', { collection: postcards, amount: 'both' }],
    ['give away my postcard', { collection: postcards }],
    ['send that postcard of mine over', { collection: postcards }],
    ['send CARD #1', { collection: postcards, tokenId: 1n }],
    ['send my card #2', { collection: postcards, tokenId: 2n }],
    ['send 2 BADGE', { collection: badges, amount: 2n }],
  ])('%s', (text, sent) => {
    const read = readNftSend(`${text} to ${anybody}`, lexicon)
    expect(read).toMatchObject({ ...sent, recipient: { kind: 'address', address: anybody } })
    if (!('tokenId' in sent)) expect(read?.tokenId).toBeUndefined()
  })
})

it.each([
  ['proposed', 'give her the other one'],
  ['done', 'give her the other one'],
  ['done', 'send her the other one too'],
  ['done', `now send the other one to ${anybody}`],
] as const)('another than the one that is %s: %s', (standing, then) => {
  expect(following(`send postcard #1 to ${anybody}`, standing, then)).toMatchObject({
    kind: 'nft',
    nft: { collection: postcards, not: 1n, recipient: { kind: 'address', address: anybody } },
  })
})

it('one without a verb is asked for by a please', () => {
  expect(readNftSend(`3 of my badges to ${anybody} pls`, lexicon)).not.toHaveProperty('unsure')
  expect(readNftSend(`3 of my badges to ${anybody}`, lexicon)).toMatchObject({ amount: 3n, unsure: true })
})

it('a card in lower case is no NFT', () => {
  expect(readNftSend(`send my card 20 usdc to ${anybody}`, lexicon)).toBeNull()
})

describe('which of those listed', () => {
  const listed = [`${postcards} #3 on Ethereum`, `${postcards} #2 on Ethereum`]
  const answered = (text: string) => reviseNft({ collection: postcards }, 'which', text, listed, lexicon)

  it.each([
    ['either is fine', { pick: listed[0] }],
    ["I don't care which", { pick: listed[0] }],
    ['the former', { pick: listed[0] }],
    ['the latter', { pick: listed[1] }],
    ['the older one', { pick: listed[1] }],
    ['both of them', { amount: 'both' }],
  ])('%s', (text, sent) => {
    expect(answered(text)).toMatchObject(sent)
  })

  it.each(['neither', 'either way, what is it worth', 'not both'])('is not told by: %s', (text) => {
    expect(answered(text)).toBeNull()
  })

  it('may be another one, to somebody else', () => {
    expect(reviseNft({ collection: postcards, tokenId: 2n }, null, `#3 to ${anybody}`, [], lexicon)).toMatchObject({
      tokenId: 3n,
      recipient: { address: anybody },
    })
  })
})
