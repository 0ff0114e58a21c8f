import type { z } from 'zod'
import { readParameters } from '@/lib/tools/shared/read-parameters'
import type { Tool } from '@/lib/tools/tool'
import { refusedResult, type ToolResult } from '@/lib/wire/result'
import { cleanChainString, revealInvisible } from '@/lib/wire/text'
import type { LedgerEntry } from '../ledger/entry'

export type UnderstoodCall = { readable: true; tool: Tool; parameters: unknown; ignored: readonly string[] }

/**
 * A call that a tool understands, with the names of unknown parameters, which are not used; or the reason why none
 * does, with the code that the agent gets when the person declines it.
 */
export type ReadableCall = UnderstoodCall | { readable: false; tool: Tool | null; problem: string; code: string }

/** Reads what a call asks for, by the tool's own schema. Nothing unreadable is ever prepared, let alone executed. */
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
    const name = cleanChainString(entry.toolName, 60)
    return { readable: false, tool: null, code: 'unknown-tool', problem: `This app has no tool named “${name}”.` }
  }
  const read = readParameters(tool.schema, entry.parameters)
  if ('parameters' in read) return { readable: true, tool, ...read }
  return {
    readable: false,
    tool,
    code: 'invalid-parameters',
    problem: revealInvisible(
      `The agent’s proposal is not valid: ${issueWords(read.error.issues[0], entry.parameters)}.`,
    ).slice(0, 300),
  }
}

/** Describes what is wrong with the parameters, for the person and for the agent. */
function issueWords(issue: z.core.$ZodIssue | undefined, parameters: Readonly<Record<string, unknown>>): string {
  if (!issue) return 'it cannot be read'
  const [first] = issue.path
  if (issue.path.length === 1 && parameters[String(first)] === undefined) return `“${String(first)}” is missing`
  return issue.path.length === 0 ? issue.message : `“${issue.path.join('.')}”: ${issue.message}`
}

/** Returns the outcome of declining a call that could not be read anyway. */
export const refusalOf = (call: ReadableCall): ToolResult | null =>
  call.readable ? null : refusedResult(call.problem, call.code)
