import type { Address } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { percentOf } from '@/lib/chain/tokens/percent'
import { type Anchor, type Growth, readGrowth } from '@/lib/chain/yields/history'
import type { Figure } from '../figure'
import { apyFindings, apyShare } from '../staking/apy'
import { paidFigure } from '../staking/details'
import { durationWords } from '../staking/lockup'
import type { Check } from '../tool'

/** A node may be slow to read the past. Longest time the card waits for it, in milliseconds. */
const patience = 5_000

type Rate = {
  contract: Address
  /** Null if the newest block is unknown: then the past cannot be read. */
  anchor: Anchor | null
  /** As the agent gives it, without a unit. */
  claimed: number | undefined
  /** From the yield's description, as a fraction of one. */
  stated: number | null
  /** Milliseconds since the epoch. */
  now: number
}

/** `staking.apy`: compares the claimed rate with what the vault's shares have earned. */
export const rateCheck = (chain: ChainHandle, { contract, anchor, claimed, stated, now }: Rate): Check => ({
  id: 'staking.apy',
  about: 'what this yield has actually paid',
  ask: async (signal) => {
    // With a signal of its own it is sent apart from the review's other requests, which it must not delay.
    const until = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const read = anchor
      ? await readGrowth(chain, contract, anchor, now, until).catch(() => 'unread' as const)
      : 'unread'
    const growth = read === 'unread' ? null : read
    const said = claimed === undefined ? null : apyShare(claimed, [stated ?? growth?.apy ?? null])
    return {
      findings: apyFindings(said, stated, read, chain.isLocal),
      figures: growth ? [paid(growth)] : [],
    }
  },
})

const paid = ({ apy, seconds }: Growth): Figure => ({
  id: paidFigure,
  label: 'The vault’s yearly rate',
  before: null,
  inBody: true,
  after: { kind: 'text', text: `${percentOf(apy)} paid, over ${durationWords(seconds)}` },
})

/** Formats the agent's figure for the card; if nothing reveals its unit, it stays as given. */
export const claimedWords = (claimed: number, stated: number | null): string =>
  stated === null && Math.abs(claimed) <= 1 ? `${claimed}, without a unit` : percentOf(apyShare(claimed, [stated]))
