'use client'

import { BadgeCheck, ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { Badge } from '@/components/ui/badge'

const identitySchema = z.object({
  status: z.enum(['verified', 'elsewhere', 'unregistered', 'unreachable']),
  detail: z.string().max(500),
})
type Identity = z.infer<typeof identitySchema>

const labels: Readonly<Record<Identity['status'], string>> = {
  verified: 'Verified',
  elsewhere: 'Registered elsewhere',
  unregistered: 'Not registered',
  unreachable: 'Could not be checked',
}

let asked: Promise<Identity> | null = null

/** Asks once per page. The server queries the registry and caches the answer. */
function askIdentity(): Promise<Identity> {
  asked ??= fetch('/api/identity')
    .then(async (response) => identitySchema.parse(await response.json()))
    .catch(() => {
      asked = null
      return { status: 'unreachable', detail: 'This app’s server did not say whether the agent service is registered.' }
    })
  return asked
}

/** Returns what the identity registry (ERC-8004) knows of the service behind the agents. Null until then. */
function useServiceIdentity(): Identity | null {
  const [identity, setIdentity] = useState<Identity | null>(null)
  useEffect(() => {
    let shown = true
    void askIdentity().then((found) => shown && setIdentity(found))
    return () => {
      shown = false
    }
  }, [])
  return identity
}

/** Shows the service's status in the registry. Opens to what it means, below what it stands beside. */
export function IdentityBadge() {
  const identity = useServiceIdentity()
  if (!identity) return null
  const { status, detail } = identity
  return (
    <details data-identity={status} className="group/identity open:basis-full">
      <summary className="inline-flex list-none rounded-[3px] [&::-webkit-details-marker]:hidden">
        <Badge tone={status === 'verified' ? 'accent' : 'unverified'}>
          {status === 'verified' && <BadgeCheck aria-hidden="true" />}
          {labels[status]}
          <ChevronDown aria-hidden="true" className="transition-transform group-open/identity:rotate-180" />
        </Badge>
      </summary>
      <p className="mt-1 text-small text-pretty text-ink-muted">{detail}</p>
    </details>
  )
}

/** Shows the agent's name, and the registry's status of the service behind it. */
export const AgentIdentity = ({ name }: { name: string }) => (
  <div className="mt-8 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-small">
    <span className="form-label">Agent</span> <bdi className="font-medium">{name}</bdi>
    <IdentityBadge />
  </div>
)
