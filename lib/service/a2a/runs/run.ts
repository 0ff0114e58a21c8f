import { randomBytes, randomUUID } from 'node:crypto'
import { type Agent, type AgentContext, AgentFailure, type AgentOutput, type AgentTurn } from '@/lib/agents/agent'
import { type Confirms, confirmedIn } from '@/lib/agents/plans/offers'
import type { PlanBook } from '@/lib/agents/plans/plan'
import { isUnasked } from '@/lib/agents/unasked'
import { displayPart, draftPart, planOfferPart } from '@/lib/wire/data-parts'
import { type DataPart, functionCallPart, textPart } from '@/lib/wire/parts'
import type { PlanOffer } from '@/lib/wire/plan'
import type { Message, TaskMetadata } from '@/lib/wire/task'
import type { Database } from '../../database/database'
import { answerConfirmed } from '../../plans/confirmed'
import type { TurnPortfolio } from '../../portfolio/memory'
import { askedAgain, planIsOpen, proposeAgain, takePlanPlace } from '../../proposals/propose-again'
import { stateOfTask } from '../../rebalance/store'
import type { EventWriter, Writer } from '../streams/event-writer'
import { agentMessage, type LogEvent, logEvent, statusEvent, textEvent } from '../streams/events'
import type { LiveLog } from '../streams/live-log'
import { dated, type TaskRecord } from '../task-record'
import { type FinishTurn, finishTurns, type TurnCall } from './finish-turn'
import { claimedCalls, endSettled, lockOpenCalls, mostOpenCalls, settle } from './open-calls'

/** The end of a turn: the task and its whole history. */
export type TurnEnd = { task: TaskRecord; history: Message[] }

/** Why a run was stopped from outside. */
export type StopReason = 'canceled' | 'lost' | 'shutdown'

/** Output of a turn: from an agent, from a call proposed again, or from a confirmed plan. */
type TurnOutput = AgentOutput | ({ type: 'call' } & Omit<TurnCall, 'id'>) | { type: 'plan'; offer: PlanOffer }
type TurnError = TaskMetadata['error'] | null
type WrittenEnd = (TurnEnd & { events: readonly LogEvent[] }) | null

export type RunOptions = {
  writer: EventWriter
  database: Database
  finish: FinishTurn
  live: LiveLog
  context: AgentContext
  /** The plans of the task's owner. */
  plans: PlanBook
  portfolio: TurnPortfolio
  now: () => number
}

/** Explains that a permission ended while the agent was answering. */
const lapsed = {
  revoked: 'You revoked the permission for this move while I was preparing it.',
  expired: 'The permission for this move expired while I was preparing it.',
}

const errors = {
  failed: {
    code: 'agent-failed',
    message: 'Something failed while the agent was answering. Nothing was proposed. Try again.',
  },
  shutdown: {
    code: 'interrupted',
    message: 'The server was stopped while the agent was answering. Nothing was proposed. Try again.',
  },
} as const

/** One turn of one task: drives the agent, writes its text as it comes, and ends the turn in one statement. */
export class Run implements Writer {
  private readonly controller = new AbortController()
  private readonly messageId = randomUUID()
  private calls: TurnCall[] = []
  /** Plans and drafts to confirm, and plans that were confirmed. */
  private readonly offers: DataPart[] = []
  /** Open calls that the agent takes back. */
  private readonly withdrawn: string[] = []
  private said = ''
  private unwritten = ''
  private seq: number
  private hasWritten = false
  private canWrite = false
  private hasHeardAll = false
  /** True if results arrived meanwhile that have to be answered next. */
  hasKept = false
  private reason: StopReason | null = null
  /** Stops listening, whatever the agent does. */
  private giveUp: (error: Error) => void = () => undefined

  constructor(
    private readonly task: TaskRecord & { runner: string },
    /** Number of the last event so far. */
    lastSeq: number,
    private readonly agent: Agent,
    private readonly options: RunOptions,
  ) {
    this.seq = lastSeq
  }

  get taskId(): string {
    return this.task.id
  }

  get runner(): string {
    return this.task.runner
  }

  takeEvent(): LogEvent | null {
    return this.takeText(false)
  }

  written(event: LogEvent): void {
    this.options.live.publish(this.task.id, [event])
  }

  refused(reason: 'lost' | Error): void {
    if (reason !== 'lost') console.error(`Events of task ${this.task.id} could not be written.`, reason)
    this.stop('lost')
  }

  /** True if its task is in the database. */
  get mayWrite(): boolean {
    return this.canWrite
  }

  /** Called once the task is in the database: text may follow. */
  allowWriting(): void {
    this.canWrite = true
    // After that, the end of the turn includes the remaining text.
    if (this.unwritten && !this.hasHeardAll) this.options.writer.mark(this)
  }

  /** Aborts the agent. Nothing more is written, unless the task is still this run's (`shutdown`). */
  stop(reason: StopReason): void {
    this.reason ??= reason
    const error = new Error(`The run was stopped: ${reason}.`)
    this.controller.abort(error)
    this.giveUp(error)
  }

  /**
   * Runs the turn to its end, then calls `over`. Returns null if somebody else ended it or its end could not be
   * written. Never rejects.
   */
  async drive(earlier: Promise<readonly Message[]>, over: () => void): Promise<TurnEnd | null> {
    try {
      const history = await earlier
      const error = await this.listen(history)
      this.hasHeardAll = true
      const { writer, finish, live } = this.options
      const writing = writer.settle(this)
      if (writing) await writing
      if (this.reason === 'canceled' || this.reason === 'lost') return null
      const keeping = error ? null : this.keepPortfolio()
      if (keeping) await keeping
      const end = await (this.isPlain(history) ? this.end(history, error, [], finish) : this.endLocked(history, error))
      if (!end) return null
      live.publish(this.task.id, end.events)
      return { task: end.task, history: end.history }
    } catch (cause) {
      // The task stays marked as running, until its lease runs out or the next start ends it.
      console.error(`A turn of task ${this.task.id} could not be begun, or its end could not be written.`, cause)
      return null
    } finally {
      over()
    }
  }

  /** Runs before the end is announced, so that the next turn finds the portfolio. The answer stands without it. */
  private keepPortfolio(): Promise<unknown> | undefined {
    return this.options.portfolio.keep()?.catch((cause: unknown) => {
      console.error(`What task ${this.task.id} saw of a portfolio could not be kept.`, cause)
    })
  }

  /** True if the end of the turn depends on nothing that others may change meanwhile. */
  private isPlain(history: readonly Message[]): boolean {
    return this.task.pendingCalls.length === 0 && this.calls.length <= mostOpenCalls && history[0]?.role !== 'agent'
  }

  /**
   * Ends the turn while nobody else can answer, claim or withdraw a call of the task. Proposes what nobody asked for
   * only if the permission for it still holds.
   */
  private endLocked(history: readonly Message[], error: TurnError): Promise<WrittenEnd> {
    const { database, now } = this.options
    return database.transaction(async (query) => {
      const proposes = this.calls.length > 0 && !error
      // Locked before the task, as when the proposals under a permission are taken back.
      const state = proposes && history[0]?.role === 'agent' ? await stateOfTask(query, this.task.id, now()) : null
      const open = await lockOpenCalls(query, this.task)
      if (!open) return null
      const unasked = new Set(open.flatMap(({ id, isUnasked }) => (isUnasked ? [id] : [])))
      const marked = error
        ? []
        : this.calls.map((call) => {
            const inherits = call.replaces !== undefined && unasked.has(call.replaces)
            return { ...call, unasked: call.unasked === true || inherits || isUnasked(history) }
          })
      const hasLapsed = state === 'revoked' || state === 'expired'
      const calls: TurnCall[] = hasLapsed ? marked.filter(({ unasked }) => !unasked) : marked
      if (hasLapsed && calls.length < marked.length)
        this.add(
          `\n\n${lapsed[state]} Disregard the proposal I just described: nothing is proposed, and your money stays where it is now.`,
        )
      const isOneTooMany =
        calls.some(({ unasked, isAgain }) => unasked && isAgain) && !(await takePlanPlace(query, this.task))
      if (isOneTooMany) {
        this.add(`\n\n${planIsOpen} Nothing was proposed.`)
        calls.length = 0
      }
      const settled = settle(open, { calls, withdrawn: error ? [] : this.withdrawn })
      for (const words of settled.words) this.add(`\n\n${words}`)
      this.calls = settled.calls
      const told = await endSettled(query, this.task, settled, now())
      const finish: FinishTurn = async (turn) => (await finishTurns(query, [turn]))[0] ?? 'lost'
      return this.end([...history, ...told], error, settled.open, finish)
    })
  }

  /** Writes the end of the turn. `open` lists the older pending calls. Null if the task is no longer this run's. */
  private async end(
    history: readonly Message[],
    error: TurnError,
    open: readonly string[],
    finish: FinishTurn,
  ): Promise<WrittenEnd> {
    const events: LogEvent[] = []
    const rest = this.takeText(true)
    if (rest) events.push(rest)
    const proposed = error ? [] : [...this.offers, ...this.calls.map(functionCallPart)]
    const parts = [...(this.said ? [textPart(this.said)] : []), ...proposed]
    const message = parts.length > 0 ? agentMessage(this.task, this.messageId, parts) : null
    const ended: TaskRecord = {
      ...this.task,
      state: 'input-required',
      statusAt: this.options.now(),
      statusMessage: message,
      error,
      runner: null,
      pendingCalls: [...open, ...(error ? [] : this.calls.map(({ id }) => id))],
    }
    events.push(logEvent(++this.seq, statusEvent(ended, true)))
    ended.lastSeq = this.seq
    const calls = error ? [] : this.calls
    const end = await finish({ task: ended, runner: this.task.runner, messageId: this.messageId, calls, events })
    this.hasKept = end === 'kept'
    return end === 'lost'
      ? null
      : {
          task: ended,
          history: message ? [...history, dated(message, ended.statusAt)] : [...history],
          events,
        }
  }

  /** Collects the agent's output. Returns the error that ends the turn, or null. */
  private async listen(history: readonly Message[]): Promise<TurnError> {
    const { database, context, plans, portfolio, now } = this.options
    const permission = () => stateOfTask(database.query, this.task.id, now())
    const { agentId, address, chainId } = this.task
    const turn: AgentTurn = {
      agentId,
      owner: { address, chainId },
      history,
      plans,
      portfolio,
      permission: isUnasked(history) ? permission : undefined,
      ...(this.task.pendingCalls.length > 0 && { underWay: () => claimedCalls(database.query, this.task.id) }),
      signal: this.controller.signal,
    }
    try {
      if (this.reason) throw new Error('The run was stopped before it began.')
      // An agent that ignores the signal must not keep the turn open.
      await new Promise<void>((resolve, reject) => {
        this.giveUp = reject
        this.take(this.answer(turn, context)).then(resolve, reject)
      })
      return null
    } catch (error) {
      if (this.reason === 'shutdown') return errors.shutdown
      if (!this.reason) console.error(`The agent failed in task ${this.task.id}.`, error)
      return error instanceof AgentFailure ? { code: error.code, message: error.message } : errors.failed
    }
  }

  /** Requests to the service itself are not for the agent to answer. */
  private async *answer(turn: AgentTurn, context: AgentContext): AsyncGenerator<TurnOutput> {
    const { history } = turn
    const again = askedAgain(history)
    if (again !== null) return yield* this.answerAgain(history, again)
    const confirms = await confirmedIn(history, context)
    yield* confirms ? this.answerConfirmed(history, confirms) : this.agent.answer(turn, context)
  }

  private async *answerConfirmed(
    history: readonly Message[],
    confirms: NonNullable<Confirms>,
  ): AsyncGenerator<TurnOutput> {
    const { database, context, now } = this.options
    const { text, offer } = await answerConfirmed(database, this.task, history, confirms, context.chains, now())
    yield { type: 'text', delta: text }
    if (offer) yield { type: 'plan', offer }
  }

  private async *answerAgain(history: readonly Message[], callId: string): AsyncGenerator<TurnOutput> {
    const { database, now } = this.options
    const { text, call } = await proposeAgain(database.query, this.task, history, callId, now())
    yield { type: 'text', delta: text }
    if (call) yield { type: 'call', ...call }
  }

  /** Takes the agent's output until it ends or the run is stopped; anything later is dropped. */
  private async take(outputs: AsyncIterable<TurnOutput>): Promise<void> {
    for await (const output of outputs) {
      if (this.reason) return
      if (output.type === 'text') this.say(output.delta)
      else if (output.type === 'withdraw') this.withdrawn.push(output.callId)
      else if (output.type === 'plan') this.offers.push(planOfferPart(output.offer))
      else if (output.type === 'offer')
        this.offers.push(planOfferPart({ type: 'plan', id: newOfferId('plan'), ...output.offer }))
      else if (output.type === 'draft')
        this.offers.push(draftPart({ type: 'draft', id: newOfferId('draft'), fields: output.fields }))
      else if (output.type === 'display') this.offers.push(displayPart(output.display))
      else {
        const { type: _, ...call } = output
        this.calls.push({ id: newCallId(), ...call })
      }
    }
  }

  private say(delta: string): void {
    if (!delta) return
    this.add(delta)
    if (this.canWrite) this.options.writer.mark(this)
  }

  private add(text: string): void {
    this.said += text
    this.unwritten += text
  }

  private takeText(lastChunk: boolean): LogEvent | null {
    if (!this.unwritten && !(lastChunk && this.hasWritten)) return null
    const text = this.unwritten
    this.unwritten = ''
    const append = this.hasWritten
    this.hasWritten = true
    return logEvent(++this.seq, textEvent(this.task, { messageId: this.messageId, text, append, lastChunk }))
  }
}

/** Unique among all offers of an account. */
const newOfferId = (of: 'plan' | 'draft'): string => `${of}_${randomBytes(12).toString('hex')}`

/** Generates a call id with 96 random bits, since a result finds its task by it. */
export const newCallId = (): string => `call_${randomBytes(12).toString('hex')}`
