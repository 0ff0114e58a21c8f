import { dayAndTime } from '@/lib/chat/page/time-words'
import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry, LedgerState } from '@/lib/execution/ledger/entry'
import { isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { cleanChainString } from '@/lib/wire/text'

/** Something that happened while the person may have looked elsewhere. */
export type News = {
  /** The same in every tab, so that it is told once. */
  id: string
  title: string
  /** May name amounts, addresses and titles. */
  details: string
  /** Target of its link. */
  about: { taskId: string; callId: string | null } | 'permissions'
}

/** States in which something is under way: its end is news. */
const underWay: ReadonlySet<LedgerState> = new Set(['signing', 'broadcast', 'confirming'])

/** Returns the news of a call that has ended; null if it has not, or if it ended without a transaction from here. */
export function newsOfCall(before: LedgerState | undefined, entry: LedgerEntry): News | null {
  if (before === undefined || !underWay.has(before) || isServiceReported(entry)) return null
  const title = titleOf(entry)
  if (!title) return null
  const { taskId, callId, key, state } = entry
  return { id: `${key}:${state}`, title, details: detailsOf(entry), about: { taskId, callId } }
}

function titleOf({ toolName, state, transfer }: LedgerEntry): string | null {
  const tool = findTool(toolName)
  const label = tool?.label ?? 'Call'
  if (state === 'confirmed') {
    if (tool?.kind === 'permission') return 'Permission granted'
    return transfer ? 'Your bridge has arrived' : `${label}: confirmed`
  }
  if (state === 'reverted') return `${label}: failed on the chain`
  return state === 'failed' ? `${label}: not done` : null
}

function detailsOf(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  if (!call.readable) return ''
  const { tool, parameters } = call
  return (entry.state === 'confirmed' && tool.done(parameters)) || tool.headline(parameters)
}

/** A conversation that the service began by itself. */
export const newsOfProposal = (taskId: string, title: string): News => ({
  id: `proposal:${taskId}`,
  title: 'A proposal waits for you',
  details: cleanChainString(title, 120),
  about: { taskId, callId: null },
})

/** A permission that ends within a day. */
export const newsOfPermission = (id: string, endsAt: number): News => ({
  id: `permission:${id}:${endsAt}`,
  title: 'A permission ends soon',
  details: `It ends on ${dayAndTime.format(endsAt)}. After that, agents can no longer make proposals under it.`,
  about: 'permissions',
})
