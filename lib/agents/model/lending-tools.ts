import { type Tool, tool } from 'ai'
import { formatUnits, isAddressEqual } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { availableToBorrow, type Cap, type LendingAccount, type LendingReserve } from '@/lib/chain/lending/market'
import { type LendingPosition, readLendingPositions } from '@/lib/chain/lending/positions'
import { findToken } from '@/lib/chain/tokens/tokens'
import { fits } from '@/lib/tools/lending/resolve'
import { lendingOf } from '../abilities/earning/earn'
import { inMarket } from '../abilities/lending/lend'
import { limitOf } from '../abilities/lending/lending-limits'
import { reading, type Scene } from '../abilities/reading'
import { answered, served } from './tool-answer'

export const lendingTools = (scene: Scene): Record<string, Tool> => ({
  read_lending: positions(scene),
  read_lending_markets: markets(scene),
})

const positions = (scene: Scene) =>
  tool({
    description:
      'The lending markets in which the account has something: health factor (below 1 it can be liquidated), what is supplied and owed, and how much can be withdrawn. For markets in which it has nothing yet: read_lending_markets.',
    inputSchema: z.object({}),
    execute: () =>
      answered(async () => ({
        markets: (await lendingOf(scene)).map((position) => ({
          ...marketView(position),
          reserves: position.reserves
            .filter(({ supplied, debt }) => supplied > 0n || debt > 0n)
            .map((reserve) => ({ ...tokenView(position.chain, reserve), ...heldView(position.account, reserve) })),
        })),
      })),
  })

const markets = (scene: Scene) =>
  tool({
    description:
      'Every lending market of the served networks that can be used, also where the account has nothing yet, with each token’s rates, limits and what the account could supply or borrow there. `tokenSymbol` narrows it down; markets take the wrapped form of a network’s coin.',
    inputSchema: z.object({
      chainId: z.int().positive().optional(),
      tokenSymbol: z.string().min(1).max(20).optional(),
    }),
    execute: ({ chainId, tokenSymbol }) =>
      answered(async () => {
        const read = await Promise.all(
          served(scene, chainId).map(async (chain) =>
            (await reading(chain, scene.signal, readLendingPositions(chain, scene.account))).map((position) => ({
              ...position,
              chain,
            })),
          ),
        )
        return {
          markets: read.flat().flatMap((position) => {
            const { chain, account } = position
            const wanted = tokenSymbol === undefined ? null : inMarket(chain, tokenSymbol)
            if (tokenSymbol !== undefined && !wanted) return []
            const reserves = position.reserves.filter(({ token }) => !wanted || isAddressEqual(token, wanted.address))
            if (reserves.length === 0) return []
            return [{ ...marketView(position), reserves: reserves.map((each) => reserveView(chain, account, each)) }]
          }),
        }
      }),
  })

const marketView = ({ chain, market, account }: LendingPosition & { chain: ChainHandle }) => ({
  chainId: chain.id,
  marketAddress: market.address,
  name: market.name,
  healthFactor: account.healthFactor === null ? null : formatUnits(account.healthFactor, 18),
  collateralUsd: formatUnits(account.collateral, 26),
  debtUsd: formatUnits(account.debt, 26),
})

const tokenView = (chain: ChainHandle, { token, decimals }: LendingReserve) => ({
  tokenAddress: token,
  tokenSymbol: findToken(chain, token)?.symbol ?? null,
  decimals,
})

function heldView(account: LendingAccount, reserve: LendingReserve) {
  const { supplied, debt, decimals, isCollateral } = reserve
  const limit = limitOf('withdraw', account, reserve)
  const most = limit && limit.most < supplied ? limit.most : supplied
  return {
    supplied: formatUnits(supplied, decimals),
    mostTheAccountCanWithdraw: formatUnits(most, decimals),
    debt: formatUnits(debt, decimals),
    isCollateral,
  }
}

/** Fields are null if the market does not tell them. */
function reserveView(chain: ChainHandle, account: LendingAccount, reserve: LendingReserve) {
  const { decimals, price, supplyRate, borrowRate, collateralFactor, liquidity, supplyCap } = reserve
  const amount = (value: bigint | null) => (value === null ? null : formatUnits(value, decimals))
  const canBorrow = fits('borrow', reserve, 0n)
  return {
    ...tokenView(chain, reserve),
    ...heldView(account, reserve),
    priceUsd: price === null ? null : formatUnits(price, 8),
    supplyRatePercent: percentOf(supplyRate),
    borrowRatePercent: percentOf(borrowRate),
    collateralFactorPercent: collateralFactor === null ? null : formatUnits(collateralFactor, 2),
    canSupply: fits('supply', reserve, 0n),
    supplyRoom: amount(roomOf(supplyCap)),
    canBorrow,
    available: amount(liquidity),
    mostTheAccountCanBorrow: canBorrow ? amount(availableToBorrow(account, [reserve])) : '0',
  }
}

/** Formats a yearly rate in ray as a percentage. */
const percentOf = (ray: bigint | null) => (ray === null ? null : formatUnits(ray, 25))

/** Returns null also if there is no limit. */
function roomOf(cap: Cap | null): bigint | null {
  if (!cap || cap.limit === null) return null
  return cap.limit > cap.used ? cap.limit - cap.used : 0n
}
