import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { z } from 'zod'
import { functionCallPart, textPart } from '@/lib/wire/parts'
import type { Origin } from '@/lib/wire/plan'
import { newCallId } from '../a2a/runs/run'
import { searchable, vectorOf } from '../a2a/search-words'
import { agentMessage, logEvent, statusEvent } from '../a2a/streams/events'
import { type TaskRecord, taskView } from '../a2a/task-record'
import type { Query } from '../database/database'

/** Sources of the service's own proposals. */
export const proposalKinds = ['plan', 'rebalance'] as const
type ProposalKind = (typeof proposalKinds)[number]

/** A conversation that the service begins with an agent's message, without a message of the person. */
export type NewProposal = {
  /** User id of the owner, and the account and chain for the agent's later answers. */
  owner: { userId: string; address: Address; chainId: number }
  agentId: number
  kind: ProposalKind
  /** Identifies the occasion within the owner's: a second proposal with the same key is not made. */
  key: string
  /** One line for a list. Our own plain text, without uncleaned text from a chain. */
  title: string
  /** The agent's message. */
  text: string
  /** Calls to countersign, in order; empty if there is only a message. */
  calls: readonly { name: string; parameters: Record<string, unknown> }[]
  /** The plan or permission behind the proposal, and the conversation in which it was confirmed or signed. */
  origin?: Origin
}

/** If `isNew` is false, the key was used before, and `taskId` is that of the earlier proposal. */
export type Proposed = { taskId: string; isNew: boolean }

const keptSchema = z.object({ task_id: z.string() })

/**
 * Makes a proposal once per key of an owner, however many instances try. Writes the same rows as an ended turn of the
 * agent, so that the task is read, resumed, answered and canceled like any other. `query` may be a transaction's.
 * Returns null, and makes nothing, if the account is gone.
 */
export async function propose(query: Query, proposal: NewProposal, now: number): Promise<Proposed | null> {
  const { owner, agentId, kind, key, title, text, origin } = proposal
  const calls = proposal.calls.map((call) => ({ ...call, id: newCallId(), ...(origin && { origin }) }))
  const submitted: TaskRecord = {
    id: randomUUID(),
    contextId: randomUUID(),
    owner: owner.userId,
    address: owner.address,
    chainId: owner.chainId,
    agentId,
    state: 'submitted',
    statusAt: now,
    statusMessage: null,
    error: null,
    turnSeq: 1,
    lastSeq: 2,
    runner: null,
    pendingCalls: [],
  }
  const message = agentMessage(submitted, randomUUID(), [textPart(text), ...calls.map(functionCallPart)])
  const task: TaskRecord = {
    ...submitted,
    state: 'input-required',
    statusMessage: message,
    pendingCalls: calls.map(({ id }) => id),
  }
  const events = [logEvent(1, taskView(submitted)), logEvent(2, statusEvent(task, true))]
  // One statement: the key decides whether there is a task to make. The lock prevents a concurrent deletion of the
  // account, which would leave an orphaned task.
  const rows = await query(
    `with holder as (select id from auth_user where id = $2 for key share),
     begun as (
       insert into proposals (owner, key, task_id, kind, title, created_at)
       select id, $3::text, $1::text, $4::text, $5::text, $6::bigint from holder
       on conflict (owner, key) do nothing returning task_id),
     made as (
       insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, status_message,
         turn_seq, last_seq, created_at, read_at)
       select task_id, $2::text, $7::text, $8::int, $9::text, $10::int, $11::text, $6::bigint, $12::json,
         1, 2, $6::bigint, 0 from begun),
     said as (
       insert into messages (task_id, ord, owner, message_id, role, parts, words, at)
       select task_id, 0, $2::text, $13::text, 'agent', $14::json, ${vectorOf('$17::text')}, $6::bigint
       from begun),
     asked as (
       insert into calls (call_id, task_id, owner, said, ord, name, state, at, unasked)
       select c.id, b.task_id, $2::text, 0, c.ord, c.name, 'pending', $6::bigint, true
       from begun b, jsonb_to_recordset($15::jsonb) as c(id text, ord int, name text))
     insert into events (task_id, seq, final, event, at)
     select b.task_id, e.seq, e.final, e.json, $6::bigint
     from begun b, jsonb_to_recordset($16::jsonb) as e(seq int, final boolean, json text) returning task_id`,
    [
      task.id,
      task.owner,
      key,
      kind,
      title,
      now,
      task.address,
      task.chainId,
      task.contextId,
      task.agentId,
      task.state,
      JSON.stringify(message),
      message.messageId,
      JSON.stringify(message.parts),
      JSON.stringify(calls.map(({ id, name }, ord) => ({ id, ord, name }))),
      JSON.stringify(events),
      searchable(message.parts),
    ],
  )
  if (rows.length > 0) return { taskId: task.id, isNew: true }
  const before = await query('select task_id from proposals where owner = $1 and key = $2', [owner.userId, key])
  return before[0] ? { taskId: keptSchema.parse(before[0]).task_id, isNew: false } : null
}
