import type { LedgerEntry } from '@/lib/execution/entry'
import { readCall } from '@/lib/execution/readable-call'
import { findTool } from '@/lib/tools/registry'
import { revealInvisible } from '@/lib/wire/text'

/** What was asked, by our own reading of the parameters; the bare name where they cannot be read. */
export function headlineOf(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  return call.readable ? call.tool.headline(call.parameters) : revealInvisible(entry.toolName)
}
