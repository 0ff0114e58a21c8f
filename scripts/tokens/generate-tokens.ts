/**
 * Writes lib/chain/tokens/tokens.generated.json: the ERC-20 tokens of the real chains that the app knows, from
 * @uniswap/default-token-list, and which picture of @web3icons/core each has. Run `tsx scripts/tokens/generate-tokens.ts`
 * after those packages or the chains change, then `tsx scripts/tokens/pick-icons.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getAddress } from 'viem'
import { z } from 'zod'
import { chainFacts } from '@/lib/chain/chains/chain-facts'
import { iconNames } from './icon-names'

export const tokensFile = path.join(import.meta.dirname, '../../lib/chain/tokens/tokens.generated.json')

export type ListedToken = z.infer<typeof tokenList>['tokens'][number]

const tokenList = z.object({
  tokens: z.array(
    z.object({
      chainId: z.int().positive(),
      address: z.string(),
      symbol: z.string().min(1),
      name: z.string().min(1),
      decimals: z.int().min(0).max(255),
      extensions: z
        .object({ bridgeInfo: z.record(z.string(), z.object({ tokenAddress: z.string() })).optional() })
        .optional(),
    }),
  ),
})

/** The native coin of Polygon in the form of an ERC-20: listed again, it would be counted twice. */
const nativeInDisguise = new Set(['137:0x0000000000000000000000000000000000001010'])

/**
 * Returns the text of the file: for each chain a list of each property, since like beside like compresses better, and
 * the addresses in lower case, of which half the letters would have to be told otherwise. One value per line, for
 * readable diffs.
 */
export function tokensText(): string {
  const file = createRequire(import.meta.url).resolve(
    '@uniswap/default-token-list/build/uniswap-default.tokenlist.json',
  )
  const { tokens } = tokenList.parse(JSON.parse(readFileSync(file, 'utf8')))
  const iconOf = iconNames(tokens)
  const chains = [...chainFacts]
    .filter(([, facts]) => !facts.isLocal)
    .map(([chainId]) => {
      const listed = tokens.filter(
        (token) => token.chainId === chainId && !nativeInDisguise.has(`${chainId}:${token.address}`),
      )
      return {
        chainId,
        addresses: listed.map(({ address }) => getAddress(address).toLowerCase()),
        symbols: listed.map(({ symbol }) => symbol),
        names: listed.map(({ name }) => name),
        decimals: listed.map(({ decimals }) => decimals),
        icons: listed.map((token) => iconOf(token) ?? ''),
      }
    })
  return `${JSON.stringify(chains, null, 1)}\n`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(tokensFile, tokensText())
