import { tool } from 'ai'
import { formatUnits } from 'viem'
import { z } from 'zod'
import type { Yield } from '@/lib/chain/yields/yields'
import { cleanChainString } from '@/lib/wire/text'
import type { Scene } from '../abilities/reading'
import { currentPosition, earningIn } from '../abilities/rebalance'
import { stakedPositionsIn } from '../abilities/stake'
import { findYieldOptions } from '../abilities/yield-options'
import { listedSymbol } from './token-tool'
import { answered, onChain, served } from './tool-answer'

/** Converts a fraction to a percentage. Null if there is no rate, which differs from one that could not be read. */
function percentOf({ apy, isRateUnread }: Pick<Yield, 'apy' | 'isRateUnread'>): number | string | null {
  if (apy !== null) return Number((apy * 100).toFixed(4))
  return isRateUnread ? 'could not be read just now' : null
}

export const yieldTool = (scene: Scene) =>
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
        const symbol = tokenSymbol && (listedSymbol(tokenSymbol, scene.chains) ?? tokenSymbol)
        const found = await findYieldOptions(
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
            apyPercent: percentOf(place.kind === 'vault' ? place.yield : place),
            lockupSeconds: place.lockupSeconds,
            isInTheAppsOwnList: place.isListed,
            readAt: new Date(place.readAt).toISOString(),
          })),
        }
      }),
  })

export const positionTool = (scene: Scene) =>
  tool({
    description: 'What the account has in yields, with what it is worth now and until when it is locked.',
    inputSchema: z.object({}),
    execute: () =>
      answered(async () => ({
        positions: (await stakedPositionsIn(scene)).map(({ chain, position }) => ({
          yieldId: position.yieldId,
          protocol: cleanChainString(position.protocol, 80),
          poolName: cleanChainString(position.pool, 80),
          chainId: chain.id,
          tokenSymbol: cleanChainString(position.token.symbol, 20),
          tokenAddress: position.token.address,
          apyPercent: percentOf(position),
          amount: formatUnits(position.amount, position.token.decimals),
          state: position.state,
          lockedUntil: position.lockedUntil === null ? null : new Date(position.lockedUntil).toISOString(),
        })),
      })),
  })

export const rebalanceTool = (scene: Scene) =>
  tool({
    description:
      'What the account has that earns, by network and token, as `request_auto_rebalance_permission` takes it: pass on chainId, tokenAddress and currentPosition as they are.',
    inputSchema: z.object({}),
    execute: () =>
      answered(async () => ({
        positions: (await earningIn(scene)).map((held) => ({
          chainId: held.chain.id,
          tokenSymbol: held.token.symbol,
          tokenAddress: held.token.address,
          currentPosition: currentPosition(held),
          places: held.covered.positions.map((position) => ({
            protocol: cleanChainString(position.protocol, 80),
            poolName: cleanChainString(position.pool, 80),
            amount: formatUnits(position.amount, held.token.decimals),
            apyPercent: percentOf(position),
          })),
        })),
      })),
  })
