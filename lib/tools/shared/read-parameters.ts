import type { z } from 'zod'

type ReadParameters<Parameters> =
  /** `ignored`: paths of unknown fields. Nothing of them is in `parameters`. */
  { parameters: Parameters; ignored: readonly string[] } | { error: z.ZodError }

/**
 * Reads a call's parameters by its tool's schema. Agents add unknown fields, such as a note: those are left out and
 * listed. Known fields must still be valid.
 */
export function readParameters<Parameters>(schema: z.ZodType<Parameters>, given: unknown): ReadParameters<Parameters> {
  const strict = schema.safeParse(given)
  if (strict.success) return { parameters: strict.data, ignored: [] }
  const unknown = strict.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
  if (unknown.length === 0) return { error: strict.error }
  const known = schema.safeParse(unknown.reduce(without, given))
  if (!known.success) return { error: known.error }
  return { parameters: known.data, ignored: unknown.map((path) => path.join('.')) }
}

/** Returns a copy without the value at a path. */
function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([name]) => name !== key)
      : entries.map(([name, inner]) => [name, name === key ? without(inner, rest) : inner]),
  )
}
