import { OctagonAlert } from 'lucide-react'
import { type ReactNode, use, useMemo } from 'react'
import type { Address } from 'viem'
import { AppContext } from '@/components/app/app-context'
import { WorkContext } from '@/components/app/work-context'
import { useContacts } from '@/components/contacts/use-contacts'
import { shortHex } from '@/lib/chain/tokens/amount'
import { familiarTo, type Known, knownOf } from './known'

/** Returns what the signed-in account knows of an address. */
export function useKnown(address: Address): Known {
  const app = use(AppContext)
  const work = use(WorkContext)
  const contacts = useContacts()
  return useMemo(
    () => knownOf(address, app && work ? familiarTo(work.owner, contacts, work.ledger, app.chains) : []),
    [address, app, work, contacts],
  )
}

/** Labels an address that the person knows, and marks one that imitates it. */
export function KnownAs({ address }: { address: Address }) {
  const { label, like } = useKnown(address)
  return (
    <>
      {label && <span className="chip-label">{label}</span>}
      {like && (
        <Imitation>
          looks like {shortHex(like.address)} ({like.label}), and is another
        </Imitation>
      )}
    </>
  )
}

/** The mark of what may be taken for something else. */
export const Imitation = ({ children }: { children: ReactNode }) => (
  <span className="chip-label text-seal!">
    <OctagonAlert aria-hidden="true" className="mr-0.5 inline size-3.5 align-[-0.2em]" />
    {children}
  </span>
)
