import { baseAmountText } from '@/lib/tools/shared/token-words'
import { revealInvisible } from '@/lib/wire/text'
import { canonicalJson } from '../../ledger/call-hash'
import type { LedgerEntry } from '../../ledger/entry'
import { requestedMove } from './requested-move'

/** One parameter in which two calls differ. Values are the agent's, with invisible characters shown; null if absent. */
type Difference = { field: string; before: string | null; after: string | null }

/** Longer than any address or amount: nobody compares a longer value. */
const longest = 90

type Request = Pick<LedgerEntry, 'toolName' | 'parameters'>

/** Lists the parameters in which a call differs from an earlier one, in the order the two name them (attack 20). */
export function differences(before: Request, after: Request): Difference[] {
  const fields = new Set([...Object.keys(after.parameters), ...Object.keys(before.parameters)])
  return [...fields].flatMap((field) => {
    const [was, is] = [written(before, field), written(after, field)]
    return was === is ? [] : [{ field: clipped(field), before: clip(was), after: clip(is) }]
  })
}

function written(asked: Request, field: string): string | null {
  const { parameters } = asked
  if (!Object.hasOwn(parameters, field)) return null
  const value = parameters[field]
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : canonicalJson(value)
  const move = requestedMove(asked)
  if (move?.field !== field) return text
  const amount = baseAmountText(move.amount, { chainId: move.chainId, address: move.token })
  // The arguments hold more than the amount.
  return field === 'args' ? `${amount} to ${move.towards}` : amount
}

const clip = (text: string | null): string | null => (text === null ? null : clipped(text))
const clipped = (text: string): string => {
  const visible = revealInvisible(text)
  return visible.length > longest ? `${visible.slice(0, longest)}…` : visible
}
