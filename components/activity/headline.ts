import { written } from '@/lib/chat/page/reading'
import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { findTool } from '@/lib/tools/registry'
import { cleanChainString } from '@/lib/wire/text'
import { canonicalToolName } from '@/lib/wire/tool-names'

/** Characters shown of an unknown tool's name, which may be of any length. */
const longestName = 60

/** Says what was asked for, for the page: with its figures as the person reads them. */
export const headlineOf = (entry: LedgerEntry): string => written(plainHeadlineOf(entry))

/** Says what was asked for, by our own reading of the parameters; the tool's name if they cannot be read. */
export function plainHeadlineOf(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  if (call.readable) return call.tool.headline(call.parameters)
  // An unknown name is the agent's own text: quoted, so that it is not taken for ours.
  return canonicalToolName(entry.toolName) ? entry.toolName : `Call “${cleanChainString(entry.toolName, longestName)}”`
}
