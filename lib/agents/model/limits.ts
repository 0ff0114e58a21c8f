import type { StepResult, ToolSet } from 'ai'

/** Steps of one turn: a model that reads and reads is stopped. */
const mostSteps = 8
/** Calls of one turn that run here, all steps together: a model may ask for any number at once. */
const mostCalls = 24
/** A token of English has about four. Counts where an API does not tell, and while it still writes. */
const charactersOfToken = 4

/** Whether a turn that has taken these steps may take no further one. */
export const isSpent = (steps: readonly StepResult<ToolSet>[], maxTokens: number): boolean =>
  steps.length >= mostSteps || steps.reduce((sum, step) => sum + tokensOf(step), 0) >= maxTokens

function tokensOf({ usage, request, content }: StepResult<ToolSet>): number {
  return usage.totalTokens ?? JSON.stringify([request.body, content]).length / charactersOfToken
}

/** Whether these characters, written in one go, are more than a whole turn may take. */
export const isTooLong = (characters: number, maxTokens: number): boolean => characters > maxTokens * charactersOfToken

/**
 * The tools and nothing else, of which no more than `mostCalls` calls run. Those of the wallet do not run here. What a
 * tool throws is a defect and may hold an address with a key in it: it goes to the log, and the model is only told that
 * there is one.
 */
export function bounded(tools: ToolSet): ToolSet {
  let left = mostCalls
  return withNothingElse(
    Object.entries(tools).map(([name, tool]): [string, ToolSet[string]] => {
      const { execute } = tool
      if (!execute) return [name, tool]
      const counted: typeof execute = async (input, options) => {
        left -= 1
        if (left < 0) return { error: `No more than ${mostCalls} calls run in one turn.` }
        try {
          return await execute(input, options)
        } catch (error) {
          options.abortSignal?.throwIfAborted()
          console.error(`The tool ${name} failed.`, error)
          return { error: `${name} has failed. Propose nothing that depends on it.` }
        }
      }
      return [name, { ...tool, execute: counted }]
    }),
  )
}

/** An object of these alone: whoever calls `constructor` finds no tool. */
function withNothingElse(entries: readonly [string, ToolSet[string]][]): ToolSet {
  const tools: ToolSet = Object.create(null)
  for (const [name, tool] of entries) tools[name] = tool
  return tools
}
