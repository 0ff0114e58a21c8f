import type { Tool } from '@/lib/tools/tool'
import { refusedResult, type ToolResult } from '@/lib/wire/result'
import { revealInvisible } from '@/lib/wire/text'
import type { LedgerEntry } from './entry'

/** A call that a tool understands; or why none does, with the code that the agent gets when the person declines it. */
export type ReadableCall =
  | { readable: true; tool: Tool; parameters: unknown }
  | { readable: false; tool: Tool | null; problem: string; code: string }

/** What a call asks for, by the tool's own schema. Nothing unreadable is ever prepared, let alone executed. */
export function readCall(entry: LedgerEntry, findTool: (name: string) => Tool | null): ReadableCall {
  const tool = findTool(entry.toolName)
  if (entry.conflicting)
    return {
      readable: false,
      tool,
      code: 'conflicting-call',
      problem:
        'The agent sent this proposal twice with different parameters. It cannot be executed: decline it, and ask the agent again.',
    }
  if (!tool) {
    const name = revealInvisible(entry.toolName).slice(0, 60)
    return { readable: false, tool: null, code: 'unknown-tool', problem: `This app has no tool named “${name}”.` }
  }
  const parsed = tool.schema.safeParse(entry.parameters)
  if (parsed.success) return { readable: true, tool, parameters: parsed.data }
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.')
  return {
    readable: false,
    tool,
    code: 'invalid-parameters',
    problem: revealInvisible(
      `The agent’s proposal is not valid: ${where ? `${where}: ` : ''}${issue?.message ?? 'it cannot be read'}.`,
    ).slice(0, 300),
  }
}

/** The outcome of declining a call that could not be read anyway. */
export const refusalOf = (call: ReadableCall): ToolResult | null =>
  call.readable ? null : refusedResult(call.problem, call.code)
