import { type Address, isAddressEqual } from 'viem'
import { addressAt, integerAt } from '@/lib/chain/calldata/arguments'
import type { DecodedCall } from '@/lib/chain/calldata/decode-call'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { uniswapV2Pair } from '@/lib/chain/prices/uniswap-v2'
import type { AssetAmount } from '../../plan'

type Flows = { out: AssetAmount[]; in: AssetAmount[] }

/**
 * Returns what Uniswap V2's liquidity functions take and give, by their own arguments; null for any other function. The
 * calldata names what is put in. The token given in return is the pool's own: it is known only for routers that find
 * their pools as we do, and declared for no other.
 */
export function liquidityFlows(
  { known, args, to, value }: DecodedCall,
  { chain, account }: { chain: ChainInfo; account: Address },
): Flows | null {
  if (!known || !args || !/^(?:add|remove)Liquidity/.test(known.signature)) return null
  const erc20 = (address: Address, amount: bigint): AssetAmount => ({
    asset: { kind: 'erc20', chainId: chain.id, address },
    amount,
  })
  const coins = (amount: bigint): AssetAmount => ({ asset: { kind: 'native', chainId: chain.id }, amount })
  const pool = (tokenA: Address, tokenB: Address, amount: bigint): AssetAmount[] => {
    const pair = uniswapV2Pair(chain.id, to, tokenA, tokenB)
    return pair ? [erc20(pair, amount)] : []
  }
  const mine = (index: number, flows: AssetAmount[]): AssetAmount[] =>
    isAddressEqual(addressAt(args, index), account) ? flows : []
  const first = addressAt(args, 0)
  switch (known.signature) {
    case 'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)': {
      const second = addressAt(args, 1)
      return {
        out: [erc20(first, integerAt(args, 2)), erc20(second, integerAt(args, 3))],
        in: mine(6, pool(first, second, 1n)),
      }
    }
    case 'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)':
      // The coins sent along are declared with the call.
      return {
        out: [erc20(first, integerAt(args, 1))],
        in: value > 0n ? mine(4, pool(first, chain.wrappedNative, 1n)) : [],
      }
    case 'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)': {
      const second = addressAt(args, 1)
      return {
        out: pool(first, second, integerAt(args, 2)),
        in: mine(5, [erc20(first, integerAt(args, 3)), erc20(second, integerAt(args, 4))]),
      }
    }
    case 'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)':
      return {
        out: pool(first, chain.wrappedNative, integerAt(args, 1)),
        in: mine(4, [erc20(first, integerAt(args, 2)), coins(integerAt(args, 3))]),
      }
    default:
      return null
  }
}

/** The minimum of each asset that a liquidity call insists on: to be put in, or to come out. */
export type LiquidityMinimums = { way: 'in' | 'out'; least: readonly AssetAmount[] }

/** Returns null for any other function. */
export function liquidityMinimums({ known, args }: DecodedCall, chain: ChainInfo): LiquidityMinimums | null {
  if (!known || !args) return null
  const token = (at: number, leastAt: number): AssetAmount => ({
    asset: { kind: 'erc20', chainId: chain.id, address: addressAt(args, at) },
    amount: integerAt(args, leastAt),
  })
  const coins = (leastAt: number): AssetAmount => ({
    asset: { kind: 'native', chainId: chain.id },
    amount: integerAt(args, leastAt),
  })
  switch (known.signature) {
    case 'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)':
      return { way: 'in', least: [token(0, 4), token(1, 5)] }
    case 'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)':
      return { way: 'in', least: [token(0, 2), coins(3)] }
    case 'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)':
      return { way: 'out', least: [token(0, 3), token(1, 4)] }
    case 'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)':
      return { way: 'out', least: [token(0, 2), coins(3)] }
    default:
      return null
  }
}
