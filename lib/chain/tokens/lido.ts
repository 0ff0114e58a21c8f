import { type Address, isAddressEqual } from 'viem'

/**
 * Lido's staked ether, and the contract that wraps it into a token with constant balances (docs.lido.fi, "Deployed
 * Contracts").
 */
export const lido: readonly { chainId: number; staked: Address; wrapped: Address }[] = [
  {
    chainId: 1,
    staked: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
    wrapped: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
  },
]

/** Describes a token of Lido for a badge; null for any other. */
export function stakedWithLido(chainId: number, address: Address): string | null {
  const of = (token: 'staked' | 'wrapped') =>
    lido.some((each) => each.chainId === chainId && isAddressEqual(each[token], address))
  if (of('staked')) return 'staked ether of Lido'
  return of('wrapped') ? 'wrapped staked ether of Lido' : null
}
