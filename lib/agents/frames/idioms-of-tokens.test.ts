import { describe, expect, it } from 'vitest'
import { read } from '../fixtures/following'

describe('what tokens become', () => {
  it.each([
    ['put 200 dai into ether', '200', 'DAI', 'ETH'],
    ['take 50 usdc and make it ether', '50', 'USDC', 'ETH'],
    ['take 300 dai hmm no wait 350 dai and make it usdc', '350', 'DAI', 'USDC'],
    ['i need some dai. use 200 usdc for it', '200', 'USDC', 'DAI'],
    ['swap 100 u s d c to eth', '100', 'USDC', 'ETH'],
    ["i'd rather hold ether than dollars. move 2k of my usdc into it", '2000', 'USDC', 'ETH'],
    ['swap 50 usdc or so to eth', '50', 'USDC', 'ETH'],
    ['swap 50ish usdc to eth', '50', 'USDC', 'ETH'],
    ['swap 50 usdc, give or take, to eth', '50', 'USDC', 'ETH'],
    ['i have 5000 dai sitting here, turn 1000 of it into eth', '1000', 'DAI', 'ETH'],
    ["so i've got like ten thousand usdc and please take 3000 of it and put it into ether", '3000', 'USDC', 'ETH'],
  ])('%s', (text, value, from, to) => {
    const understood = read(text)
    expect(understood).toMatchObject({
      kind: 'request',
      draft: { action: 'swap', amount: { value }, from: { symbol: from }, to: { symbol: to } },
    })
    expect(understood).not.toHaveProperty('draft.unsure', true)
  })

  it.each([
    "don't put 200 dai into ether",
    'should i put 200 dai into ether?',
    'take 50 usdc from the vault and hold it',
    'put 200 dai into the lending market',
    'if i have 5000 dai, turn 1000 of it into eth',
    'i need help. use 200 usdc',
    'swap 1 eth-usdc',
  ])('is no swap: %s', (text) => {
    expect(read(text)).not.toMatchObject({ kind: 'request', draft: { action: 'swap', to: { symbol: 'ETH' } } })
  })
})
