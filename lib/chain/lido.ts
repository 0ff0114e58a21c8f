import type { Address } from 'viem'

/** Staked ether of Lido, and the contract that wraps it into a token whose balances stay (docs.lido.fi, "Deployed Contracts"). */
export const lido: readonly { chainId: number; staked: Address; wrapped: Address }[] = [
  {
    chainId: 1,
    staked: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
    wrapped: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
  },
]
