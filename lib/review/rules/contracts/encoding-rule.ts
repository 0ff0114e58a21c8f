import { allCalls, type DecodedCall, type Hidden } from '@/lib/chain/calldata/decode-call'
import type { Step } from '@/lib/tools/plan'
import type { Observation, Rule } from '../rule'

/**
 * G21: a call must be shown completely: encoding its decoded form must give the same bytes, at any depth.
 *
 * @finds BLOCK where a call that this app built does not decode to what was asked. DANGER where a call has bytes that a
 * plain one does not, or nests calls deeper than 4. UNVERIFIED for commands in an unknown form. INFO for a suffix.
 * @source Yield.xyz Shield
 */
export const encodingRule: Rule = {
  id: 'G21',
  about: 'whether the calldata says what is shown',
  check: ({ decoded }) =>
    decoded.calls.flatMap(({ step, call }) => (step.purpose === 'approval' ? ours(step, call) : theirs(step, call))),
}

/** Checks approvals, which this app builds: anything but a plain `approve` without value is a bug or a forgery. */
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

function theirs(step: Step, call: DecodedCall): Observation[] {
  const all = allCalls(call)
  const other = all.some(({ known, exact, suffix }) => known && !exact && suffix === '0x')
  const suffixes = new Set(all.flatMap(({ suffix }) => (suffix === '0x' ? [] : [suffix])))
  return [
    ...(other
      ? [
          {
            level: 'DANGER',
            title: 'A call is not written the way its function reads it.',
            observed: `“${step.title}” has bytes that a plain call of this kind does not have`,
            why: 'They may be meant for something that is not shown.',
          } as const,
        ]
      : []),
    // Apps mark their transactions with suffixes. Known functions do not read beyond their arguments.
    ...[...suffixes].slice(0, mostSuffixes).map(
      (suffix): Observation => ({
        level: 'INFO',
        title: 'Bytes follow that the function does not read.',
        observed: suffix.length > 74 ? `${suffix.slice(0, 74)}…` : suffix,
        why: 'They usually tell which app a transaction came from, and change nothing.',
      }),
    ),
    ...[...new Set(all.flatMap(({ hidden }) => hidden ?? []))].map(hiddenFinding),
  ]
}

const mostSuffixes = 3

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
