/** Coins that stand for a dollar. */
export const stableCoins: readonly string[] = ['USDC', 'USDT', 'DAI']

const kinds: readonly (readonly string[])[] = [stableCoins, ['ETH', 'WETH']]

/** Whether so much of one token is about as much of the other: a sum said of one can be meant of the other. */
export const areAlike = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one === other || kinds.some((kind) => kind.includes(one) && kind.includes(other)))
