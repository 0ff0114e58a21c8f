import { type Address, numberToHex } from 'viem'
import type { Step } from '@/lib/tools/plan'
import type { Tool } from '@/lib/tools/tool'
import { plainTool } from '../bench'

/** A contract that stores what it is called with: a standing approval. PUSH1 1 PUSH1 0 CALLDATALOAD SSTORE */
export const approvals = {
  address: '0x0000000000000000000000000000000000a99f0e',
  bytecode: '0x600160003555',
} as const satisfies {
  address: Address
  bytecode: string
}

/** Plans `steps` - 1 approvals before the action, leaving out those that already stand, like a tool that approves. */
export function approvingTool(): Tool {
  const plain = plainTool()
  const prepare: Tool['prepare'] = async (...request) => {
    const [, { chains }] = request
    const { plan, ...prepared } = await plain.prepare(...request)
    const steps: Step[] = []
    for (const [index, step] of (plan?.steps ?? []).entries()) {
      const slot = numberToHex(index, { size: 32 })
      if (step.purpose === 'action') steps.push(step)
      else if (BigInt((await chains.get(31337)?.client.getStorageAt({ address: approvals.address, slot })) ?? 0) === 0n)
        steps.push({ ...step, to: approvals.address, data: slot })
    }
    const [first, ...others] = steps
    return { ...prepared, plan: plan && first ? { ...plan, steps: [first, ...others] } : plan }
  }
  return { ...plain, prepare }
}
