import { describe, expect, it } from 'vitest'
import { findEntities } from '@/lib/language/find-entities'
import { testNames } from '@/lib/language/testing/names'
import { smallTalk } from './talk'
import { isSmall, textOf } from './texts'
import { topicOf } from './topic-of'

function answerTo(text: string): string | null {
  const entities = findEntities(text, testNames)
  const topic = topicOf({ text, entities }, 'question')
  return isSmall(topic) ? smallTalk(topic, 'Ethereum and Base') : textOf(topic, entities)
}

describe('questions about the app', () => {
  it.each([
    ['i think i got scammed', 'Make a new wallet'],
    ['please help me i got scammed', 'Make a new wallet'],
    ['how do you protect me from scammers', 'look-alikes'],
    ['how do i add a contact', 'address book'],
    ['where do i find the address book', 'type @'],
    ['can i use my own rpc node', 'simulates every card'],
    ['what does quiet mode do', 'your nodes and the agent service'],
    ['can i get notifications', 'Account, Settings'],
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
    ['what does unverified mean', 'worst first'],
    ['what does the red warning mean?', 'worst first'],
    ['what happens when I press countersign', 'simulated once more'],
    ['can I close this page while it sends', 'goes on by itself'],
    ['what do I sign to log in', 'Sign-In with Ethereum'],
    ['is it free to use', 'charge nothing'],
    ['is it safe to connect my wallet?', 'hold no keys'],
    ['what is a flash loan', 'the same transaction'],
    ['can i withdraw at any time', 'at any time'],
    ['what are the risks', 'cannot be undone'],
    ['is my money safe', 'hold no keys'],
    ['can a transaction be cancelled', 'cannot be undone'],
    ["what's the minimum", 'no minimum'],
    ['is this real money', 'play money'],
    ["what's a mempool", 'pending'],
    ['how do i pay back a loan', 'repay all my DAI'],
    ['what is WBTC', 'bitcoin'],
    ['what is uniswap', 'decentralised exchanges'],
    ['what is dai used for', 'stablecoin'],
    ['what can you do?', 'You can ask me to'],
    ['hi what is this', 'I am Countersign'],
    ['thank you so much', 'welcome'],
    ['which networks do you support', 'Ethereum and Base'],
    ['should i buy bitcoin now?', 'no advice'],
  ])('%s', (text, words) => {
    expect(answerTo(text)).toContain(words)
  })

  it.each([
    'can you reset my email password',
    'who wrote the odyssey',
    'swap 1 eth for usdc',
    'send 20 usdc to ana.eth',
    'yes, thanks',
    'somebody stole my bicycle',
  ])('says nothing about what it has no words for: %s', (text) => {
    expect(answerTo(text)).toBeNull()
  })
})
