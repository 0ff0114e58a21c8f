import { tool } from 'ai'
import { z } from 'zod'
import { type Chains, isNative } from '@/lib/chain/chains/chain'
import { tokensBySymbol } from '@/lib/chain/tokens/tokens'
import type { Scene } from '../abilities/reading'
import { answered, served } from './tool-answer'

/** Returns a token's symbol as the lists of the served networks spell it; undefined if it is in none. */
export function listedSymbol(text: string, chains: Chains): string | undefined {
  const [token] = [...chains.values()].flatMap((chain) => tokensBySymbol(chain, text))
  return token?.symbol
}

/** Gives a model the addresses of tokens that the account does not hold. */
export const tokenTool = (scene: Scene) =>
  tool({
    description:
      'Addresses and decimals of tokens by symbol, from the app’s own lists, also of those that the account has none of. What is in `notListed` is not known: ask the person for its contract address, and never give one yourself.',
    inputSchema: z.object({
      symbols: z.array(z.string().min(1).max(40)).min(1).max(20),
      chainId: z.int().positive().optional(),
    }),
    execute: ({ symbols, chainId }) =>
      answered(async () => {
        const found = symbols.map((symbol) => ({
          symbol,
          tokens: served(scene, chainId).flatMap((chain) => tokensBySymbol(chain, symbol)),
        }))
        return {
          tokens: found.flatMap(({ tokens }) =>
            tokens.map(({ chainId: on, symbol, name, address, decimals }) => ({
              ...{ chainId: on, symbol, name, address, decimals, isNativeCoin: isNative(address) },
            })),
          ),
          notListed: found.filter(({ tokens }) => tokens.length === 0).map(({ symbol }) => symbol),
        }
      }),
  })
