'use client'

import { useMemo, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { AddressBookSection } from '@/components/contacts/address-book-section'
import { NotifySection } from '@/components/notifications/notify-section'
import { Segmented } from '@/components/ui/segmented'
import { FullAddress } from '@/components/ui/text/address'
import reader from '@/lib/language/reader/version.generated.json'
import type { SpendingLimits } from '@/lib/review/findings/budget'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { CarrySection } from './carry/carry-section'
import { DeleteData } from './delete-data'
import { LimitField } from './limit-field'
import { ReadingSection } from './reading-section'
import { RpcSection } from './rpc/rpc-section'
import { SlippageForm } from './slippage-form'
import { SpentToday } from './spent-today'
import { readDollars, writeDollars } from './typed-figures'

const none: SpendingLimits = { perProposal: null, perDay: null }

/** Settings of the signed-in account: its limits, what counts towards them, and the deletion of its data. */
export default function Settings() {
  const { limits: store, owner } = useWork()
  const { session, settings } = useApp()
  const service = new URL(settings.siwe.uri)
  const stored = useSyncExternalStore(store.subscribe, store.read)
  const limits = stored === 'unreadable' ? none : stored
  return (
    <>
      <SettingsIndex />
      <div className="mt-6 border-b pb-3">
        <p className="form-label">Account</p>
        <FullAddress address={owner} className="mt-0.5 text-small" />
      </div>
      <h2 id="limits-heading" className="mt-8 text-lead font-semibold">
        Spending limits
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        No proposal above these limits can be countersigned, whatever an agent says. They apply to this account in this
        browser, and only you can change them.
      </p>
      {stored === 'unreadable' && (
        <Notice tone="warn" role="alert" className="mt-4" title="Your limits cannot be read.">
          This browser’s record of them is damaged or locked. Until you set them again, no proposal can be checked
          against them.
        </Notice>
      )}
      {/* The key resets the form when another tab changes the limits. */}
      <LimitsForm key={`${limits.perProposal}:${limits.perDay}`} limits={limits} save={store.write} />
      <SpentToday perDay={limits.perDay} />
      <SlippageForm />
      <RpcSection />
      <QuietSection />
      <NotifySection />
      <ReadingSection />
      <AddressBookSection />
      <CarrySection />
      <DeleteData keptBy={service.origin === settings.origin ? null : service.host} onDeleted={() => session.check()} />
      <p className="mt-12 border-t pt-3 text-label text-ink-muted text-pretty">
        Cards compare each proposal with your words, as version {reader.version} of this app’s reader understands them.
      </p>
    </>
  )
}

function LimitsForm({ limits, save }: { limits: SpendingLimits; save: (limits: SpendingLimits) => boolean }) {
  const before = useMemo(
    () => ({ perProposal: writeDollars(limits.perProposal), perDay: writeDollars(limits.perDay) }),
    [limits],
  )
  const [text, setText] = useState(before)
  const [failed, setFailed] = useState(false)
  const read = { perProposal: readDollars(text.perProposal), perDay: readDollars(text.perDay) }
  const changed = text.perProposal !== before.perProposal || text.perDay !== before.perDay
  const submit = () => {
    if ('problem' in read.perProposal || 'problem' in read.perDay) return
    setFailed(!save({ perProposal: read.perProposal.limit, perDay: read.perDay.limit }))
  }
  const field = (name: 'perProposal' | 'perDay') => ({
    value: text[name],
    problem: problemOf(read[name]),
    onChange: (value: string) => setText({ ...text, [name]: value }),
  })
  return (
    <form
      aria-labelledby="limits-heading"
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <LimitField
        {...field('perProposal')}
        label="Per proposal"
        explanation="The most that may leave your account with one proposal, across all of its transactions."
      />
      <LimitField
        {...field('perDay')}
        label="Per 24 hours"
        explanation="The most that may leave your account in 24 hours, across all proposals, including the new one."
      />
      <p className="mt-4 text-small text-ink-muted text-pretty">
        Everything that leaves counts, including what you swap or lend; network fees do not. Tokens without a known
        price and NFTs cannot be counted: such proposals say so, and ask you to confirm.
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary" disabled={!changed || hasProblem(read)}>
          Save limits
        </Button>
        <p role="status" className="text-small text-ink-muted">
          {failed ? 'This browser does not allow the limits to be stored.' : changed ? '' : summary(limits)}
        </p>
      </div>
    </form>
  )
}

type Read = ReturnType<typeof readDollars>
const problemOf = (read: Read): string | null => ('problem' in read ? read.problem : null)
const hasProblem = (read: Record<string, Read>): boolean => Object.values(read).some((each) => problemOf(each) !== null)

const summary = ({ perProposal, perDay }: SpendingLimits): string =>
  perProposal === null && perDay === null ? 'No limits are set.' : 'These limits are in force.'

/** Sections of the page, by the ids of their headings. */
const sections = [
  ['limits-heading', 'Limits'],
  ['swaps-heading', 'Swaps'],
  ['rpc-heading', 'Networks'],
  ['quiet-heading', 'Quiet mode'],
  ['notify-heading', 'Notifications'],
  ['reading-heading', 'Theme and figures'],
  ['address-book-heading', 'Address book'],
  ['carry-heading', 'Another device'],
  ['delete-heading', 'Your data'],
] as const

/** Leads to each section: the page is long, and most people come for one of them. */
const SettingsIndex = () => (
  <nav aria-label="Settings" className="mt-5 flex flex-wrap gap-1.5 print:hidden">
    {sections.map(([id, words]) => (
      <button
        key={id}
        type="button"
        onClick={() => goTo(id)}
        className="min-h-9 rounded-control border px-2.5 text-small hover:border-rule-strong hover:bg-paper-sunk"
      >
        {words}
      </button>
    ))}
  </nav>
)

/** Scrolls to a heading and gives it the focus, so that the next Tab goes on from there. */
function goTo(id: string): void {
  const heading = document.getElementById(id)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}

/** Turns requests to third parties off, and says what stops working. */
function QuietSection() {
  const { quiet } = useApp()
  const isOn = useSyncExternalStore(quiet.subscribe, quiet.read)
  const [failed, setFailed] = useState(false)
  return (
    <section aria-labelledby="quiet-heading" className="mt-12 border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="quiet-heading" className="text-lead font-semibold">
          Quiet mode
        </h2>
        <Segmented
          label="Quiet mode"
          value={isOn}
          choices={[
            { value: true, words: 'On' },
            { value: false, words: 'Off' },
          ]}
          onChoose={(value) => setFailed(!quiet.write(value))}
        />
      </div>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        This browser then contacts only your nodes and the agent service. You cannot swap or bridge, because the routes
        come from LI.FI, nor use vaults that only Yield.xyz knows, nor connect a wallet through WalletConnect, and the
        page does not look up a bridge under way. The cards say so. Notifications name no amounts. As always, an NFT’s
        picture on another server loads only when you ask for it. The agent service decides for itself whom it contacts.
      </p>
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {failed && 'This browser did not store it, so nothing has changed.'}
      </p>
    </section>
  )
}
