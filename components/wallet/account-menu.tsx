'use client'

import {
  CalendarClock,
  ChartPie,
  Check,
  ChevronDown,
  CircleHelp,
  Coins,
  Command,
  FileSignature,
  LogIn,
  LogOut,
  QrCode,
  ScrollText,
  Settings2,
  Unplug,
} from 'lucide-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import { openHelp, openPalette, openReceive, withCommandKey } from '@/components/palette/overlay'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/floating/menu'
import { Boundary } from '@/components/ui/page/boundary'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { WalletIcon } from '@/components/ui/pictures/named-icons'
import { TitledAddress } from '@/components/ui/text/address'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { shortHex } from '@/lib/chain/tokens/amount'
import type { AccountActions } from './account-slot'
import type { AccountView } from './account-store'

/** Menu of the connected account: its chain and balances, and its actions. */
export function AccountMenu({
  address,
  account: { chainId, connectorId, connectorName },
  chains,
  signedIn,
  actions,
}: {
  address: `0x${string}`
  account: AccountView
  chains: Chains
  signedIn: boolean
  actions: AccountActions
}) {
  const chain = chainId === null ? undefined : chains.get(chainId)
  return (
    <Menu
      header={
        <>
          <TitledAddress
            address={address}
            title={
              <p className="form-label flex items-center gap-1.5">
                {connectorName !== null && <WalletIcon id={connectorId} name={connectorName} />}
                {connectorName ?? 'Wallet'}
              </p>
            }
          />
          <p className="mt-3 flex items-center border-t pt-2 text-small font-semibold">
            Total <Sum address={address} />
          </p>
        </>
      }
      trigger={<Trigger address={address} chain={chain} signedIn={signedIn} />}
    >
      {[...chains.values()].map(({ id, name }) => (
        <MenuItem key={id} onClick={() => actions.switchChain(id)}>
          <ChainIcon chainId={id} size={18} />
          {name}
          {id === chainId && (
            <>
              <Check className="text-accent!" aria-hidden="true" />
              <span className="sr-only"> (current)</span>
            </>
          )}{' '}
          <Sum address={address} chainId={id} />
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onClick={openReceive}>
        <QrCode aria-hidden="true" /> Receive
      </MenuItem>
      {actions.playMoney && (
        <MenuItem onClick={actions.playMoney}>
          <Coins aria-hidden="true" /> Get play money
        </MenuItem>
      )}
      {actions.portfolio && (
        <MenuItem onClick={actions.portfolio}>
          <ChartPie aria-hidden="true" /> Portfolio
        </MenuItem>
      )}
      {actions.activity && (
        <MenuItem onClick={actions.activity}>
          <ScrollText aria-hidden="true" /> Activity
        </MenuItem>
      )}
      {actions.plans && (
        <MenuItem onClick={actions.plans}>
          <CalendarClock aria-hidden="true" /> Plans
        </MenuItem>
      )}
      {actions.permissions && (
        <MenuItem onClick={actions.permissions}>
          <FileSignature aria-hidden="true" /> Permissions
        </MenuItem>
      )}
      {actions.settings && (
        <MenuItem onClick={actions.settings}>
          <Settings2 aria-hidden="true" /> Settings
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onClick={openPalette}>
        <Command aria-hidden="true" /> Commands <Keys>{withCommandKey('K')}</Keys>
      </MenuItem>
      <MenuItem onClick={openHelp}>
        <CircleHelp aria-hidden="true" /> Help <Keys>?</Keys>
      </MenuItem>
      <MenuSeparator />
      {actions.signIn && (
        <MenuItem onClick={actions.signIn}>
          <LogIn aria-hidden="true" /> Sign in
        </MenuItem>
      )}
      {actions.signOut && (
        <MenuItem onClick={actions.signOut}>
          <LogOut aria-hidden="true" /> Sign out
        </MenuItem>
      )}
      <MenuItem onClick={actions.disconnect}>
        <Unplug aria-hidden="true" /> Disconnect
      </MenuItem>
    </Menu>
  )
}

/** The keys that do the same. No part of the item's name. */
const Keys = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="ml-auto pl-4 text-label text-ink-faint pointer-coarse:hidden">
    {children}
  </span>
)

const AccountSum = lazy(() => import('../portfolio/account-sum'))

/** A sum that takes its time. Shows nothing if it fails to load. */
const Sum = (of: ComponentProps<typeof AccountSum>) => (
  <span className="figures ml-auto text-small">
    <Boundary fallback={null}>
      <Suspense>
        <AccountSum {...of} />
      </Suspense>
    </Boundary>
  </span>
)

/** Keeps the background in forced-colors mode, which would remove it. */
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
      className="flex h-10 w-46 max-w-full min-w-0 items-center gap-2 rounded-control border border-rule-strong px-2.5 text-small hover:bg-paper-sunk @max-[15rem]:px-1.5"
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
