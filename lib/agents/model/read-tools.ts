import { type Tool, tool } from 'ai'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { readBalances } from '@/lib/chain/balances'
import type { ChainHandle } from '@/lib/chain/chain'
import { readOwnedNfts } from '@/lib/chain/nft/owned'
import { readPrices } from '@/lib/chain/prices'
import { findToken } from '@/lib/chain/tokens'
import { cleanChainString } from '@/lib/wire/text'
import type { AbilityName } from '../abilities/ability'
import { lendingOf } from '../abilities/earn'
import { findPlaces } from '../abilities/places'
import { ChainUnreadableError, reading, type Scene } from '../abilities/reading'
import { heldIn } from '../abilities/stake'
import { YieldsUnreadableError } from '../abilities/yield-words'

type Answer = Record<string, unknown>

/**
 * What a model may read of the chains for the signed-in account, by the abilities of its agent. Amounts are decimal
 * strings in whole tokens; prices are USD strings. A chain that does not answer is an error in words, never a zero.
 */
export function readTools(abilities: readonly AbilityName[], scene: Scene): Record<string, Tool> {
  const can = (...names: AbilityName[]) => names.some((name) => abilities.includes(name))
  return {
    ...(can('balances') ? { read_balances: balances(scene) } : {}),
    ...(can('yields', 'staking') ? { find_yields: yields(scene) } : {}),
    ...(can('portfolio', 'staking') ? { read_yield_positions: positions(scene) } : {}),
    ...(can('portfolio', 'lending') ? { read_lending: lending(scene) } : {}),
    ...(can('nfts', 'portfolio') ? { read_nfts: nfts(scene) } : {}),
  }
}

const onChain = z.object({ chainId: z.int().positive().optional() })

const balances = (scene: Scene) =>
  tool({
    description: 'The account’s token balances on one served chain or all, with the price of each token in USD.',
    inputSchema: onChain,
    execute: ({ chainId }) =>
      answered(async () => ({
        balances: (await Promise.all(served(scene, chainId).map((each) => balancesOn(each, scene)))).flat(),
      })),
  })

async function balancesOn(chain: ChainHandle, { account, signal, now }: Scene): Promise<Answer[]> {
  const amounts = await reading(chain, signal, readBalances(chain, account, chain.tokens))
  const prices = await reading(chain, signal, readPrices(chain, chain.tokens, now()))
  return chain.tokens.flatMap((token, index) => {
    const amount = amounts[index] ?? 0n
    if (amount === 0n) return []
    const price = prices.get(token.address)
    const { symbol, address, decimals } = token
    return [
      {
        chainId: chain.id,
        symbol,
        address,
        decimals,
        amount: formatUnits(amount, decimals),
        amountInBaseUnits: amount.toString(),
        priceUsd: price ? formatUnits(price.usd, 8) : null,
      },
    ]
  })
}

const yields = (scene: Scene) =>
  tool({
    description:
      'Vaults and lending markets that can be entered, the highest rate first. Rates are the source’s claim, in per cent a year; null is unknown. `readAt` tells how old the figures are.',
    inputSchema: onChain.extend({
      tokenSymbol: z.string().min(1).max(20).optional(),
      maxLockupDays: z.int().min(0).optional(),
      lowRisk: z.boolean().optional(),
    }),
    execute: ({ chainId, tokenSymbol, maxLockupDays, lowRisk }) =>
      answered(async () => {
        served(scene, chainId)
        const symbol = tokenSymbol?.toUpperCase()
        const found = await findPlaces(
          {
            ...(symbol ? { token: { text: symbol, symbol } } : {}),
            ...(chainId === undefined ? {} : { chain: { text: String(chainId), id: chainId } }),
            ...(maxLockupDays === undefined ? {} : { maxLockupDays }),
            ...(lowRisk ? { isCautious: true } : {}),
          },
          scene,
        )
        return {
          yields: found.slice(0, 30).map((place) => ({
            ...(place.kind === 'vault'
              ? {
                  kind: 'vault',
                  yieldId: place.yield.id,
                  protocol: cleanChainString(place.yield.protocol, 80),
                  poolName: cleanChainString(place.yield.pool, 80),
                  source: place.yield.source,
                }
              : { kind: 'lending market', marketAddress: place.market.address, protocol: place.market.name }),
            chainId: place.chain.id,
            tokenSymbol: place.token.symbol,
            tokenAddress: place.token.address,
            apyPercent: place.apy === null ? null : Number((place.apy * 100).toFixed(4)),
            lockupSeconds: place.lockupSeconds,
            isInTheAppsOwnList: place.isListed,
            readAt: new Date(place.readAt).toISOString(),
          })),
        }
      }),
  })

const positions = (scene: Scene) =>
  tool({
    description: 'What the account has in yields, with what it is worth now and until when it is locked.',
    inputSchema: z.object({}),
    execute: () =>
      answered(async () => ({
        positions: (await heldIn(scene)).map(({ chain, position }) => ({
          yieldId: position.yieldId,
          chainId: chain.id,
          tokenSymbol: cleanChainString(position.token.symbol, 20),
          amount: formatUnits(position.amount, position.token.decimals),
          state: position.state,
          lockedUntil: position.lockedUntil === null ? null : new Date(position.lockedUntil).toISOString(),
        })),
      })),
  })

const lending = (scene: Scene) =>
  tool({
    description:
      'The lending markets in which the account has something: health factor (below 1 it can be liquidated), and what is supplied and owed.',
    inputSchema: z.object({}),
    execute: () =>
      answered(async () => ({
        markets: (await lendingOf(scene)).map(({ chain, market, account, reserves }) => ({
          chainId: chain.id,
          marketAddress: market.address,
          name: market.name,
          healthFactor: account.healthFactor === null ? null : formatUnits(account.healthFactor, 18),
          collateralUsd: formatUnits(account.collateral, 26),
          debtUsd: formatUnits(account.debt, 26),
          reserves: reserves
            .filter(({ supplied, debt }) => supplied > 0n || debt > 0n)
            .map((reserve) => ({
              tokenAddress: reserve.token,
              tokenSymbol: findToken(chain, reserve.token)?.symbol ?? null,
              decimals: reserve.decimals,
              supplied: formatUnits(reserve.supplied, reserve.decimals),
              debt: formatUnits(reserve.debt, reserve.decimals),
              isCollateral: reserve.isCollateral,
            })),
        })),
      })),
  })

const nfts = (scene: Scene) =>
  tool({
    description:
      'NFTs of the account in the collections that the app knows. `incomplete` names those that may hold more.',
    inputSchema: onChain,
    execute: ({ chainId }) =>
      answered(async () => {
        const read = await Promise.all(
          served(scene, chainId).map(async (chain) => ({
            chain,
            ...(await reading(chain, scene.signal, readOwnedNfts(chain, scene.account))),
          })),
        )
        return {
          nfts: read.flatMap(({ chain, tokens }) =>
            tokens.map(({ collection, tokenId, amount }) => ({
              chainId: chain.id,
              contractAddress: collection.address,
              collection: collection.name,
              tokenId: tokenId.toString(),
              amount: amount.toString(),
            })),
          ),
          incomplete: read.flatMap(({ incomplete }) => incomplete),
        }
      }),
  })

/** A chain that was asked for and is not served. */
class NotServedError extends Error {}

function served({ chains }: Scene, chainId: number | undefined): readonly ChainHandle[] {
  if (chainId === undefined) return [...chains.values()]
  const chain = chains.get(chainId)
  if (!chain) throw new NotServedError(`Chain ${chainId} is not served here.`)
  return [chain]
}

/** What could not be read goes back to the model in words; anything else is a defect and is thrown. */
async function answered(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NotServedError) return { error: error.message }
    if (error instanceof ChainUnreadableError)
      return { error: `${error.chainName} could not be read just now. Propose nothing that depends on it.` }
    if (error instanceof YieldsUnreadableError)
      return { error: 'Yields could not be read just now. Propose nothing that depends on them.' }
    throw error
  }
}
