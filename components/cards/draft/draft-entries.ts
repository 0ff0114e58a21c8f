import { getAddress, isAddress } from 'viem'
import type { Chains, Token } from '@/lib/chain/chains/chain'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { RequestField } from '@/lib/review/words/agreed'
import {
  type DraftAction,
  type DraftAmount,
  type DraftField,
  draftActions,
  fieldsOfAction,
  missingIn,
  percentFigure,
  type RequestFields,
  readReceiver,
  requestFieldsSchema,
} from '@/lib/wire/draft'
import { canSay, capitalized, type DraftPlace, draftPlaceSchema, placeWords } from '@/lib/wire/place'

/** The text of each field in the form of a draft; empty if the field is not set. */
export type Entries = Record<RequestField, string>

export const actionNames: Readonly<Record<DraftAction, string>> = {
  swap: 'Swap',
  bridge: 'Bridge',
  send: 'Send',
  supply: 'Supply to a lending market',
  withdraw: 'Withdraw',
  borrow: 'Borrow',
  repay: 'Repay',
  stake: 'Stake in a vault',
  unstake: 'Unstake',
}

export function entriesOf({
  action,
  amount,
  token,
  receives,
  receiver,
  place,
  chainId,
  toChainId,
  slippage,
}: RequestFields): Entries {
  return {
    action,
    amount: amount ? amountText(amount) : '',
    token: token ?? '',
    receives: receives ?? '',
    receiver: receiver ?? '',
    place: place ? placeEntry(place) : '',
    chainId: chainId === undefined ? '' : String(chainId),
    toChainId: toChainId === undefined ? '' : String(toChainId),
    slippage: slippage === undefined ? '' : percentFigure(slippage),
  }
}

export const actionIn = ({ action }: Pick<Entries, 'action'>): DraftAction =>
  draftActions.find((each) => each === action) ?? 'swap'

const placeEntry = (place: DraftPlace): string => JSON.stringify(place)

/** Reads the entry of a place; null if it is empty, or if the action has no such place. */
export function readPlace(action: DraftAction, entry: string): DraftPlace | null {
  const place = entry === '' ? undefined : draftPlaceSchema.safeParse(JSON.parse(entry)).data
  return place && canSay(action, place) ? place : null
}

/** Places to choose from that no draft has named. */
const commonPlaces: Readonly<Partial<Record<DraftAction, readonly DraftPlace[]>>> = {
  stake: [{ lockDays: 0 }, { lockDays: null }],
  unstake: [{ lockDays: 0 }, { lockDays: null }],
  withdraw: [{ kind: 'market' }],
}

/** Returns the entries to choose a place from, each with its words: any, those that each action has, and the `offered`. */
export function placesOf(action: DraftAction, offered: string): { value: string; words: string }[] {
  const common = (commonPlaces[action] ?? []).map(placeEntry)
  const entries = [...common, ...(readPlace(action, offered) && !common.includes(offered) ? [offered] : [])]
  return [
    { value: '', words: 'Any place' },
    ...entries.map((value) => ({ value, words: placeEntryWords(action, value) })),
  ]
}

/** Describes an entry in the words of the form. */
export function placeEntryWords(action: DraftAction, entry: string): string {
  const place = readPlace(action, entry)
  return place ? capitalized(placeWords(place)) : 'Any place'
}

const amountText = ({ kind, value }: DraftAmount): string => {
  if (kind === 'exact') return value
  return kind === 'usd' ? `$${value}` : Number(value) === 100 ? 'all' : `${value}%`
}

/** Reads "0.5", "$50", "25%" or "all"; null for anything else. A comma could be either mark, so it is refused. */
export function readAmount(text: string): DraftAmount | null {
  const written = text.trim().toLowerCase()
  if (written === 'all' || written === 'max') return { kind: 'percent', value: '100' }
  const [, dollar, figure, percent] = /^(\$?)\s*(\d{0,30}(?:\.\d{1,30})?)\s*(%?)$/.exec(written) ?? []
  if (!figure || (dollar && percent)) return null
  const value = figure.startsWith('.') ? `0${figure}` : figure
  return { kind: dollar ? 'usd' : percent ? 'percent' : 'exact', value }
}

/** Maps each field to what is wrong with it, in words for the person. */
export type Problems = Partial<Record<RequestField, string>>

const missing: Readonly<Partial<Record<DraftField, string>>> = {
  amount: 'Say how much.',
  token: 'Choose a token.',
  receives: 'Choose the token you want to get.',
  receiver: 'Say who gets it: a whole address, or a name such as anna.eth.',
  toChainId: 'Choose the network it goes to.',
}

/** Reads the request from the entries. `fields` is null if there are problems; `partly` holds what could be read. */
export function readEntries(
  entries: Entries,
  chains: Chains,
): { partly: RequestFields; problems: Problems; fields: RequestFields | null } {
  const action = actionIn(entries)
  const problems: Problems = {}
  const partly: RequestFields = { action }
  const say = (field: DraftField): string => (fieldsOfAction[action].includes(field) ? entries[field].trim() : '')
  const amount = say('amount') && readAmount(say('amount'))
  if (amount) {
    if (requestFieldsSchema.safeParse({ action, amount }).success) partly.amount = amount
    else problems.amount = amount.kind === 'percent' ? 'Between 0 and 100%.' : 'More than 0.'
  } else if (say('amount'))
    problems.amount = 'Write a figure such as 0.5, $50 or 25%, or “all”. The decimal mark is a point.'
  const receiver = say('receiver') && readReceiver(say('receiver'))
  if (receiver) partly.receiver = receiver
  else if (say('receiver')) problems.receiver = wrongReceiver(say('receiver'))
  const slippage = say('slippage') && Number(say('slippage').replace(/\s*%$/, ''))
  if (slippage !== '') {
    if (slippage > 0 && slippage <= 20) partly.slippage = Number((slippage / 100).toFixed(8))
    else problems.slippage = 'More than 0 and at most 20%.'
  }
  for (const field of ['chainId', 'toChainId'] as const) {
    if (!say(field)) continue
    partly[field] = Number(say(field))
    if (!chains.has(Number(say(field)))) problems[field] = 'This app does not have that network.'
  }
  const place = readPlace(action, say('place'))
  if (place) partly.place = place
  for (const field of ['token', 'receives'] as const) if (say(field)) partly[field] = say(field)
  const { token, receives, chainId, toChainId } = partly
  if (token && !isListed(token, chainId, chains)) problems.token = notListed(token, chainId, chains)
  const end = toChainId ?? chainId
  if (receives && !isListed(receives, end, chains)) problems.receives = notListed(receives, end, chains)
  if (token && token === receives && (toChainId === undefined || toChainId === chainId))
    problems.receives = 'That is the token you give.'
  if (action === 'bridge' && toChainId !== undefined && toChainId === chainId)
    problems.toChainId = 'It is the network it leaves from.'
  for (const field of missingIn(partly)) problems[field] ??= missing[field]
  const isWhole = Object.keys(problems).length === 0
  return { partly, problems, fields: isWhole ? (requestFieldsSchema.safeParse(partly).data ?? null) : null }
}

function wrongReceiver(text: string): string {
  if (!/^0x/i.test(text)) return 'Write a whole address, starting with 0x, or a name such as anna.eth.'
  const isMistyped = isAddress(text, { strict: false }) && getAddress(text) !== text
  return isMistyped
    ? 'This address has a mistyped character: its upper and lower case do not fit together.'
    : 'An address has 0x and 40 characters after it.'
}

const isListed = (symbol: string, chainId: number | undefined, chains: Chains): boolean =>
  chainsFor(chainId, chains).some((chain) => tokenBySymbol(chain, symbol) !== null)

const notListed = (symbol: string, chainId: number | undefined, chains: Chains): string =>
  `This app does not list ${symbol}${chainId === undefined ? '' : ` on ${chains.get(chainId)?.name ?? 'that network'}`}.`

const chainsFor = (chainId: number | undefined, chains: Chains) =>
  [...chains.values()].filter(({ id }) => chainId === undefined || id === chainId)

/** Returns the tokens to choose from on a network, or on any if `chainId` is empty. Always includes `chosen`. */
export function tokensOn(chainId: string, chosen: string, chains: Chains): string[] {
  const listed = chainsFor(chainId === '' ? undefined : Number(chainId), chains).flatMap(({ tokens }) =>
    tokens.map(({ symbol }) => symbol),
  )
  return [...new Set([...listed, ...(chosen ? [chosen] : [])])]
}

/** Finds a listed token by its symbol on a network; on the first that lists it, if `chainId` is empty. */
export const tokenOn = (chainId: string, symbol: string, chains: Chains): Token | null =>
  chainsFor(chainId === '' ? undefined : Number(chainId), chains)
    .map((chain) => tokenBySymbol(chain, symbol))
    .find((token) => token !== null) ?? null

/** Returns the fields whose value differs from the one that the draft offered. */
export const editedIn = (entries: Entries, offered: Entries): ReadonlySet<RequestField> =>
  new Set((Object.keys(entries) as RequestField[]).filter((field) => entries[field].trim() !== offered[field].trim()))
