import { type Address, isAddressEqual } from 'viem'
import { localChainIds } from '../chains/chain-facts'
import { devnetAddresses } from '../chains/devnet-addresses'
import type { PinnedVault, YieldToken } from './yields'

/** Builds the id that Yield.xyz gives an ERC-4626 vault: network, token, share, contract. */
const idOf = (network: string, token: string, share: string, contract: Address): string =>
  `${network}-${token}-${share}-${contract.toLowerCase()}-4626-vault`

const sky = { chainId: 1, protocol: 'Sky', lockupSeconds: 0 } as const
const morpho = (chainId: number) => ({ chainId, protocol: 'Morpho', lockupSeconds: 0 })

const ethereum = {
  dai: { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', symbol: 'DAI', decimals: 18 },
  usds: { address: '0xdC035D45d973E3EC169d2276DDab16f1e407384F', symbol: 'USDS', decimals: 18 },
  usdc: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 },
  usdt: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', symbol: 'USDT', decimals: 6 },
} as const satisfies Record<string, YieldToken>
const base = {
  usdc: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', decimals: 6 },
  weth: { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', decimals: 18 },
} as const satisfies Record<string, YieldToken>

const vault = (
  place: Pick<PinnedVault, 'chainId' | 'protocol' | 'lockupSeconds'>,
  [network, token, share]: readonly [string, string, string],
  pool: string,
  asset: YieldToken,
  contract: Address,
): PinnedVault => ({ ...place, id: idOf(network, token, share, contract), pool, asset, contract })

/** Contracts and tokens from the registry of stakekit/shield (src/validators/evm/erc4626). */
const real: readonly PinnedVault[] = [
  vault(sky, ['ethereum', 'dai', 'sdai'], 'Savings DAI', ethereum.dai, '0x83F20F44975D03b1b09e64809B757c47f942BEeA'),
  vault(
    sky,
    ['ethereum', 'usds', 'susds'],
    'Savings USDS',
    ethereum.usds,
    '0xa3931d71877C0E7a3148CB7Eb4463524FEc27fbD',
  ),
  vault(
    morpho(1),
    ['ethereum', 'usdc', 'steakusdc'],
    'Steakhouse USDC',
    ethereum.usdc,
    '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB',
  ),
  vault(
    morpho(1),
    ['ethereum', 'usdc', 'gtusdc'],
    'Gauntlet USDC Core',
    ethereum.usdc,
    '0xdd0f28e19C1780eb6396170735D45153D261490d',
  ),
  vault(
    morpho(1),
    ['ethereum', 'usdt', 'steakusdt'],
    'Steakhouse USDT',
    ethereum.usdt,
    '0xbEef047a543E45807105E51A8BBEFCc5950fcfBa',
  ),
  vault(
    morpho(8453),
    ['base', 'usdc', 'mwusdc'],
    'Moonwell Flagship USDC',
    base.usdc,
    '0xc1256Ae5FF1cf2719D4937adb3bbCCab2E00A2Ca',
  ),
  vault(
    morpho(8453),
    ['base', 'usdc', 'gtusdcp'],
    'Gauntlet USDC Prime',
    base.usdc,
    '0xeE8F4eC5672F09119b96Ab6fB59C27E1b7e44b61',
  ),
  vault(
    morpho(8453),
    ['base', 'weth', 'mweth'],
    'Moonwell Flagship ETH',
    base.weth,
    '0xa0E430870c4604CcfC7B38Ca7845B1FF653D0ff1',
  ),
]

const week = 7 * 86_400

/** The vaults of the devnet. The ids of its first chain are also those of its Yield.xyz-shaped API. */
const local: readonly PinnedVault[] = localChainIds.flatMap((chainId) => {
  const prefix = chainId === localChainIds[0] ? 'local' : 'local-base'
  const { tokens, vaults } = devnetAddresses
  const of = { chainId, protocol: 'Countersign vaults' }
  const usdc = { address: tokens.USDC, symbol: 'USDC', decimals: 6 }
  const weth = { address: tokens.WETH, symbol: 'WETH', decimals: 18 }
  return [
    {
      ...of,
      id: `${prefix}-usdc-flexible-vault`,
      pool: 'Flexible USDC',
      asset: usdc,
      contract: vaults.flexibleUsdc,
      lockupSeconds: 0,
    },
    {
      ...of,
      id: `${prefix}-usdc-locked-vault`,
      pool: 'Locked USDC',
      asset: usdc,
      contract: vaults.lockedUsdc,
      lockupSeconds: week,
    },
    {
      ...of,
      id: `${prefix}-weth-flexible-vault`,
      pool: 'Flexible WETH',
      asset: weth,
      contract: vaults.flexibleWeth,
      lockupSeconds: 0,
    },
  ]
})

const pinnedVaults: readonly PinnedVault[] = [...real, ...local]

export const pinnedVaultsOn = (chainId: number): readonly PinnedVault[] =>
  pinnedVaults.filter((pinned) => pinned.chainId === chainId)

export const pinnedVault = (id: string): PinnedVault | null => pinnedVaults.find((pinned) => pinned.id === id) ?? null

/** Finds a vault by its address: two sources may give the same contract different ids. */
export const pinnedVaultAt = (chainId: number, contract: Address): PinnedVault | null =>
  pinnedVaultsOn(chainId).find((pinned) => isAddressEqual(pinned.contract, contract)) ?? null
