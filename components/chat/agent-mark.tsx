'use client'

import { use } from 'react'
import { AppContext } from '@/components/app/app-context'
import { cleanChainString } from '@/lib/wire/text'

/**
 * Returns an agent's name as conversations show it: from the service's list, or "unnamed" if it has no agent of that
 * id.
 */
export function useAgentName(agentId: number): string {
  const name = use(AppContext)?.agents.find(({ id }) => id === agentId)?.name
  return (name && cleanChainString(name, 40)) || 'unnamed'
}

/** Outlines of the marks in a box of 20 units: a round seal, a square stamp, a rhombus and a hexagon. */
const outlines = [
  'M10 1a9 9 0 1 1 0 18a9 9 0 0 1 0-18z',
  'M2.5 1.5h15a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1z',
  'M10 0.5l9.5 9.5l-9.5 9.5l-9.5-9.5z',
  'M5.5 1.5h9l5 8.5l-5 8.5h-9l-5-8.5z',
]

/**
 * Draws an agent's mark: its initial in an outline chosen by its id. Hidden from screen readers, because the name is
 * beside it.
 */
export function AgentMark({ agentId, name, className }: { agentId: number; name: string; className?: string }) {
  const [initial = '?'] = name
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={className ?? 'size-5 shrink-0'}>
      <path
        d={outlines[Math.abs(agentId - 1) % outlines.length]}
        className="fill-accent-wash stroke-accent"
        strokeWidth="1"
      />
      <text x="10" y="10" dy="0.36em" textAnchor="middle" className="fill-accent text-[9px] font-bold">
        {initial.toUpperCase()}
      </text>
    </svg>
  )
}
