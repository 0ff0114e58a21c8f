import type { Address } from 'viem'
import { imitatedBy } from '@/components/chat/thread/chips/known'
import { reasons } from '@/components/contacts/import-words'
import type { NotifySettingsStore } from '@/components/notifications/notify-settings'
import type { ThemeChoice } from '@/components/ui/page/theme'
import { formatUsd, percentOf } from '@/components/ui/text/figures'
import { chainName } from '@/lib/chain/tokens/tokens'
import { type ReadingStore, usualReading } from '@/lib/chat/page/reading'
import type { AddressBook, Contact } from '@/lib/execution/call/kept/address-book'
import { contactOrUnfit, sortImport } from '@/lib/execution/call/kept/address-book-file'
import type { LimitsStore } from '@/lib/execution/call/kept/limits-store'
import type { OwnSlippage } from '@/lib/execution/call/kept/own-slippage'
import type { SpendingLimits } from '@/lib/review/findings/budget'
import type { QuietMode } from '../quiet-mode'
import { formatWords, themes, zones } from '../reading-section'
import type { OwnRpc } from '../rpc/own-rpc'
import type { RpcTrial } from '../rpc/rpc-trials'
import type { CarriedFile } from './carried-file'

/** Where this browser keeps what a file can carry. */
export type Kept = {
  owner: Address
  limits: LimitsStore
  slippage: OwnSlippage
  addressBook: AddressBook
  reading: ReadingStore
  theme: { read: () => ThemeChoice; choose: (theme: ThemeChoice) => void }
  quiet: QuietMode
  notify: NotifySettingsStore
  ownRpc: OwnRpc
  /** Networks of this app. */
  chainIds: readonly number[]
  /** Addresses that the account knows. */
  familiar: Parameters<typeof imitatedBy>[1]
}

/** Something that a file would change here, which the person takes or leaves. */
export type Change = {
  id: string
  /** What changes: "Limit per proposal". */
  what: string
  /** The choice made here that it would replace. Null if none was made. */
  before: string | null
  after: string
  /** What to think of before it is taken. */
  caution?: string
  contacts?: readonly Contact[]
  /** Returns false if it could not be stored. */
  apply: () => boolean
  /** A node is only tried, after the page has been loaded again. */
  trial?: RpcTrial
}

/** A change is ticked at first if it replaces nothing and needs no thought. */
export const isTicked = ({ before, caution }: Change): boolean => before === null && caution === undefined

/**
 * Returns what a file would change here, and what of it is left out in any case. What the other browser had not chosen
 * is no change: a file never takes a limit away.
 */
export function changesOf(file: CarriedFile, kept: Kept): { changes: readonly Change[]; leftOut: readonly string[] } {
  const contacts = contactChanges(file, kept)
  const nodes = nodeChanges(file, kept)
  return {
    changes: [...limitChanges(file, kept), ...slippageChanges(file, kept), ...contacts.changes]
      .concat(pageChanges(file, kept))
      .concat(nodes.changes),
    leftOut: [...contacts.leftOut, ...nodes.leftOut],
  }
}

const limitNames = { perProposal: 'Limit per proposal', perDay: 'Limit per 24 hours' } as const
const noLimits: SpendingLimits = { perProposal: null, perDay: null }

function limitChanges({ limits: carried }: CarriedFile, { limits }: Kept): Change[] {
  const stored = limits.read()
  const here = stored === 'unreadable' ? noLimits : stored
  return (['perProposal', 'perDay'] as const).flatMap((name): Change[] => {
    const [limit, now] = [carried[name], here[name]]
    if (limit === null || limit === now) return []
    const apply = () => {
      const latest = limits.read()
      return limits.write({ ...(latest === 'unreadable' ? noLimits : latest), [name]: limit })
    }
    return [
      {
        id: name,
        what: limitNames[name],
        before: stored === 'unreadable' ? 'a damaged record' : now === null ? null : formatUsd(now),
        after: formatUsd(limit),
        ...(now !== null && limit > now ? { caution: 'It lets more leave your account than now.' } : {}),
        apply,
      },
    ]
  })
}

function slippageChanges({ slippage: carried }: CarriedFile, { slippage }: Kept): Change[] {
  const here = slippage.read()
  if (carried === null || carried === here) return []
  const before = here === null ? null : percentOf(here)
  return [
    {
      id: 'slippage',
      what: 'Default slippage',
      before,
      after: percentOf(carried),
      apply: () => slippage.write(carried),
    },
  ]
}

/** Names at most five of them: the list beside it has them all. */
const namesOf = (contacts: readonly Contact[]): string =>
  new Intl.ListFormat('en').format([
    ...contacts.slice(0, 5).map(({ name }) => `“${name}”`),
    ...(contacts.length > 5 ? [`${contacts.length - 5} more`] : []),
  ])

function contactChanges({ contacts: carried }: CarriedFile, { owner, addressBook, familiar }: Kept) {
  const read = carried.map((given, index) => ({ number: index + 1, contact: contactOrUnfit(given) }))
  const { added, renamed, skipped } = sortImport(read, {
    contacts: addressBook.read(),
    owner,
    imitates: (address) => imitatedBy(address, familiar) !== null,
  })
  const changes: Change[] = []
  if (added.length > 0)
    changes.push({
      id: 'contacts',
      what: 'Address book',
      before: null,
      after: `${added.length === 1 ? 'one more contact' : `${added.length} more contacts`}, ${namesOf(added)}`,
      contacts: added,
      apply: () => addressBook.save(added),
    })
  for (const { contact, before } of renamed)
    changes.push({
      id: `contact-${contact.address}`,
      what: 'Name of a contact',
      before: `“${before}”`,
      after: `“${contact.name}”`,
      contacts: [contact],
      apply: () => addressBook.save([contact]),
    })
  const leftOut = reasons.flatMap(([reason, words]) =>
    skipped[reason].map(
      (number) =>
        `The contact “${carried[number - 1]?.name.slice(0, 40) ?? ''}”: ${reason === 'unreadable' ? 'its name or address is not valid' : words}.`,
    ),
  )
  return { changes, leftOut }
}

/** Describes the change of a choice; none if the other browser had left it at the `usual`, or it is the same here. */
function choiceChange<Value>(
  { id, what, words, apply }: Pick<Change, 'id' | 'what' | 'apply'> & { words: (value: Value) => string },
  { carried, here, usual }: Record<'carried' | 'here' | 'usual', Value>,
): Change[] {
  if (carried === usual || carried === here) return []
  return [{ id, what, before: here === usual ? null : words(here), after: words(carried), apply }]
}

const wordsOf = <Value>(choices: readonly { value: Value; words: string }[], value: Value): string =>
  choices.find((choice) => choice.value === value)?.words ?? ''
const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off')

/** Changes of what holds for every account in the browser. */
function pageChanges(file: CarriedFile, { reading, theme, quiet, notify }: Kept): Change[] {
  const { figures, zone } = file.reading
  const here = reading.read()
  return [
    ...choiceChange(
      {
        id: 'figures',
        what: 'Number format',
        words: formatWords,
        apply: () => reading.write({ ...reading.read(), figures }),
      },
      { carried: figures, here: here.figures, usual: usualReading.figures },
    ),
    ...choiceChange(
      {
        id: 'zone',
        what: 'Time zone',
        words: (value) => wordsOf(zones, value),
        apply: () => reading.write({ ...reading.read(), zone }),
      },
      { carried: zone, here: here.zone, usual: usualReading.zone },
    ),
    ...choiceChange(
      {
        id: 'theme',
        what: 'Theme',
        words: (value) => wordsOf(themes, value),
        apply: () => {
          theme.choose(file.theme)
          return theme.read() === file.theme
        },
      },
      { carried: file.theme, here: theme.read(), usual: 'system' },
    ),
    ...choiceChange(
      { id: 'quiet', what: 'Quiet mode', words: onOrOff, apply: () => quiet.write(file.quiet) },
      { carried: file.quiet, here: quiet.read(), usual: false },
    ),
    ...choiceChange(
      {
        id: 'details',
        what: 'Amounts, addresses and titles in notifications',
        words: onOrOff,
        apply: () => notify.write({ ...notify.read(), details: file.notifyDetails }),
      },
      { carried: file.notifyDetails, here: notify.read().details, usual: false },
    ),
  ]
}

function nodeChanges({ nodes = {} }: CarriedFile, { ownRpc, chainIds }: Kept) {
  const here = ownRpc.read()
  const leftOut: string[] = []
  const changes = Object.entries(nodes).flatMap(([id, url]): Change[] => {
    const chainId = Number(id)
    if (here[id] === url) return []
    if (!chainIds.includes(chainId)) {
      leftOut.push(`The node for chain ${chainId}: this app does not serve that chain.`)
      return []
    }
    return [
      {
        id: `node-${id}`,
        what: `Your node for ${chainName(chainId)}`,
        before: here[id] === undefined ? null : new URL(here[id]).host,
        after: new URL(url).host,
        caution: 'Cards show what it answers: use it only if you trust it. The app checks it first.',
        apply: () => true,
        trial: { chainId, url },
      },
    ]
  })
  return { changes, leftOut }
}
