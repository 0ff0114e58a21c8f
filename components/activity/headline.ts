import type { LedgerEntry } from '@/lib/execution/entry'
import { readCall } from '@/lib/execution/readable-call'
import { findTool } from '@/lib/tools/registry'
import { revealInvisible } from '@/lib/wire/text'

/** A name that no tool of ours has may be of any length. */
const longestName = 60

/** What was asked, by our own reading of the parameters; the bare name where they cannot be read. */
export function headlineOf(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  return call.readable ? call.tool.headline(call.parameters) : revealInvisible(entry.toolName).slice(0, longestName)
}
