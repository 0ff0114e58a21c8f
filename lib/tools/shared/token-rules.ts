import type { ChainInfo } from '@/lib/chain/chains/chain'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { cleanChainString } from '@/lib/wire/text'
import type { Finding } from '../finding'

/** The agent's claims about a token. */
export type TokenClaim = { symbol: string | undefined; decimals: number | undefined }

/** Rule G9: the chain and our own list define a token, not the agent's name for it. */
export function tokenFindings(token: TokenFacts | null, claim: TokenClaim, chain: ChainInfo): readonly Finding[] {
  if (!token)
    return [
      {
        rule: 'G9',
        level: 'BLOCK',
        title: `There is no token at this address on ${chain.name}.`,
        ...(claim.symbol ? { claim: cleanChainString(claim.symbol) } : {}),
        why: 'The agent named a wrong address or a wrong network.',
      },
    ]
  return [...decimalsFindings(token, claim), ...symbolFindings(token, claim), ...listFindings(token, chain)]
}

function decimalsFindings(token: TokenFacts, { decimals }: TokenClaim): readonly Finding[] {
  if (decimals === undefined || decimals === token.decimals) return []
  return [
    {
      rule: 'G9',
      level: 'BLOCK',
      title: 'The agent has the wrong number of decimals for this token.',
      claim: String(decimals),
      observed: String(token.decimals),
      why: 'The amount that was meant and the amount that would be swapped differ by powers of ten.',
    },
  ]
}

function symbolFindings(token: TokenFacts, { symbol }: TokenClaim): readonly Finding[] {
  if (symbol === undefined) return []
  const claimed = cleanChainString(symbol)
  // Bridged twins are listed under one name (USDC.e) and call themselves another (USDC): both are right.
  if ([token.symbol, token.ownSymbol].some((name) => name.toLowerCase() === claimed.toLowerCase())) return []
  return [
    {
      rule: 'G9',
      level: 'DANGER',
      title: 'This is not the token the agent names.',
      claim: claimed,
      observed: token.symbol || 'no symbol',
      why: 'Check the contract address against a source of your own.',
    },
  ]
}

function listFindings(token: TokenFacts, chain: ChainInfo): readonly Finding[] {
  if (token.listed) return []
  const observed = token.symbol || 'no symbol'
  return [
    imitationFinding(token, chain) ?? {
      rule: 'G9',
      level: 'WARN',
      title: 'This token is not on our list.',
      observed,
      why: 'Anyone can make a token with any name. Check its contract address against a source of your own.',
    },
  ]
}

/** Returns the objection to the symbol of an unlisted token; null if it is merely unknown. */
export function imitationFinding(token: Pick<TokenFacts, 'symbol' | 'address'>, chain: ChainInfo): Finding | null {
  const twin = chain.tokens.find(({ symbol }) => skeleton(symbol) === skeleton(token.symbol))
  const observed = token.symbol || 'no symbol'
  if (twin)
    return {
      rule: 'G9',
      level: 'DANGER',
      title: `This token is named like ${twin.symbol}, but is a different one.`,
      claim: observed,
      observed: token.address,
      why: `The ${twin.symbol} on our list has a different address. Look-alikes are made to be mistaken for it.`,
    }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole
  if (/[^\x00-\x7F]/.test(token.symbol))
    return {
      rule: 'G9',
      level: 'DANGER',
      title: 'This token’s symbol has letters from other scripts.',
      observed,
      why: 'They often stand in for Latin letters, so that a token looks like a known one.',
    }
  const likeness = readsLike(token.symbol, chain)
  if (likeness)
    return {
      rule: 'G9',
      level: 'WARN',
      title: `This token’s name reads like ${likeness}, but it is a different one.`,
      claim: observed,
      observed: token.address,
      why: 'Anyone can make a token with any name, and send it to everyone. It may be worth nothing.',
    }
  return null
}

/** Names of money, apart from currency signs. */
const currencies: ReadonlySet<string> = new Set(
  'usd eur gbp jpy cny rmb chf cad aud nzd sek nok dkk inr brl krw sgd hkd mxn zar try pln rub dollar dollars euro euros pound pounds yen yuan franc francs cash money cent cents wei gwei'.split(
    ' ',
  ),
)

/**
 * Returns the listed symbol, or the money, that is a word in what a token calls itself, with or without digits around
 * it; or the listed token with exactly that name.
 */
function readsLike(symbol: string, { tokens }: ChainInfo): string | null {
  const namesake = tokens.find(({ name }) => skeleton(name) === skeleton(symbol))
  if (namesake) return namesake.symbol
  const words = symbol
    .split(/[^\p{L}\p{N}\p{Sc}]+/u)
    .flatMap((word) => [word, word.replace(/^\d+|\d+$/g, '')])
    .filter((word) => /\p{L}|\p{Sc}/u.test(word))
  for (const word of words) {
    const twin = tokens.find((token) => skeleton(token.symbol) === skeleton(word))
    if (twin) return twin.symbol
    if (/\p{Sc}/u.test(word) || currencies.has(word.toLowerCase())) return 'a currency'
  }
  return null
}

/** Characters that read like others: digits and signs for letters, two letters for one. */
const readAs: readonly (readonly [RegExp, string])[] = [
  [/[$5]/g, 's'],
  [/0/g, 'o'],
  [/[1i|!]/g, 'l'],
  [/[4@]/g, 'a'],
  [/3/g, 'e'],
  [/8/g, 'b'],
  [/vv/g, 'w'],
  [/rn/g, 'm'],
]

/** Reduces symbols that are easily confused to the same skeleton; ignores case, dots and dashes. */
const skeleton = (symbol: string): string =>
  readAs
    .reduce((text, [sign, letter]) => text.replace(sign, letter), symbol.toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, '')
