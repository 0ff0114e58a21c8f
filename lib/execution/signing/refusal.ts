import type { ChainHandle } from '@/lib/chain/chains/chain'

const mostLooks = 5
const nextBlocks = 2n

/** Counts looks at the chain after a refusal: over the next blocks, or for a while where none comes. */
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
/** Said once a refusal has been borne out by the chain. */
export const refusedNote = (refusal: string): string =>
  `${refusal} Nothing was sent: no transaction of it is on the chain, or waits there. If your wallet sends it all the same, it is found and shown here.`

/** The wallet named another transaction than the one that it was asked for. */
export const answeredForeign =
  'Your wallet answered with another transaction than the one it was asked for, so it is not known whether it sent this one.'
