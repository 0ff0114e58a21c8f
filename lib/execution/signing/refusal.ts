import type { ChainHandle } from '@/lib/chain/chains/chain'

const mostLooks = 5
const nextBlocks = 2n

/** Counts lookups on the chain after a refusal: over the next blocks, or up to a maximum if none comes. */
export function createLooks() {
  let count = 0
  let [first, last] = [0n, 0n]
  return {
    look: async (chain: ChainHandle | undefined): Promise<void> => {
      last = (await chain?.client.getBlockNumber({ cacheTime: 0 })) ?? 0n
      if (count === 0) first = last
      count += 1
    },
    areEnough: (): boolean => count >= mostLooks || (count > 1 && last >= first + nextBlocks),
  }
}
/** Note for a refusal that the chain has confirmed. */
export const refusedNote = (refusal: string): string =>
  `${refusal} Nothing was sent: the chain has no transaction for it, mined or pending. If your wallet sends it anyway, this card will show it.`

/** Note for a wallet that named a transaction other than the requested one. */
export const answeredForeign =
  'Your wallet named a different transaction from the one it was asked for, so it is not known whether it sent this one.'
