import { type PortfolioMemory, type PortfolioSnapshot, portfolioSnapshotSchema, snapshotJson } from '../snapshot'

/** Remembers as long as the test, for agents that are tried without a service. Every turn is taken to end well. */
export function memoryPortfolio(): PortfolioMemory {
  let kept: string | null = null
  return {
    last: async () => (kept === null ? null : portfolioSnapshotSchema.parse(JSON.parse(kept))),
    note: (snapshot: PortfolioSnapshot) => {
      kept = snapshotJson(snapshot)
    },
  }
}
