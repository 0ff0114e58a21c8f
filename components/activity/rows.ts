import { type Address, type Hash, isAddressEqual, isHash, zeroHash } from 'viem'
import { kindOfCall } from '@/components/cards/frame/card-heading'
import { statusLabelOf } from '@/components/cards/frame/status-labels'
import { requestedMove } from '@/lib/execution/call/comparison/requested-move'
import type { LedgerEntry, LedgerState, WorstFinding } from '@/lib/execution/ledger/entry'
import { entryKey } from '@/lib/execution/ledger/entry-key'
import { isInFlight, isOpen } from '@/lib/execution/ledger/machine'
import { minedHash, stateOf } from '@/lib/execution/ledger/outcome'
import { isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import type { ListedCall } from '@/lib/wire/conversations'
import { foldText } from '@/lib/wire/folded-text'
import { readToolResult, supersededResult } from '@/lib/wire/result'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { plainHeadlineOf } from './headline'
import { type Move, type MovesBy, movesOf } from './moves'

/** States of a proposal, as coarse as people filter by. */
export const statuses = ['open', 'underWay', 'done', 'declined', 'blocked', 'failed', 'closed'] as const
export type Status = (typeof statuses)[number]

type NamedHash = { hash: Hash; chainId: number; title: string }

/** One proposal as the list of activity shows it. */
export type Row = {
  entry: LedgerEntry
  /** When it was proposed. Milliseconds since the epoch. */
  at: number
  headline: string
  /** The tool's own word: "Swap", "Send". */
  kind: string
  status: Status
  statusLabel: ReturnType<typeof statusLabelOf>
  moves: readonly Move[]
  movesBy: MovesBy
  chainIds: readonly number[]
  worst: WorstFinding | null
  hashes: readonly NamedHash[]
  /** True if only the service reports the call, or its outcome. */
  isServiceReported: boolean
  /** The text to search, folded. */
  searched: string
}

/** Returns all proposals of an account, newest first: this browser's records, and others that the service reports. */
export function rowsOf(entries: readonly LedgerEntry[], listed: readonly ListedCall[], owner: Address): Row[] {
  const own = entries.filter((entry) => isAddressEqual(entry.owner, owner))
  const known = new Set(own.map(({ taskId, callId }) => JSON.stringify([taskId, callId])))
  const others = listed.filter(({ taskId, callId }) => !known.has(JSON.stringify([taskId, callId])))
  return [...own.map(rowOf), ...others.map((call) => rowOf(toldEntry(call, owner)))].sort((a, b) => b.at - a.at)
}

const rows = new WeakMap<LedgerEntry, Row>()

/** Caches rows by entry: entries are immutable, a row is costly to make, and there may be thousands. */
export function rowOf(entry: LedgerEntry): Row {
  const known = rows.get(entry)
  if (known) return known
  const row = makeRow(entry)
  rows.set(entry, row)
  return row
}

function makeRow(entry: LedgerEntry): Row {
  const { moves, by } = movesOf(entry)
  const headline = plainHeadlineOf(entry)
  const kind = kindOfCall(entry)
  const hashes = hashesOf(entry)
  const isTold = isServiceReported(entry) || toldEntries.has(entry)
  return {
    entry,
    at: entry.createdAt,
    headline,
    kind,
    status: statusOf(entry),
    statusLabel:
      toldEntries.has(entry) && isOpen(entry.state) ? { word: 'Reported open', tone: 'neutral' } : statusLabelOf(entry),
    moves,
    movesBy: by,
    chainIds: chainsOf(entry),
    worst: entry.worst ?? null,
    hashes,
    isServiceReported: isTold,
    searched: foldText(
      [headline, kind, entry.worst?.title ?? '', entry.callId, ...hashes.map(({ hash }) => hash)]
        .concat((entry.words ?? []).map(({ text }) => text))
        .join('\n'),
    ),
  }
}

function statusOf({ state, worst }: LedgerEntry): Status {
  // One that waits for the person's choice is open.
  const isAsking = worst?.asks !== undefined
  if (!isAsking && (state === 'blocked' || (state === 'superseded' && worst?.level === 'BLOCK'))) return 'blocked'
  if (isOpen(state)) return 'open'
  if (isInFlight(state)) return 'underWay'
  return ends[state] ?? 'closed'
}

const ends: Partial<Record<LedgerState, Status>> = {
  confirmed: 'done',
  rejected: 'declined',
  reverted: 'failed',
  failed: 'failed',
}

function hashesOf({ steps, destinationHash, transfer, outcome }: LedgerEntry): NamedHash[] {
  const own = steps.flatMap((step): NamedHash[] => {
    const hash = minedHash(step)
    return hash ? [{ hash, chainId: step.chainId, title: step.title }] : []
  })
  const named = new Map(own.map((each) => [each.hash, each]))
  if (destinationHash && transfer)
    named.set(destinationHash, { hash: destinationHash, chainId: transfer.toChainId, title: 'Arrival' })
  // A transaction that only the service names.
  if (own.length === 0 && outcome?.status === 'success') {
    const { txHash: hash, chainId } = outcome
    if (hash && isHash(hash) && chainId !== undefined) named.set(hash, { hash, chainId, title: 'Transaction' })
  }
  return [...named.values()]
}

function chainsOf(entry: LedgerEntry): number[] {
  const { parameters, steps, transfer } = entry
  const move = requestedMove(entry)
  const asked = ['chainId', 'fromChainId', 'toChainId'].flatMap((field) => {
    const id = Number(parameters[field])
    return Number.isSafeInteger(id) && id > 0 ? [id] : []
  })
  return [
    ...new Set([
      ...steps.map(({ chainId }) => chainId),
      ...(transfer ? [transfer.toChainId] : []),
      ...asked,
      ...(move ? [move.chainId] : []),
    ]),
  ]
}

const toldEntries = new WeakSet<LedgerEntry>()
const made = new WeakMap<ListedCall, LedgerEntry>()

/** Converts a call of another browser into a ledger entry, with the state and outcome that the service reports. */
function toldEntry(call: ListedCall, owner: Address): LedgerEntry {
  const known = made.get(call)
  if (known) return known
  const displays = findTool(call.name)?.kind === 'display'
  const outcome =
    call.state === 'pending'
      ? undefined
      : (readToolResult(call.result, { displays }) ?? (call.state === 'void' ? supersededResult : undefined))
  const entry: LedgerEntry = {
    key: entryKey({ owner, taskId: call.taskId, callId: call.callId }),
    taskId: call.taskId,
    callId: call.callId,
    toolName: canonicalToolName(call.name) ?? call.name,
    parameters: call.parameters ?? {},
    callHash: zeroHash,
    owner,
    state: outcome ? stateOf(outcome) : 'reviewing',
    reported: outcome !== undefined,
    ...(outcome ? { outcome, recorded: true } : {}),
    steps: [],
    createdAt: call.at,
    updatedAt: call.changedAt,
  }
  toldEntries.add(entry)
  made.set(call, entry)
  return entry
}
