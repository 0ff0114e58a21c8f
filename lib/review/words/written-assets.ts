import type { Chains } from '@/lib/chain/chains/chain'
import { collectionWords } from '@/lib/chain/nft/collections'
import { meansChain } from '@/lib/chain/yields/networks'
import { affirmed, withoutAddresses } from './written-request'

/**
 * The tokens that a message names, each by one name for what is the same (`kindOf`). `given`: what is to be sent, swapped
 * or put somewhere; `wanted`: what is to come of a swap.
 */
export type WrittenTokens = { given: ReadonlySet<string>; wanted: ReadonlySet<string> }

const verbs =
  'send|transfer|pay|move|swap|exchange|convert|trade|sell|bridge|stake|deposit|supply|lend|repay|spend|use|put|invest'
const quantity = String.raw`(?:(?:about|exactly|up to|at most|another|just|only|some|all|half|most|the rest|a (?:third|quarter)|[\d.,]+\s?(?:k|m|%|percent)?)\s+(?:of\s+)?)*`
const owner = '(?:of\\s+)?(?:my|the|our)?\\s*'
const word = String.raw`(\$?[a-z][a-z0-9]{0,9}(?:\.e)?)(?![\w-])`

const givenBy = new RegExp(String.raw`\b(?:${verbs}|with|using)\s+${quantity}${owner}${word}`, 'gi')
const wantedBy = new RegExp(
  String.raw`\b(?:to|into|for|buy|get|purchase|receive)\s+(?:me\s+)?${quantity}${owner}${word}`,
  'gi',
)

/** "Swap 700 USDC to ETH. Sorry, I mean 700 DAI": with a sum of its own it is what is given, and may be no other. */
const correctedBy = new RegExp(
  String.raw`\b(?:i\s+mean|i\s+meant|make\s+(?:it|that))[\s,]+(?:only\s+|just\s+)?[\d.,]+\s?[km]?\s+${owner}${word}`,
  'gi',
)

/** "100 USDC worth of ETH": how much of it, and not what is given. */
const measure = /\b[\d.,]+\s?[km]?\s+\$?[a-z][a-z0-9.]{0,9}\s+worth\s+of\b/gi

/** Symbols that nobody writes for anything else, and so in any case. Others have to stand as they are listed. */
const unmistakable =
  /^(?:w?eth|usdc(?:\.e)?|usdt0?|dai|w?btc|cbbtc|cbeth|w?steth|reth|w?bnb|w?matic|usds|frax|lusd|susd|pyusd|eurc)$/i

/** One name for what is the same under several: bridged twins (USDC.e, USDT0), wrapped coins (WETH), and POL by its former name. */
export function kindOf(symbol: string): string {
  const name = symbol.toLowerCase().replace(/\.e$|(?<=usdt)0$/, '')
  const plain = /^w(?:eth|bnb|pol|matic|btc)$/.test(name) ? name.slice(1) : name
  return plain === 'matic' ? 'pol' : plain
}

export function writtenTokens(message: string, chains: Chains): WrittenTokens {
  const text = withoutAddresses(affirmed(message)).replace(measure, ' ')
  const listed = new Set([...chains.values()].flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))
  const lower = new Set([...listed].map((symbol) => symbol.toLowerCase()))
  const isShouted = text === text.toUpperCase()
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, found = '']) => {
      const symbol = found.replace(/^\$/, '')
      if (unmistakable.test(symbol)) return lower.has(symbol.toLowerCase()) ? [kindOf(symbol)] : []
      return listed.has(symbol) && symbol === symbol.toUpperCase() && symbol.length > 2 && !isShouted
        ? [kindOf(symbol)]
        : []
    })
  const given = named(givenBy)
  // It says nothing by itself: “buy ETH, make it 2 ETH” names what is to come.
  const corrected = given.length > 0 ? named(correctedBy) : []
  return { given: new Set([...given, ...corrected]), wanted: new Set(named(wantedBy)) }
}

/** The collections of our lists that a message names, each by the word by which it is called. */
export function writtenCollections(message: string): ReadonlySet<string> {
  const words = new Set(
    withoutAddresses(affirmed(message))
      .toLowerCase()
      .match(/[a-z]+/g),
  )
  return new Set(collectionWords.filter((word) => words.has(word) || words.has(`${word}s`)))
}

/** The served networks that a message names. `at`: on which something is to happen; `to`: where a bridge is to lead. */
export type WrittenNetworks = { at: ReadonlySet<number>; to: ReadonlySet<number> }

/** Names that coins or tokens have too: they mean the network only where it is said that they do. */
const alsoCoins: ReadonlySet<string> = new Set(['eth', 'ethereum', 'bnb', 'matic', 'polygon', 'op', 'arb', 'arbitrum'])

export function writtenNetworks(message: string, chains: Chains): WrittenNetworks {
  const text = withoutAddresses(affirmed(message)).toLowerCase()
  const isBridge = /\bbridg(?:e|es|ing)\b|\bcross-?chain\b/.test(text)
  const after = (preposition: string, isSure: boolean): Set<number> => {
    const pattern = new RegExp(
      String.raw`\b(?:${preposition})\s+(?:the\s+)?([a-z]+(?:\s(?:one|mainnet|sepolia|smart chain|chain|network|pos))*)`,
      'g',
    )
    return new Set(
      [...text.matchAll(pattern)].flatMap(([, found = '']) => {
        const name = found.replace(/\s(?:chain|network|mainnet)$/, '')
        if (name === found && alsoCoins.has(name) && !isSure) return []
        return [...chains.keys()].filter((id) => meansChain(name, id) ?? meansChain(found, id))
      }),
    )
  }
  const to = after('to|onto|into', isBridge)
  return { at: new Set([...after('on', true), ...after('from', isBridge), ...to]), to }
}
