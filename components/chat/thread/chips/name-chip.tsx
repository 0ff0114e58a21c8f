import { type ReactNode, use, useSyncExternalStore } from 'react'
import { isAddressEqual } from 'viem'
import { AppContext } from '@/components/app/app-context'
import { type LookedUp, lookedUp, lookUp } from '@/components/contacts/looked-up-names'
import { useContacts } from '@/components/contacts/use-contacts'
import { CopyButton } from '@/components/ui/text/copy-button'
import { looksLike } from '@/lib/chain/accounts/similar-names'
import { shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { timeOfDay } from '@/lib/chat/page/time-words'
import type { Contact } from '@/lib/execution/call/kept/address-book'
import { ChipActions } from './chip-actions'
import { Imitation, KnownAs } from './known-as'
import { Pictured } from './pictured'

/**
 * Shows an ENS name in a text as written. Whom it points to is looked up when the person asks, or once a card has: until
 * then it has no picture and no address. It vouches for nothing.
 */
export function NameChip({ name, children }: { name: string; children: ReactNode }) {
  const { subscribe, getSnapshot } = lookedUp(name)
  const found = useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
  const like = useContacts().find((contact) => looksLike(contact.name, name))
  const address = found?.is === 'known' ? found.address : null
  return (
    <span data-chip="name" data-name-is={found?.is ?? 'unread'} data-like={like?.address} className="chip">
      <Pictured address={address}>
        <bdi className="font-medium">{children}</bdi>
      </Pictured>
      {found?.is === 'known' ? <Found name={name} found={found} /> : <NotFound found={found} />}
      {like && (
        <Imitation>
          looks like “<bdi>{like.name}</bdi>” in your address book, and is another
        </Imitation>
      )}
      {address ? (
        <ChipActions address={address} name={name} />
      ) : (
        <span className="whitespace-nowrap">
          {found?.is !== 'reading' && found?.is !== 'nobody' && <LookUp name={name} />}
          <CopyButton text={name} label="Copy name" className="size-6!" />
        </span>
      )}
    </span>
  )
}

function Found({ name, found: { address, chainId, at } }: { name: string; found: LookedUp & { is: 'known' } }) {
  const namesake = useContacts().find((contact) => isCalled(contact, name) && !isAddressEqual(contact.address, address))
  return (
    <>
      <span
        className="chip-label figures hex"
        data-tip={`${address}\non ${chainName(chainId)}, looked up at ${timeOfDay.format(at)}`}
      >
        {shortHex(address)}
      </span>
      <KnownAs address={address} />
      {namesake && <Imitation>your contact of this name is {shortHex(namesake.address)}</Imitation>}
    </>
  )
}

const isCalled = (contact: Contact, name: string): boolean =>
  contact.name.toLowerCase().replace(/\.eth$/, '') === name.toLowerCase().replace(/\.eth$/, '')

/** Why a name has no address yet. */
function NotFound({ found }: { found: Exclude<LookedUp, { is: 'known' }> | null }) {
  if (found?.is === 'reading') return <span className="chip-label">looking it up …</span>
  if (found?.is === 'nobody') return <span className="chip-label text-warn!">points to no address</span>
  return found && <span className="chip-label text-warn!">not found: {found.why}</span>
}

function LookUp({ name }: { name: string }) {
  const chains = use(AppContext)?.chains
  return (
    chains && (
      <button
        type="button"
        aria-label={`Look up ${name}`}
        data-tip="Asks the network that keeps names, over your own node"
        className="chip-label rounded-[3px] underline decoration-dotted underline-offset-2 hover:text-ink"
        onClick={() => void lookUp(name, chains)}
      >
        Look up
      </button>
    )
  )
}
