import { type JSONSchema7, jsonSchema, type Tool, tool } from 'ai'
import { z } from 'zod'
import { tools } from '@/lib/tools/registry'
import type { ToolName } from '@/lib/wire/tool-names'

/** Explains why a readable call must not be proposed as it is; null if nothing speaks against it. */
type Refuse = (name: ToolName, parameters: unknown) => Promise<string | null>

/**
 * The wallet's tools as a model sees them. None of them does anything here: a call becomes a card that a person
 * countersigns. A call that a tool's own schema refuses, or `refuse` does, goes back to the model as an error.
 */
export function walletTools(names: readonly ToolName[], refuse: Refuse): Record<string, Tool> {
  return Object.fromEntries(
    names.map((name) => [name, tool({ description: tools[name].purpose, inputSchema: schemaOf(name, refuse) })]),
  )
}

const calledSchema = z.looseObject({ replaces: z.string().optional() })

/** An addition to each tool's parameters. Not part of the proposed call. */
const replaces = {
  type: 'string',
  description:
    'Only where the person wants an open proposal changed: its id, as its result names it. The new one then takes its place.',
} as const

function schemaOf(name: ToolName, refuse: Refuse) {
  const { schema } = tools[name]
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // The call is passed on as the model wrote it. The person's own client validates it again.
  return jsonSchema<Record<string, unknown>>(
    { ...shape, properties: { ...shape.properties, replaces } } as JSONSchema7,
    {
      validate: async (value) => {
        const called = calledSchema.safeParse(value)
        if (!called.success) return { success: false, error: new Error(z.prettifyError(called.error)) }
        const { replaces: _, ...parameters } = called.data
        const read = schema.safeParse(parameters)
        if (!read.success) return { success: false, error: new Error(z.prettifyError(read.error)) }
        const refusal = await refuse(name, parameters)
        if (refusal !== null) return { success: false, error: new Error(refusal) }
        return { success: true, value: called.data }
      },
    },
  )
}
