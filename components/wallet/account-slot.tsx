'use client'

import {
  CalendarClock,
  Check,
  ChevronDown,
  Coins,
  FileSignature,
  LogIn,
  LogOut,
  ScrollText,
  Settings2,
  Unplug,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { FullAddress } from '@/components/ui/text/address'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { shortHex } from '@/lib/chain/tokens/amount'
import { Menu, MenuItem } from '../ui/menu'
import { AccountPlaceholder, ConnectButton } from './account-placeholder'
import type { AccountView } from './account-store'

/** Actions on the account. Absent ones are not offered. */
export type AccountActions = {
  connect: () => void
  disconnect: () => void
  switchChain: (chainId: number) => void
  signIn?: () => void
  signOut?: () => void
  playMoney?: () => void
  permissions?: () => void
  plans?: () => void
  activity?: () => void
  settings?: () => void
}

/** The account in the header. The same size in every state, so that nothing moves when the wallet reconnects. */
export function AccountSlot({
  account,
  chains,
  signedIn,
  actions,
}: {
  account: AccountView
  chains: Chains
  signedIn: boolean
  actions: AccountActions
}) {
  const { address, chainId, connectorName } = account
  if (account.status === 'pending') return <AccountPlaceholder />
  if (!address) return <ConnectButton onClick={actions.connect} />
  const chain = chainId === null ? undefined : chains.get(chainId)
  return (
    <Menu
      label="Account"
      header={
        <>
          <p className="form-label">{connectorName ?? 'Wallet'}</p>
          <div className="mt-1 flex items-center gap-2.5">
            <AddressAvatar address={address} size={36} />
            <FullAddress address={address} />
          </div>
        </>
      }
      trigger={(properties) => <Trigger {...properties} address={address} chain={chain} signedIn={signedIn} />}
    >
      {(close) => <Items chains={chains} chainId={chainId} actions={actions} close={close} />}
    </Menu>
  )
}

/** Draws the background even in forced colours, which would remove it. */
const filled = 'forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none'

function Trigger({
  address,
  chain,
  signedIn,
  ...properties
}: ComponentProps<'button'> & { address: `0x${string}`; chain: ChainHandle | undefined; signedIn: boolean }) {
  const dot = !chain ? `bg-warn ${filled}` : signedIn ? `bg-accent ${filled}` : 'border border-ink-faint'
  return (
    <button
      {...properties}
      type="button"
      aria-label={`Account ${address}, ${chain?.name ?? 'a chain that is not supported here'}`}
      className="flex h-10 w-42 max-w-full items-center gap-2 rounded-control border border-rule-strong px-2.5 text-small hover:bg-paper-sunk @max-[15rem]:px-1.5"
    >
      <span aria-hidden="true" className="relative shrink-0 leading-none @max-[15rem]:hidden">
        <AddressAvatar address={address} size={24} />
        <span
          data-session=""
          className={`absolute -right-1 -bottom-1 size-2.5 rounded-full ring-2 ring-paper ${dot}`}
        />
      </span>
      <span className="min-w-0 flex-1 text-left leading-tight">
        <span className="figures block truncate">{shortHex(address)}</span>
        <span className="block truncate text-[0.6875rem] text-ink-faint">
          {chain && <ChainIcon chainId={chain.id} size={11} className="mr-1 align-[-0.1em]!" />}
          {chain?.name ?? 'Other chain'}
        </span>
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint @max-[15rem]:hidden" />
    </button>
  )
}

function Items({
  chains,
  chainId,
  actions,
  close,
}: {
  chains: Chains
  chainId: number | null
  actions: AccountActions
  close: () => void
}) {
  const and = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <>
      {[...chains.values()].map(({ id, name }) => (
        <MenuItem key={id} onClick={and(() => actions.switchChain(id))}>
          <ChainIcon chainId={id} size={18} />
          {name}
          {id === chainId && (
            <>
              <Check className="ml-auto text-accent!" aria-hidden="true" />
              <span className="sr-only"> (current)</span>
            </>
          )}
        </MenuItem>
      ))}
      <hr className="-mx-1 my-1" />
      {actions.playMoney && (
        <MenuItem onClick={and(actions.playMoney)}>
          <Coins aria-hidden="true" /> Get play money
        </MenuItem>
      )}
      {actions.activity && (
        <MenuItem onClick={and(actions.activity)}>
          <ScrollText aria-hidden="true" /> Activity
        </MenuItem>
      )}
      {actions.plans && (
        <MenuItem onClick={and(actions.plans)}>
          <CalendarClock aria-hidden="true" /> Plans
        </MenuItem>
      )}
      {actions.permissions && (
        <MenuItem onClick={and(actions.permissions)}>
          <FileSignature aria-hidden="true" /> Permissions
        </MenuItem>
      )}
      {actions.settings && (
        <MenuItem onClick={and(actions.settings)}>
          <Settings2 aria-hidden="true" /> Settings
        </MenuItem>
      )}
      {actions.signIn && (
        <MenuItem onClick={and(actions.signIn)}>
          <LogIn aria-hidden="true" /> Sign in
        </MenuItem>
      )}
      {actions.signOut && (
        <MenuItem onClick={and(actions.signOut)}>
          <LogOut aria-hidden="true" /> Sign out
        </MenuItem>
      )}
      <MenuItem onClick={and(actions.disconnect)}>
        <Unplug aria-hidden="true" /> Disconnect
      </MenuItem>
    </>
  )
}
