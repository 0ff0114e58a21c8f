import { type Address, encodeFunctionData, erc20Abi, erc4626Abi, isAddressEqual, parseAbi } from 'viem'
import type { ChainHandle, Chains } from '../chains/chain'
import { ChainReadError, unlessRefused } from '../chains/read-error'
import { type Anchor, readAnchor, readGrowth } from './history'
import { pinnedVault, pinnedVaultsOn } from './pinned-vaults'
import {
  type PinnedVault,
  type Yield,
  type YieldAction,
  YieldError,
  type YieldExit,
  type YieldPosition,
  type YieldStep,
  type Yields,
} from './yields'

/** For vaults that lock deposits: until when an account's shares are locked, in seconds since the epoch. */
const lockAbi = parseAbi(['function unlockAt(address holder) view returns (uint256)'])

/** Yields without a service: ERC-4626 vaults of the app's own list, described by the chain, with steps built here. */
export function createPinnedYields({ chains, now }: { chains: Chains; now: () => number }): Yields {
  return {
    list: async ({ chainId, token } = {}) => {
      const served = [...chains.values()].filter(({ id }) => chainId === undefined || id === chainId)
      const listed = served.map(async (chain) => {
        const wanted = pinnedVaultsOn(chain.id).filter(
          ({ asset }) => token === undefined || isAddressEqual(asset.address, token),
        )
        if (wanted.length === 0) return []
        // A yield is worth listing without its rate.
        const anchor = await readAnchor(chain).catch(() => null)
        return Promise.all(
          wanted.map(async (vault) => yieldOf(vault, chain, await earned(vault, chain, anchor, now()))),
        )
      })
      return (await Promise.all(listed)).flat()
    },
    find: async (id) => {
      const vault = pinnedVault(id)
      const chain = vault && chains.get(vault.chainId)
      return vault && chain ? yieldOf(vault, chain, { apy: null }) : null
    },
    enter: async (action) => enterSteps(action),
    exit: async (action) => exitSteps(action),
    positions: async (account) => {
      const held = await Promise.all([...chains.values()].map((chain) => positionsOn(chain, account, now)))
      return held.flat()
    },
  }
}

type Rate = Pick<Yield, 'apy' | 'isRateUnread'>

const yieldOf = (vault: PinnedVault, chain: ChainHandle, rate: Rate): Yield => {
  const token = vault.asset
  return {
    id: vault.id,
    chainId: chain.id,
    token,
    contract: vault.contract,
    pinned: vault,
    protocol: vault.protocol,
    pool: vault.pool,
    ...rate,
    lockupSeconds: vault.lockupSeconds,
    cooldownSeconds: null,
    rewardSymbols: [token.symbol],
    minimum: null,
    isOpen: { enter: true, exit: true },
    source: 'pinned',
  }
}

/** `anchor` is null if the newest block could not be read. `now` is in milliseconds since the epoch. */
async function earned(vault: PinnedVault, chain: ChainHandle, anchor: Anchor | null, now: number): Promise<Rate> {
  const unread = { apy: null, isRateUnread: true } as const
  if (!anchor) return unread
  try {
    const growth = await readGrowth(chain, vault.contract, anchor, now)
    return { apy: growth?.apy ?? null }
  } catch (error) {
    if (error instanceof ChainReadError) return unread
    throw error
  }
}

function contractOf({ id, contract }: Yield): Address {
  if (contract) return contract
  throw new YieldError('refused', `The yield “${id}” has no vault this app can deposit in.`)
}

function enterSteps({ yield: entered, account, amount }: YieldAction): YieldStep[] {
  const contract = contractOf(entered)
  const step = { from: account, chainId: entered.chainId, value: 0n }
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contract, amount] })
  const deposit = encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [amount, account] })
  return [
    { ...step, to: entered.token.address, data: approve },
    { ...step, to: contract, data: deposit },
  ]
}

function exitSteps({ yield: left, account, amount, all, shares }: YieldExit): YieldStep[] {
  const data = all
    ? encodeFunctionData({ abi: erc4626Abi, functionName: 'redeem', args: [shares, account, account] })
    : encodeFunctionData({ abi: erc4626Abi, functionName: 'withdraw', args: [amount, account, account] })
  return [{ from: account, chainId: left.chainId, to: contractOf(left), data, value: 0n }]
}

/** Takes two round trips: the shares held, and then their worth and growth. */
async function positionsOn(chain: ChainHandle, account: Address, now: () => number): Promise<YieldPosition[]> {
  const vaults = pinnedVaultsOn(chain.id)
  if (vaults.length === 0) return []
  const { client } = chain
  try {
    const [{ number, timestamp }, ...parts] = await Promise.all([
      client.getBlock(),
      ...vaults.map(async (vault) => {
        const [shares, unlockAt] = await Promise.all([
          unlessRefused(
            client.readContract({
              address: vault.contract,
              abi: erc4626Abi,
              functionName: 'balanceOf',
              args: [account],
            }),
          ),
          client
            .readContract({ address: vault.contract, abi: lockAbi, functionName: 'unlockAt', args: [account] })
            .catch(() => null),
        ])
        return { vault, shares: shares ?? 0n, unlockAt }
      }),
    ])
    const held = parts.filter(({ shares }) => shares > 0n)
    return await Promise.all(
      held.map(async ({ vault, shares, unlockAt }): Promise<YieldPosition> => {
        const [amount, rate] = await Promise.all([
          client.readContract({
            address: vault.contract,
            abi: erc4626Abi,
            functionName: 'convertToAssets',
            args: [shares],
          }),
          earned(vault, chain, { number, timestamp }, now()),
        ])
        const locked = unlockAt !== null && unlockAt > timestamp
        return {
          yieldId: vault.id,
          chainId: chain.id,
          contract: vault.contract,
          token: vault.asset,
          protocol: vault.protocol,
          pool: vault.pool,
          ...rate,
          amount,
          shares,
          state: locked ? 'locked' : 'active',
          lockedUntil: locked ? Number(unlockAt) * 1000 : null,
        }
      }),
    )
  } catch (cause) {
    throw new YieldError('unreachable', `${chain.name} could not be read: its RPC is not responding.`, { cause })
  }
}
