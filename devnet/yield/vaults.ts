import { type Address, formatUnits } from 'viem'
import type { ChainInfo, Token } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { vaultAbi } from '../abi'
import { HttpError } from '../api/http-error'
import type { DevnetChain } from '../chain'
import { findToken, type PricedToken, usdOf } from '../routing/token'

const network = 'local'
const provider = 'countersign'

/** A vault as deployed. */
export type Vault = {
  id: string
  name: string
  symbol: string
  address: Address
  asset: keyof typeof devnetAddresses.tokens
  /** Simple interest per year, as a fraction. */
  rate: number
  lockupSeconds: number
}

const vaults: readonly Vault[] = [
  {
    id: 'local-usdc-flexible-vault',
    name: 'Flexible USDC',
    symbol: 'fvUSDC',
    address: devnetAddresses.vaults.flexibleUsdc,
    asset: 'USDC',
    rate: 0.048,
    lockupSeconds: 0,
  },
  {
    id: 'local-usdc-locked-vault',
    name: 'Locked USDC',
    symbol: 'lvUSDC',
    address: devnetAddresses.vaults.lockedUsdc,
    asset: 'USDC',
    rate: 0.115,
    lockupSeconds: 604_800,
  },
  {
    id: 'local-weth-flexible-vault',
    name: 'Flexible WETH',
    symbol: 'fvWETH',
    address: devnetAddresses.vaults.flexibleWeth,
    asset: 'WETH',
    rate: 0.032,
    lockupSeconds: 0,
  },
]

export function findVault(id: string): Vault {
  const vault = vaults.find((candidate) => candidate.id === id)
  if (!vault) throw new HttpError(404, `There is no yield ${id}.`)
  return vault
}

/** Returns the ids of all vaults on a network, by the network's name in the API. */
export const vaultIds = (name = network): string[] => (name === network ? vaults.map(({ id }) => id) : [])

export function vaultAsset(chain: DevnetChain, vault: Vault): Promise<PricedToken> {
  return findToken(chain, devnetAddresses.tokens[vault.asset])
}

/** Formats a token as in the Yield.xyz API, which has no address for a native coin. */
function tokenJson({ name, symbol, decimals, address }: Pick<Token, 'name' | 'symbol' | 'decimals' | 'address'>) {
  return { name, symbol, decimals, address, network, logoURI: '', isPoints: false }
}

function shareJson(vault: Vault, asset: Token) {
  return tokenJson({ name: vault.name, symbol: vault.symbol, decimals: asset.decimals, address: vault.address })
}

function gasTokenJson({ viemChain }: ChainInfo) {
  return { ...viemChain.nativeCurrency, network, logoURI: '', isPoints: false }
}

async function describeVault(chain: DevnetChain, vault: Vault) {
  const asset = await vaultAsset(chain, vault)
  const total = await chain.client.readContract({
    address: vault.address,
    abi: vaultAbi,
    functionName: 'totalAssets',
  })
  const token = tokenJson(asset)
  const lockup = vault.lockupSeconds === 0 ? {} : { lockupPeriod: { seconds: vault.lockupSeconds } }
  return {
    id: vault.id,
    network,
    chainId: String(chain.info.id),
    providerId: provider,
    token,
    tokens: [token],
    inputTokens: [token],
    outputToken: shareJson(vault, asset),
    rewardRate: {
      total: vault.rate,
      rateType: 'APR',
      components: [{ rate: vault.rate, rateType: 'APR', token, yieldSource: 'vault', description: 'Vault interest' }],
    },
    statistics: { tvl: formatUnits(total, asset.decimals), tvlRaw: String(total), tvlUsd: usdOf(asset, total) },
    status: { enter: true, exit: true },
    metadata: {
      name: vault.name,
      description: `An ERC-4626 vault for ${vault.asset} on the local chain.`,
      logoURI: '',
      documentation: '',
      underMaintenance: false,
      deprecated: false,
    },
    mechanics: {
      type: 'vault',
      requiresValidatorSelection: false,
      rewardSchedule: 'block',
      rewardClaiming: 'auto',
      gasFeeToken: gasTokenJson(chain.info),
      entryLimits: { minimum: null, maximum: null },
      ...lockup,
    },
    tags: [],
  }
}

/** Lists the vaults that match the query, in the format of the Yield.xyz API. */
export async function listVaults(chain: DevnetChain, query: Readonly<Record<string, string>>) {
  const wanted = vaults.filter(
    ({ asset }) =>
      (query.network ?? network) === network &&
      (query.provider ?? provider) === provider &&
      (query.token ?? asset).toLowerCase() === asset.toLowerCase(),
  )
  const items = await Promise.all(wanted.map((vault) => describeVault(chain, vault)))
  return { items, total: items.length, offset: 0, limit: items.length }
}

export function getVault(chain: DevnetChain, id: string) {
  return describeVault(chain, findVault(id))
}

/** Reads a holder's shares in a vault, and until when they are locked. */
export async function readHolding({ client }: DevnetChain, vault: Vault, holder: Address) {
  const contract = { address: vault.address, abi: vaultAbi } as const
  const [shares, unlockAt, block] = await Promise.all([
    client.readContract({ ...contract, functionName: 'balanceOf', args: [holder] }),
    client.readContract({ ...contract, functionName: 'unlockAt', args: [holder] }),
    client.getBlock(),
  ])
  const assets = await client.readContract({ ...contract, functionName: 'convertToAssets', args: [shares] })
  return { shares, assets, lockedUntil: unlockAt > block.timestamp ? unlockAt : null }
}

/** Formats seconds since the epoch as an ISO date. */
export const isoDate = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString()

export async function vaultBalances(chain: DevnetChain, id: string, address: Address) {
  const vault = findVault(id)
  const [asset, holding] = await Promise.all([vaultAsset(chain, vault), readHolding(chain, vault, address)])
  const { shares, assets, lockedUntil } = holding
  const balance = {
    address,
    type: lockedUntil === null ? 'active' : 'locked',
    amount: formatUnits(assets, asset.decimals),
    amountRaw: String(assets),
    amountUsd: usdOf(asset, assets),
    shareAmount: formatUnits(shares, asset.decimals),
    shareAmountRaw: String(shares),
    shareToken: shareJson(vault, asset),
    date: lockedUntil === null ? null : isoDate(lockedUntil),
    token: tokenJson(asset),
    pendingActions: [],
    isEarning: true,
  }
  return { yieldId: id, balances: shares === 0n ? [] : [balance] }
}
