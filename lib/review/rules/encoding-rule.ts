import { isAddressEqual } from 'viem'
import { allCalls, type DecodedCall, type Hidden } from '@/lib/chain/calldata/decode-call'
import type { Step } from '@/lib/tools/plan'
import type { RuleContext } from '../context'
import type { Observation, Rule } from './rule'

/** G21: what is shown of a call is all of it: encoding what was read gives the same bytes again, at every depth. */
export const encodingRule: Rule = {
  id: 'G21',
  about: 'whether the calldata says what is shown',
  check: (context) =>
    context.subjects.calls.flatMap(({ step, call }) =>
      step.purpose === 'approval' ? ours(step, call) : theirs(step, call, context),
    ),
}

/** Approvals are built by this app: anything but a plain `approve` without value is a fault or a forgery. */
function ours(step: Step, { known, exact }: DecodedCall): Observation[] {
  if (known?.signature === 'approve(address,uint256)' && step.value === 0n && exact) return []
  return [
    {
      level: 'BLOCK',
      title: 'An approval step is not a plain approval.',
      observed: `“${step.title}” does not carry the bytes of a plain approval`,
      why: 'It might do something else as well. Decline it, and tell the people who run this app.',
    },
  ]
}

function theirs(step: Step, call: DecodedCall, { chain }: RuleContext): Observation[] {
  // The pinned router takes bytes behind its arguments, which tell who referred the swap.
  const isRouter = chain?.diamond !== undefined && isAddressEqual(step.to, chain.diamond)
  const all = allCalls(call)
  const inexact = all.some(({ known, exact }) => known && !exact) && !isRouter
  return [
    ...(inexact
      ? [
          {
            level: 'DANGER',
            title: 'A call carries more data than it needs.',
            observed: `“${step.title}” has bytes that a plain call of this kind does not have`,
            why: 'They may be meant for something that is not shown.',
          } as const,
        ]
      : []),
    ...[...new Set(all.flatMap(({ hidden }) => hidden ?? []))].map(hiddenFinding),
  ]
}

function hiddenFinding(hidden: Hidden): Observation {
  const { observed, level } = hiddenWords[hidden]
  return {
    level,
    title: 'Calls inside this call cannot be shown.',
    observed,
    why: 'The bytes do not show what they do. The simulation shows what changes now, not what is permitted.',
  }
}

const hiddenWords: Readonly<Record<Hidden, { level: 'DANGER' | 'UNVERIFIED'; observed: string }>> = {
  depth: { level: 'DANGER', observed: 'More calls are nested inside than this app reads' },
  unreadable: { level: 'DANGER', observed: 'The bytes inside are not what this function expects' },
  commands: { level: 'UNVERIFIED', observed: 'The commands inside are in a form this app does not read' },
}
