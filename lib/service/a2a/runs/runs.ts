import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Agent, AgentContext } from '@/lib/agents/agent'
import type { Message } from '@/lib/wire/task'
import type { Database } from '../../database/database'
import { openPlanBook } from '../../plans/store'
import { openPortfolioMemory } from '../../portfolio/memory'
import { EventWriter } from '../streams/event-writer'
import { begunSeq, type LogEvent } from '../streams/events'
import type { LiveLog } from '../streams/live-log'
import type { TaskRecord } from '../task-record'
import { endAbandonedTurns, readHistory } from '../task-store'
import type { Beginning } from './beginning'
import { type FinishTurn, turnFinisher } from './finish-turn'
import { answerKept } from './kept-returns'
import { LeaseClock } from './lease-clock'
import { Run, type StopReason, type TurnEnd } from './run'

/** Milliseconds that a run may show no sign of life before another server ends its turn. */
export const leaseMs = 20_000

const runnersSchema = z.array(z.object({ runner: z.string() }))

export type RunsOptions = {
  database: Database
  live: LiveLog
  agents: readonly Agent[]
  context: AgentContext
  /** Milliseconds that text is gathered before it is written and sent. */
  flushMs: number
  now: () => number
  /** This machine's time, to compare with the database. Defaults to `Date.now`; tests replace it. */
  machine?: () => number
}

/** The runs of this process, by task. A run continues whatever happens to the request that started it. */
export class Runs {
  /** Identifies this process among those that share the database. Also the channel on which it listens. */
  readonly instance = `countersign_${randomBytes(8).toString('hex')}`
  private readonly running = new Map<string, { run: Run; ended: Promise<TurnEnd | null> }>()
  private readonly agents: ReadonlyMap<number, Agent>
  private readonly writer: EventWriter
  private readonly finish: FinishTurn
  private readonly leases: LeaseClock
  private timer: NodeJS.Timeout | null = null
  private runners = 0
  private isClosing = false

  constructor(private readonly options: RunsOptions) {
    this.agents = new Map(options.agents.map((agent) => [agent.id, agent]))
    this.writer = new EventWriter(options.database.query, options.flushMs, options.now)
    this.finish = turnFinisher(options.database.query)
    this.leases = new LeaseClock(options.database.query, options.now, options.machine ?? Date.now)
  }

  /** Ends the turns that a dead process left running, and begins to renew the leases of this one's runs. */
  async open(): Promise<void> {
    const { database, now } = this.options
    await this.leases.adjust()
    const ended = await endAbandonedTurns(database, database.exclusive, { dead: this.sharedTime(), now: now() })
    for (const { task } of ended) if (task.hasKept) this.goOn(task)
    this.timer = setInterval(() => {
      this.keepLeases().catch((error: unknown) => console.error('Leases could not be renewed.', error))
    }, leaseMs / 4)
    this.timer.unref()
  }

  /** Returns a new name for a run of this process. */
  newRunner(): string {
    return `${this.instance}.${++this.runners}`
  }

  /** Returns the time by the database's clock, which all instances share, in milliseconds since the epoch. */
  sharedTime(): number {
    return this.leases.now()
  }

  /** Returns the time by this machine and by the database. Null if the database answers too slowly to tell. */
  compareClocks(): ReturnType<LeaseClock['compare']> {
    return this.leases.compare()
  }

  /** Returns the end of a lease that begins or is renewed now. */
  leaseEnd(): number {
    return this.sharedTime() + leaseMs
  }

  /** Starts a turn recorded as begun, with its events so far. */
  start(task: TaskRecord & { runner: string }, events: readonly LogEvent[], history: Promise<Message[]>): void {
    this.run(task, events.at(-1)?.seq ?? task.turnSeq, () => events, history, null)
  }

  /** Starts the first turn of a task that is being stored. Returns the same as `endOf`. */
  begin(beginning: Beginning): Promise<TurnEnd | null> {
    const { task, message } = beginning.begun
    return this.run(task, begunSeq, () => beginning.events(), Promise.resolve([message]), beginning)
  }

  private run(
    task: TaskRecord & { runner: string },
    lastSeq: number,
    events: () => readonly LogEvent[],
    history: Promise<Message[]>,
    beginning: Beginning | null,
  ): Promise<TurnEnd | null> {
    const agent = this.agents.get(task.agentId) ?? missingAgent
    const { live, context, now } = this.options
    const database = beginning?.gate(this.options.database) ?? this.options.database
    const { owner: userId, address, chainId, agentId } = task
    const plans = openPlanBook(database, { userId, address, chainId, agentId }, now)
    const portfolio = openPortfolioMemory(database.query, userId)
    const run = new Run(task, lastSeq, agent, {
      database,
      writer: this.writer,
      finish: beginning?.finisher(this.finish) ?? this.finish,
      live,
      context,
      plans,
      portfolio,
      now,
    })
    // Its message was being accepted when the shutdown began.
    if (this.isClosing) run.stop('shutdown')
    const release = live.hold(task.id)
    const isThere = () => {
      if (!beginning?.isOver) live.publish(task.id, events())
      run.allowWriting()
    }
    if (beginning)
      beginning.written.then(
        (isWritten) => (isWritten ? isThere() : run.stop('lost')),
        () => run.stop('lost'),
      )
    else isThere()
    const ended = run.drive(history, () => {
      // A run that lost its task may end after the task's next one began.
      if (this.running.get(task.id)?.run === run) this.running.delete(task.id)
      // Its readers have to look elsewhere now.
      live.publish(task.id, [])
      release()
      if (run.hasKept) this.goOn(task)
    })
    this.running.set(task.id, { run, ended })
    return ended
  }

  /** Continues with the results that arrived during the last turn, if any. */
  goOn(task: Pick<TaskRecord, 'id' | 'owner'>): void {
    this.answerKept(task).catch((error: unknown) => console.error(keptProblem(task.id), error))
  }

  private async answerKept({ id, owner }: Pick<TaskRecord, 'id' | 'owner'>): Promise<void> {
    const { database, now } = this.options
    if (this.isClosing) return
    const started = await answerKept(database, { id, owner }, { runs: this, at: now() })
    if (started) this.start(started.task, started.events, readHistory(database.query, started.task, null))
  }

  /** True while this process works on the task. */
  has(taskId: string): boolean {
    return this.running.has(taskId)
  }

  /**
   * Returns the end of the turn that this process works on, as a promise that never rejects. Undefined if it has none.
   */
  endOf(taskId: string): Promise<TurnEnd | null> | undefined {
    return this.running.get(taskId)?.ended
  }

  stop(taskId: string, reason: StopReason): void {
    this.running.get(taskId)?.run.stop(reason)
  }

  /** Stops a run whose turn another instance canceled, unless it is over. */
  stopCanceled(taskId: string, runner: string): void {
    if (this.running.get(taskId)?.run.runner === runner) this.stop(taskId, 'canceled')
  }

  /** Stops all runs and waits until their turns have ended. */
  async close(): Promise<void> {
    this.isClosing = true
    if (this.timer) clearInterval(this.timer)
    for (const { run } of this.running.values()) run.stop('shutdown')
    await Promise.all([...this.running.values()].map(({ ended }) => ended))
  }

  /** Renews the leases of our runs, stops those that are no longer ours, and ends turns that nobody works on. */
  async keepLeases(): Promise<void> {
    const { database, live, now } = this.options
    await this.leases.adjust()
    const ours = [...this.running.values()].map(({ run }) => run).filter(({ mayWrite }) => mayWrite)
    if (ours.length > 0) {
      const rows = await database.query(
        // Locks in the same order as EventWriter.
        `with locked as (
           select t.id from (select * from jsonb_to_recordset($2::jsonb) as r(task text, runner text) order by task) r
           cross join lateral (select id from tasks where id = r.task and runner = r.runner for update) t)
         update tasks set lease_until = $1 from locked where tasks.id = locked.id returning runner`,
        [this.leaseEnd(), JSON.stringify(ours.map(({ taskId, runner }) => ({ task: taskId, runner })))],
      )
      const leased = new Set(runnersSchema.parse(rows).map(({ runner }) => runner))
      for (const run of ours) if (!leased.has(run.runner) && this.running.get(run.taskId)?.run === run) run.stop('lost')
    }
    const abandoned = await endAbandonedTurns(database, false, { dead: this.sharedTime(), now: now() })
    for (const { task, event } of abandoned) {
      live.publish(task.id, [event])
      if (task.hasKept) this.goOn(task)
    }
  }
}

const keptProblem = (taskId: string) => `Results that came during a turn of task ${taskId} are not answered yet.`

/** Stands in for an agent that this version no longer has, in conversations begun with it. */
const missingAgent: Agent = {
  id: 0,
  name: 'Missing agent',
  description: '',
  tags: [],
  examples: [],
  // biome-ignore lint/correctness/useYield: it has nothing to say
  answer: async function* ({ agentId }) {
    throw new Error(`There is no agent ${agentId} any more.`)
  },
}
