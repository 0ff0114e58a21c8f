import { z } from 'zod'
import { address, chainId, identifier, optional, uint } from '../fields'

export const callSchema = z.strictObject({
  to: address,
  functionName: identifier,
  args: optional(z.array(z.string().max(20_000)).max(50)),
  chainId,
  /** Wei. */
  value: optional(uint),
  abi: optional(z.array(z.string().max(20_000)).max(200)),
})

export type CallParameters = z.infer<typeof callSchema>

/** The person's own amounts for approvals in the calldata, by `allowanceAdjustment`. */
export const callAdjustments = z.record(z.string().regex(/^allow:0x[0-9a-f]{40}:0x[0-9a-f]{40}$/), uint)
