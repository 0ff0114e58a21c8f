import { type Address, encodeFunctionData, erc20Abi, erc4626Abi, isAddressEqual, parseAbi } from 'viem'
import type { ChainHandle, Chains } from '../chain'
import { unlessRefused } from '../read-error'
import { readAnchor, readGrowth } from './history'
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

/** Of vaults that lock what is put in: seconds since the epoch until which an account's shares stay. */
const lockAbi = parseAbi(['function unlockAt(address holder) view returns (uint256)'])

/** Yields that need no service: ERC-4626 vaults of the app's own list, described by the chain, steps made here. */
export function createPinnedYields({ chains, now }: { chains: Chains; now: () => number }): Yields {
  return {
    list: async ({ chainId, token } = {}) => {
      const served = [...chains.values()].filter(({ id }) => chainId === undefined || id === chainId)
      const wanted = served.flatMap((chain) =>
        pinnedVaultsOn(chain.id)
          .filter(({ asset }) => token === undefined || isAddressEqual(asset.address, token))
          .map((vault) => ({ chain, vault })),
      )
      return Promise.all(wanted.map(async ({ chain, vault }) => yieldOf(vault, chain, await earned(vault, chain, now))))
    },
    find: async (id) => {
      const vault = pinnedVault(id)
      const chain = vault && chains.get(vault.chainId)
      return vault && chain ? yieldOf(vault, chain, null) : null
    },
    enter: async (action) => enterSteps(action),
    exit: async (action) => exitSteps(action),
    positions: async (account) => {
      const held = await Promise.all([...chains.values()].map((chain) => positionsOn(chain, account, now)))
      return held.flat()
    },
  }
}

const yieldOf = (vault: PinnedVault, chain: ChainHandle, apy: number | null): Yield => {
  const token = vault.asset
  return {
    id: vault.id,
    chainId: chain.id,
    token,
    contract: vault.contract,
    pinned: vault,
    protocol: vault.protocol,
    pool: vault.pool,
    apy,
    lockupSeconds: vault.lockupSeconds,
    cooldownSeconds: null,
    rewardSymbols: [token.symbol],
    minimum: null,
    isOpen: { enter: true, exit: true },
    source: 'pinned',
  }
}

async function earned(vault: PinnedVault, chain: ChainHandle, now: () => number): Promise<number | null> {
  try {
    const growth = await readGrowth(chain, vault.contract, await readAnchor(chain), now())
    return growth?.apy ?? null
  } catch {
    // A yield is worth naming without its rate.
    return null
  }
}

function contractOf({ id, contract }: Yield): Address {
  if (contract) return contract
  throw new YieldError('refused', `The yield “${id}” has no vault that this app could deposit in.`)
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

async function positionsOn(chain: ChainHandle, account: Address, now: () => number): Promise<YieldPosition[]> {
  const vaults = pinnedVaultsOn(chain.id)
  const read = vaults.map(async (vault): Promise<YieldPosition | null> => {
    const at = { address: vault.contract, abi: erc4626Abi } as const
    const shares = await unlessRefused(chain.client.readContract({ ...at, functionName: 'balanceOf', args: [account] }))
    if (shares === null || shares === 0n) return null
    const [amount, unlockAt, apy] = await Promise.all([
      chain.client.readContract({ ...at, functionName: 'convertToAssets', args: [shares] }),
      chain.client
        .readContract({ address: vault.contract, abi: lockAbi, functionName: 'unlockAt', args: [account] })
        .catch(() => null),
      earned(vault, chain, now),
    ])
    const { timestamp } = await chain.client.getBlock()
    const locked = unlockAt !== null && unlockAt > timestamp
    return {
      yieldId: vault.id,
      chainId: chain.id,
      contract: vault.contract,
      token: vault.asset,
      protocol: vault.protocol,
      pool: vault.pool,
      apy,
      amount,
      shares,
      state: locked ? 'locked' : 'active',
      lockedUntil: locked ? Number(unlockAt) * 1000 : null,
    }
  })
  try {
    return (await Promise.all(read)).filter((position) => position !== null)
  } catch (cause) {
    throw new YieldError('unreachable', `${chain.name} could not be read: its RPC does not answer.`, { cause })
  }
}
