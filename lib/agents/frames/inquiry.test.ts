import { describe, expect, it } from 'vitest'
import { read } from '../fixtures/following'

describe('a question is read by what it asks', () => {
  it.each([
    ['do i owe anything', 'loan'],
    ['what happens if eth drops 20%', 'loan'],
    ['what if the market crashes', 'loan'],
    ['how far can eth fall before i get liquidated', 'loan'],
    ['can i borrow 1000 dai safely', 'loan'],
    ["how's my stuff doing", 'portfolio'],
    ['how much would i have in usd if i sold everything', 'portfolio'],
    ['show me all the positions i have open, vaults and loans', 'portfolio'],
    ['what do i get for lending usdc', 'yields'],
    ['can my wbtc earn something', 'yields'],
    ['what rates do u have for stables', 'yields'],
    ["what's my borrowing limit", 'loan'],
    ['how much more can i borrow', 'loan'],
    ['show my staked tokens', 'positions'],
    ['how much weth did i lend out', 'positions'],
    ['what percentage of my portfolio is eth', 'portfolio'],
    ['give me a rundown of my account', 'portfolio'],
    ['where is all my money', 'portfolio'],
    ['what changed since last time?', 'changes'],
    ['what has changed in my portfolio', 'changes'],
    ['has anything changed since i last checked?', 'changes'],
    ['how have my balances changed', 'changes'],
    ["what's new?", 'changes'],
    ['did anything happen to my money since yesterday', 'changes'],
    ['what does it cost to borrow dai', 'borrow-rates'],
    ['before i bridge 500 usdc to base, what would that cost me?', 'gas'],
    ['how much will 2000 usdc earn in a year', 'yields'],
    ['what does the locked vault pay?', 'yields'],
    ['how high are gas prices', 'gas'],
    ['what is the gas price', 'gas'],
    ['what are gas fees right now', 'gas'],
    ['which postcards are mine?', 'nfts'],
  ])('%s: %s', (text, of) => {
    expect(read(text)).toMatchObject({ kind: 'insight', insight: { of } })
  })

  it.each([
    ['what does staking mean', 'vault'],
    ['is the 11.5% guaranteed', 'No rate here is guaranteed'],
    ['are your yields fixed', 'No rate here is guaranteed'],
    ['can i lose money in the vault', 'it is possible'],
    ['take my interest out', 'nothing to claim'],
    ['claim my rewards', 'nothing to claim'],
    ['withdraw just the earnings from the vault', 'nothing to claim'],
    ["explain collateral to me like i'm five", 'collateral'],
    ['apr vs apy?', 'APR'],
    ['how do i unstake', 'unstake 100 USDC'],
    ['what if i send to the wrong address', 'cannot be undone'],
    ['can i get it back once approved', 'cannot be undone'],
  ])('%s is explained', (text, words) => {
    expect(read(text)).toMatchObject({ kind: 'explain', text: expect.stringContaining(words) })
  })

  it.each([
    ['3 eth in usd', '3'],
    ['can you tell me what 20 eth would be in usd?', '20'],
  ])('%s is a price', (text, value) => {
    expect(read(text)).toMatchObject({ kind: 'price', query: { tokens: [{ symbol: 'ETH' }], amount: { value } } })
  })

  it.each([
    'what changed in the price of eth since last week?',
    'what changed in this app',
    'what changed in my plan?',
  ])('%s is not about what one has', (text) => {
    expect(read(text)).not.toMatchObject({ kind: 'insight', insight: { of: 'changes' } })
  })

  it.each(['tell me my usdc amount', 'my eth on base?', 'what can i spend', 'dai left?'])(
    '%s is about balances',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'balances' })
    },
  )

  it.each([
    'why do i have to approve usdc',
    'would you stake 100 usdc in the flexible vault?',
    'i could swap 1 eth to usdc',
    'you can swap 1 eth to usdc here',
    'is it possible to stake 100 usdc in the flexible vault',
    'my swap of 1 eth to usdc is stuck',
    "don't forward 10 usdc to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    'i have 1 eth on base',
  ])('%s is no request', (text) => {
    const understood = read(text)
    if (understood.kind === 'request') expect(understood.draft.unsure).toBe(true)
    else if (understood.kind === 'job') expect(understood.job.unsure).toBe(true)
    else expect(['abstain', 'talk', 'explain', 'insight', 'bare']).toContain(understood.kind)
  })
})

it('what should become of a sum is no question about what is held', () => {
  expect(read('got some usdc over on base, what do i have there')).toMatchObject({ kind: 'balances' })
  expect(read('got some usdc over on base, 400 of it should be dai instead').kind).not.toBe('balances')
})
