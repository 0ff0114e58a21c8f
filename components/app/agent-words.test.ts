import { expect, it } from 'vitest'
import { abilityWords } from './agent-words'

it('names usual tags in words, and keeps others', () => {
  expect(abilityWords(['swap', 'bridge', 'NFT', 'nft', 'limit-orders'])).toBe('Swaps, bridges, NFTs, limit orders')
  expect(abilityWords(['nft'])).toBe('NFTs')
  expect(abilityWords([])).toBe('')
})
