import { isAddressEqual } from 'viem'
import { type Earlier, earlierOf } from '@/lib/review/request/earlier'
import type { EarlierPermission } from '@/lib/review/request/permission'
import type { LedgerEntry, SeenWords } from '../entry'
import { isInFlight } from '../machine'
import { allSucceeded } from '../steps'
import { readPrediction } from '../stored-effects'

/** Number of messages that must be the same at the end of two lists, which may have lost their beginnings. */
const compared = 5

/**
 * Returns the calls of the same conversation that were carried out, or that the wallet was asked for: rule G35 checks
 * whether the request is used up by them. `words`: the person's messages before the call. What was predicted counts as
 * what was done.
 */
export function earlierCalls(
  entries: readonly LedgerEntry[],
  call: Pick<LedgerEntry, 'key' | 'taskId' | 'owner'>,
  words: readonly string[],
): Earlier[] {
  return entries.flatMap((entry): Earlier[] => {
    if (!isEarlier(entry, call)) return []
    if (!isInFlight(entry.state) && !allSucceeded(entry.steps)) return []
    const after = placeIn(words, entry.words ?? [])
    const effects = entry.predicted && readPrediction(entry.predicted).effects
    const steps = entry.steps.map((step) => ({ ...step, value: BigInt(step.value) }))
    const earlier = after !== null && effects ? earlierOf(after, entry.owner, steps, effects) : null
    return earlier ? [earlier] : []
  })
}

/** Returns the permissions of the same conversation that were signed, or that the wallet was asked to sign. */
export const earlierPermissions = (
  entries: readonly LedgerEntry[],
  call: Pick<LedgerEntry, 'key' | 'taskId' | 'owner'>,
  words: readonly string[],
): EarlierPermission[] =>
  entries.flatMap((entry): EarlierPermission[] => {
    const { consent } = entry
    if (!consent || !isEarlier(entry, call) || !(consent.signature || isInFlight(entry.state))) return []
    const after = placeIn(words, entry.words ?? [])
    return after === null ? [] : [{ after, permission: consent.permission }]
  })

const isEarlier = (
  entry: LedgerEntry,
  { key, taskId, owner }: Pick<LedgerEntry, 'key' | 'taskId' | 'owner'>,
): boolean => entry.key !== key && entry.taskId === taskId && isAddressEqual(entry.owner, owner)

/** Returns how many of the messages came before an earlier call. Null if it answers others. */
function placeIn(words: readonly string[], before: readonly SeenWords[]): number | null {
  const last = before.slice(-compared).map(({ text }) => text)
  for (let end = words.length; end >= last.length && last.length > 0; end--)
    if (last.every((text, at) => words[end - last.length + at] === text)) return end
  return null
}
