import { z } from 'zod'
import {
  type PortfolioMemory,
  type PortfolioSnapshot,
  portfolioSnapshotSchema,
  snapshotJson,
} from '@/lib/agents/portfolio/snapshot'
import type { Query } from '../database/database'

const rowSchema = z.object({ seen: portfolioSnapshotSchema })

/**
 * One turn's view of earlier looks at a portfolio. `keep` stores what the turn itself saw, at its end; null if nothing.
 */
export type TurnPortfolio = PortfolioMemory & { keep: () => Promise<unknown> | null }

/** Opens the memory of one owner (a user id) for one turn. */
export function openPortfolioMemory(query: Query, owner: string): TurnPortfolio {
  let noted: PortfolioSnapshot | null = null
  return {
    last: async () => {
      const rows = await query('select seen from portfolio_looks where owner = $1', [owner])
      return rows[0] ? rowSchema.parse(rows[0]).seen : null
    },
    note: (snapshot) => {
      noted = snapshot
    },
    keep: () =>
      noted &&
      // The lock prevents a look from outliving the account. Of two concurrent turns, the later look stays.
      query(
        `insert into portfolio_looks (owner, seen, seen_at)
         select id, $2::json, $3::bigint from auth_user where id = $1 for key share
         on conflict (owner) do update set seen = excluded.seen, seen_at = excluded.seen_at
         where portfolio_looks.seen_at <= excluded.seen_at`,
        [owner, snapshotJson(noted), noted.at],
      ),
  }
}
