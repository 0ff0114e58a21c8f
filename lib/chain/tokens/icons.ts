import type { Address } from 'viem'
import { isNative, nativeAddress, type Token } from '../chains/chain'
import { chainFacts } from '../chains/chain-facts'
import { listedTokens } from './tokens'

/** The pictures of chains, by their names in public/icons/networks. A local chain has that of the one it stands for. */
export const chainIcons: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'binance-smart-chain',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum-one',
  11155111: 'ethereum',
  31337: 'ethereum',
  31338: 'base',
}

/** The pictures of protocols on our lists, by their names in public/icons/tokens: those of their own tokens. */
export const protocolIcons: Readonly<Record<string, string>> = {
  Aave: 'AAVE',
  ENS: 'ENS',
  Lido: 'LDO',
  Safe: 'SAFE',
  Uniswap: 'UNI',
}

/**
 * The pictures of wallets, by their names in public/icons/wallets. A wallet goes by the id under which it announces
 * itself (EIP-6963), or by that of its connector.
 */
export const walletIcons: Readonly<Record<string, string>> = {
  'app.phantom': 'phantom',
  'com.coinbase.wallet': 'coinbase',
  coinbaseWalletSDK: 'coinbase',
  'com.okex.wallet': 'okx',
  'com.trustwallet.app': 'trust',
  'io.metamask': 'metamask',
  metaMaskSDK: 'metamask',
  'io.rabby': 'rabby',
  'io.zerion.wallet': 'zerion',
  'me.rainbow': 'rainbow',
  safe: 'safe',
  walletConnect: 'wallet-connect',
}

const icons = new Map<number, ReadonlyMap<string, string>>()

/**
 * The address in this app of a listed token's picture; null for one without. It goes by chain and address alone, never
 * by what a token calls itself.
 */
export function tokenIcon(chainId: number, address: Address): string | null {
  const known = icons.get(chainId) ?? iconsOf(chainId)
  icons.set(chainId, known)
  const icon = known.get(isNative(address) ? nativeAddress : address.toLowerCase())
  return icon ? `/icons/tokens/${icon}.svg` : null
}

/** The same of a chain. */
export function chainIcon(chainId: number): string | null {
  const icon = chainIcons[chainId]
  return icon ? `/icons/networks/${icon}.svg` : null
}

/** The same of a protocol, by the name that our own lists give it. */
export function protocolIcon(name: string): string | null {
  const icon = Object.hasOwn(protocolIcons, name) ? protocolIcons[name] : undefined
  return icon ? `/icons/tokens/${icon}.svg` : null
}

/** The same of a wallet, by its id. */
export function walletIcon(id: string): string | null {
  const icon = Object.hasOwn(walletIcons, id) ? walletIcons[id] : undefined
  return icon ? `/icons/wallets/${icon}.svg` : null
}

function iconsOf(chainId: number): ReadonlyMap<string, string> {
  const facts = chainFacts.get(chainId)
  const tokens: readonly Token[] = facts ? listedTokens(facts) : []
  return new Map(tokens.flatMap(({ address, icon }) => (icon ? [[address.toLowerCase(), icon] as const] : [])))
}
