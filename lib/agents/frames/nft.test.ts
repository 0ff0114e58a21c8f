import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chain-facts'
import { buildChains } from '@/lib/chain/chains'
import { buildLexicon } from '../tagger/lexicon'
import { readNftSend } from './nft'

const lexicon = buildLexicon(buildChains(localChainIds.map((id) => ({ id, rpcUrl: 'http://127.0.0.1:9' }))))
const anybody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const postcards = 'Countersign Postcards'
const badges = 'Countersign Badges'

describe('which NFTs are sent, and how many', () => {
  it.each([
    ['send all but one of my badges', { collection: badges, amount: { but: 1n } }],
    ['send all my badges except for 2', { collection: badges, amount: { but: 2n } }],
    ['send every postcard except #3', { collection: postcards, amount: 'all', not: 3n }],
    ['send all my postcards but not 3', { collection: postcards, amount: 'all' }],
    ['send both my postcards', { collection: postcards, amount: 'both' }],
    ['give away my postcard', { collection: postcards }],
    ['send that postcard of mine over', { collection: postcards }],
  ])('%s', (text, sent) => {
    const read = readNftSend(`${text} to ${anybody}`, lexicon)
    expect(read).toMatchObject({ ...sent, recipient: { kind: 'address', address: anybody } })
    if (!('tokenId' in sent)) expect(read?.tokenId).toBeUndefined()
  })
})
