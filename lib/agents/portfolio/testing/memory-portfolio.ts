import { type PortfolioMemory, type PortfolioSnapshot, portfolioSnapshotSchema, snapshotJson } from '../snapshot'

/** A memory for tests of agents without a service. Treats every turn as ended well. */
export function memoryPortfolio(): PortfolioMemory {
  let kept: string | null = null
  return {
    last: async () => (kept === null ? null : portfolioSnapshotSchema.parse(JSON.parse(kept))),
    note: (snapshot: PortfolioSnapshot) => {
      kept = snapshotJson(snapshot)
    },
  }
}
