import type { StepResult, ToolSet } from 'ai'

/** Most steps of one turn. Stops a model that keeps reading. */
const mostSteps = 8
/** Most calls of one turn that run here, over all steps: a model may request any number at once. */
const mostCalls = 24
/** An English token has about four characters. Used if an API does not count, and while a model still writes. */
const charactersOfToken = 4

/** True if a turn must not take another step. */
export const isSpent = (steps: readonly StepResult<ToolSet>[], maxTokens: number): boolean =>
  steps.length >= mostSteps || steps.reduce((sum, step) => sum + tokensOf(step), 0) >= maxTokens

function tokensOf({ usage, request, content }: StepResult<ToolSet>): number {
  return usage.totalTokens ?? JSON.stringify([request.body, content]).length / charactersOfToken
}

/** True if this many characters, written in one go, exceed the limit of a whole turn. */
export const isTooLong = (characters: number, maxTokens: number): boolean => characters > maxTokens * charactersOfToken

/**
 * Returns exactly these tools, of which at most `mostCalls` calls run. Those of the wallet do not run here. An error
 * thrown by a tool is a defect and may contain an address with a key in it: it is logged, and the model only learns
 * that there was one.
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

/** Makes an object with these properties only, so that a call of `constructor` finds no tool. */
function withNothingElse(entries: readonly [string, ToolSet[string]][]): ToolSet {
  const tools: ToolSet = Object.create(null)
  for (const [name, tool] of entries) tools[name] = tool
  return tools
}
