import type { Chains } from '@/lib/chain/chains/chain'
import { collectionWords } from '@/lib/chain/nft/collections'
import { meansChain } from '@/lib/chain/yields/networks'
import { affirmed, withoutAddresses } from './written-request'

/**
 * The tokens that a message names, normalised by `kindOf`. `given`: tokens to send, swap or deposit. `wanted`: tokens
 * to get from a swap.
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

/** "Swap 700 USDC to ETH. Sorry, I mean 700 DAI": a correction with its own amount concerns what is given. */
const correctedBy = new RegExp(
  String.raw`\b(?:i\s+mean|i\s+meant|make\s+(?:it|that))[\s,]+(?:only\s+|just\s+)?[\d.,]+\s?[km]?\s+${owner}${word}`,
  'gi',
)

/** "100 USDC worth of ETH" measures the ETH; USDC is not given. */
const measure = /\b[\d.,]+\s?[km]?\s+\$?[a-z][a-z0-9.]{0,9}\s+worth\s+of\b/gi

/** Unambiguous symbols, recognised in any case. Others must be written as listed. */
const unmistakable =
  /^(?:w?eth|usdc(?:\.e)?|usdt0?|dai|w?btc|cbbtc|cbeth|w?steth|reth|w?bnb|w?matic|usds|frax|lusd|susd|pyusd|eurc)$/i

/** Normalises a symbol: bridged twins (USDC.e, USDT0), wrapped coins (WETH), and POL's former name. */
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
  // Without a given token a correction may concern the wanted one: “buy ETH, make it 2 ETH”.
  const corrected = given.length > 0 ? named(correctedBy) : []
  return { given: new Set([...given, ...corrected]), wanted: new Set(named(wantedBy)) }
}

/** Returns the words by which a message names collections of our lists. */
export function writtenCollections(message: string): ReadonlySet<string> {
  const words = new Set(
    withoutAddresses(affirmed(message))
      .toLowerCase()
      .match(/[a-z]+/g),
  )
  return new Set(collectionWords.filter((word) => words.has(word) || words.has(`${word}s`)))
}

/** Served networks that a message names. `at`: where to act, `to`: where to bridge. */
export type WrittenNetworks = { at: ReadonlySet<number>; to: ReadonlySet<number> }

/** Names shared with coins or tokens, which mean the network only if the message says so. */
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
