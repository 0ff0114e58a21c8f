import { describe, expect, it } from 'vitest'
import { read } from '../fixtures/following'

describe('questions about the app', () => {
  it.each([
    ['i think i got scammed', 'seed phrase'],
    ['where can i see my transactions', 'Activity'],
    ['why did my transaction fail?', 'network fee'],
    ['how long does a transaction take', 'seconds'],
    ['how long will that take?', 'a bridge takes minutes'],
    ['how long does it take to bridge 100 usdc to base', 'a bridge takes minutes'],
    ['what if i decline?', 'nothing is sent'],
    ['is there a minimum amount?', 'no minimum'],
    ['how do i log out', 'menu behind your account'],
    ['what data do you collect', 'Delete my data'],
    ['is there a dark mode', 'theme'],
    ['can i talk to a human', 'no person'],
    ['can i buy crypto with a credit card', 'cannot take cards'],
    ['do you work with metamask', 'MetaMask'],
    ['can i add a token', 'app’s lists'],
    ['what is mev', 'MEV'],
    ['what does price impact mean', 'Price impact'],
    ['what permissions have i given', 'Account, Permissions'],
    ['can i trust you', 'hold no keys'],
    ['can you trade while i sleep', 'hold no keys'],
    ['what is a layer 2', 'layer 2'],
    ['help me understand lending', 'Lending'],
    ['eli5 staking', 'vault'],
    ['can i stake eth?', 'vault'],
    ['can i send to an ens name?', 'ENS'],
    ['is there a faucet', 'play money'],
    ['what languages do you speak', 'plain English'],
    ['what does unverified mean', 'card'],
    ['what is a flash loan', 'the same transaction'],
    ['can i withdraw at any time', 'at any time'],
    ['what are the risks', 'cannot be undone'],
    ['is my money safe', 'hold no keys'],
    ['can a transaction be cancelled', 'cannot be undone'],
    ["what's the minimum", 'no minimum'],
    ['is this real money', 'play money'],
    ["what's a mempool", 'pending'],
    ['how do i pay back a loan', 'repay all my DAI'],
  ])('%s', (text, words) => {
    expect(read(text)).toMatchObject({ kind: 'explain', text: expect.stringContaining(words) })
  })

  it.each([
    ["what's my address", { kind: 'insight', insight: { of: 'account' } }],
    ['which network am i on?', { kind: 'insight', insight: { of: 'account' } }],
    ['what can you do', { kind: 'talk', topic: 'help' }],
    ['what can this app do', { kind: 'talk', topic: 'help' }],
    ['what is this?', { kind: 'talk', topic: 'who' }],
    ['can you bridge to arbitrum?', { kind: 'talk', topic: 'networks' }],
    ['who invented bitcoin?', { kind: 'talk', topic: 'unknown' }],
    ["i'm new to crypto", { kind: 'talk', topic: 'help' }],
    ['can i stake 100 usdc?', { kind: 'job', job: { unsure: true } }],
    ['notify me when eth hits 4000', { kind: 'abstain', topic: 'conditional' }],
    ['can you give me financial advice', { kind: 'abstain', topic: 'advice' }],
  ])('%s', (text, understood) => {
    expect(read(text)).toMatchObject(understood)
  })

  it.each([
    ['swap 1 eth to usdc and decline nothing', 'explain'],
    ['send 1 eth to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'explain'],
    ['stake 100 usdc in the flexible vault, my bank is closed', 'explain'],
  ])('%s is no such question', (text, kind) => {
    expect(read(text).kind).not.toBe(kind)
  })
})
