import { z } from 'zod'
import { address, chainId, identifier, optional, uint } from '../shared/fields'

const fragment = z.string().max(20_000)
/** In human-readable form, as JSON, or as the objects that such JSON describes. */
const object = z
  .looseObject({ type: z.string().optional(), name: z.string().optional() })
  .refine(({ type, name }) => type !== undefined || name !== undefined)
const fragments = z
  .array(z.union([fragment, object.transform((fields) => JSON.stringify(fields)).pipe(fragment)]))
  .max(200)

/** Splits a list given as one JSON text; any other text is one fragment. */
function fragmentsIn(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : [text]
  } catch {
    return [text]
  }
}

export const callSchema = z.strictObject({
  to: address,
  functionName: identifier,
  args: optional(z.array(z.string().max(20_000)).max(50)),
  chainId,
  /** Wei. */
  value: optional(uint),
  abi: optional(
    z.union([
      fragments,
      z.string().max(500_000).transform(fragmentsIn).pipe(fragments),
      object.transform((only): unknown[] => [only]).pipe(fragments),
    ]),
  ),
})

export type CallParameters = z.infer<typeof callSchema>

/** The person's own amounts for approvals in the calldata, by `allowanceAdjustment`. */
export const callAdjustments = z.record(z.string().regex(/^allow:0x[0-9a-f]{40}:0x[0-9a-f]{40}$/), uint)
