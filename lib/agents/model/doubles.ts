import { tools } from '@/lib/tools/registry'
import type { FunctionCall } from '@/lib/wire/parts'
import { canonicalToolName } from '@/lib/wire/tool-names'

/** Said where the same call was made more than once. */
export const onceText =
  'The language model asked for the same thing more than once; it is proposed once. If you want it twice, ask for it again when this one is done.'

/** Calls that are the same but for how they are written once each, in order: nobody is asked twice for one thing. */
export function withoutDoubles(calls: readonly FunctionCall[]): readonly FunctionCall[] {
  const seen = new Set<string>()
  return calls.filter((call) => {
    const key = meaningOf(call)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** What a call asks for, however its fields are ordered and its addresses and numbers are written. */
function meaningOf({ name, parameters }: FunctionCall): string {
  const known = canonicalToolName(name)
  const read = known ? tools[known].schema.safeParse(parameters) : null
  return JSON.stringify([known ?? name, read?.success ? read.data : parameters], inOrder)
}

const inOrder = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
