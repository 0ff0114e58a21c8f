/** Coins that stand for a dollar. */
export const stableCoins: readonly string[] = ['USDC', 'USDT', 'DAI']

const kinds: readonly (readonly string[])[] = [
  [...stableCoins, 'USDC.e'],
  ['ETH', 'WETH'],
]

/**
 * True if a unit of one token is worth about as much as a unit of the other, so that an amount stated for one may mean
 * the other.
 */
export const areAlike = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one === other || kinds.some((kind) => kind.includes(one) && kind.includes(other)))
