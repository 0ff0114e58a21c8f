import { revealInvisible } from '@/lib/wire/text'
import { canonicalJson } from './call-hash'
import type { LedgerEntry } from './entry'

/** One parameter in which a call differs from another. Values are the agent's, made visible; null where it is absent. */
type Difference = { field: string; before: string | null; after: string | null }

/** Longer than any address or amount; what is longer is no figure that a person compares. */
const longest = 90

/** In which parameters a call differs from one before it, in the order in which the two name them (attack 20). */
export function differences(
  before: Pick<LedgerEntry, 'parameters'>,
  after: Pick<LedgerEntry, 'parameters'>,
): Difference[] {
  const fields = new Set([...Object.keys(after.parameters), ...Object.keys(before.parameters)])
  return [...fields].flatMap((field) => {
    const [was, is] = [written(before.parameters, field), written(after.parameters, field)]
    return was === is ? [] : [{ field: clipped(field), before: clip(was), after: clip(is) }]
  })
}

function written(parameters: Record<string, unknown>, field: string): string | null {
  if (!Object.hasOwn(parameters, field)) return null
  const value = parameters[field]
  if (value === undefined) return null
  return typeof value === 'string' ? value : canonicalJson(value)
}

const clip = (text: string | null): string | null => (text === null ? null : clipped(text))
const clipped = (text: string): string => {
  const visible = revealInvisible(text)
  return visible.length > longest ? `${visible.slice(0, longest)}…` : visible
}
