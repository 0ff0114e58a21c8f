/** Six rounds a day. */
export const secondsPerRound = 4n * 3_600n
const rounds = 42

/**
 * Makes up a week of prices that ends at `price`, oldest first: two waves and a drift, each at most about `sway` of the
 * price. The same at every start.
 */
export const pastAnswers = (price: bigint, sway: number, seed: number): bigint[] =>
  Array.from({ length: rounds }, (_, index) => {
    const left = rounds - 1 - index
    const wave = Math.sin(left / 5 + seed) - Math.sin(seed)
    const ripple = Math.sin(left * 1.7 + 3 * seed) - Math.sin(3 * seed)
    const share = (sway / 2) * (0.6 * wave + 0.25 * ripple - left / rounds)
    return price + (price * BigInt(Math.round(share * 1e8))) / 100_000_000n
  })
