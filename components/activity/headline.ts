import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { findTool } from '@/lib/tools/registry'
import { cleanChainString } from '@/lib/wire/text'
import { canonicalToolName } from '@/lib/wire/tool-names'

/** A name that no tool of ours has may be of any length. */
const longestName = 60

/** What was asked, by our own reading of the parameters; the bare name of the tool where they cannot be read. */
export function headlineOf(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  if (call.readable) return call.tool.headline(call.parameters)
  // A name that nobody here knows is the agent's words: quoted, so that it is not taken for ours.
  return canonicalToolName(entry.toolName) ? entry.toolName : `Call “${cleanChainString(entry.toolName, longestName)}”`
}
