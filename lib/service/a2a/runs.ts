import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Agent, AgentContext } from '@/lib/agents/agent'
import type { Message } from '@/lib/wire/task'
import type { Database } from '../database/database'
import { LeakFreeMap } from '../limits/leak-free-map'
import { openPlanBook } from '../plans/store'
import { openPortfolioMemory } from '../portfolio/memory'
import type { Beginning } from './beginning'
import { EventWriter } from './event-writer'
import { begunSeq, type LogEvent } from './events'
import { type FinishTurn, turnFinisher } from './finish-turn'
import { answerKept } from './kept-returns'
import { LeaseClock } from './lease-clock'
import type { LiveLog } from './live-log'
import { Run, type StopReason, type TurnEnd } from './run'
import type { TaskRecord } from './task-record'
import { endAbandonedTurns, readHistory } from './task-store'

/** How long a run may go without a sign of life before another server ends its turn. Milliseconds. */
export const leaseMs = 20_000

const runnersSchema = z.array(z.object({ runner: z.string() }))

export type RunsOptions = {
  database: Database
  live: LiveLog
  agents: readonly Agent[]
  context: AgentContext
  /** How long words are gathered before they are written down and sent. */
  flushMs: number
  now: () => number
  /** What this machine takes for the time, to be compared with the database. `Date.now` unless a test says otherwise. */
  machine?: () => number
}

/** The runs of this process, by task. A run goes on whatever becomes of the request that started it. */
export class Runs {
  /** Names this process among those that share the database; also the channel on which it hears of them. */
  readonly instance = `countersign_${randomBytes(8).toString('hex')}`
  private readonly running = new LeakFreeMap<{ run: Run; ended: Promise<TurnEnd | null> }>()
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

  /** Ends what a dead process left running, and begins to keep the leases of this one's runs. */
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

  /** A name for a run of this process. */
  newRunner(): string {
    return `${this.instance}.${++this.runners}`
  }

  /** The time by the database's clock, which all instances share: milliseconds since the epoch. */
  sharedTime(): number {
    return this.leases.now()
  }

  /** What this machine takes for the time, and the database. Null where the database answers too slowly to tell. */
  compareClocks(): ReturnType<LeaseClock['compare']> {
    return this.leases.compare()
  }

  /** When the lease of a run is over that begins, or gives a sign of life, now. */
  leaseEnd(): number {
    return this.sharedTime() + leaseMs
  }

  /** Starts the turn that was written down as begun, with its events so far. */
  start(task: TaskRecord & { runner: string }, events: readonly LogEvent[], history: Promise<Message[]>): void {
    this.run(task, events.at(-1)?.seq ?? task.turnSeq, () => events, history, null)
  }

  /** Starts the first turn of a task that is being written down. Gives what `endOf` does. */
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
    // Of a message that was being taken in when the end began.
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
      // A run that lost its task may end after the task's next one has begun.
      if (this.running.get(task.id)?.run === run) this.running.delete(task.id)
      // Its readers have to look elsewhere now.
      live.publish(task.id, [])
      release()
      if (run.hasKept) this.goOn(task)
    })
    this.running.set(task.id, { run, ended })
    return ended
  }

  /** Goes on, where there are any, with the results that came while the last turn was under way. */
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

  /** Resolves, and never rejects, with the end of the turn that this process works on. Undefined if it has none. */
  endOf(taskId: string): Promise<TurnEnd | null> | undefined {
    return this.running.get(taskId)?.ended
  }

  stop(taskId: string, reason: StopReason): void {
    this.running.get(taskId)?.run.stop(reason)
  }

  /** Stops a run whose turn was canceled by another instance, unless it is over. */
  stopCanceled(taskId: string, runner: string): void {
    if (this.running.get(taskId)?.run.runner === runner) this.stop(taskId, 'canceled')
  }

  /** Stops all runs and waits until their turns are ended. */
  async close(): Promise<void> {
    this.isClosing = true
    if (this.timer) clearInterval(this.timer)
    for (const { run } of this.running.values()) run.stop('shutdown')
    await Promise.all(this.running.values().map(({ ended }) => ended))
  }

  /** Renews the leases of our runs, stops those that are no longer ours, and ends turns that nobody works on. */
  async keepLeases(): Promise<void> {
    const { database, live, now } = this.options
    await this.leases.adjust()
    const ours = this.running
      .values()
      .map(({ run }) => run)
      .filter(({ mayWrite }) => mayWrite)
    if (ours.length > 0) {
      const rows = await database.query(
        // In the order of EventWriter.
        `with held as (
           select t.id from (select * from jsonb_to_recordset($2::jsonb) as r(task text, runner text) order by task) r
           cross join lateral (select id from tasks where id = r.task and runner = r.runner for update) t)
         update tasks set lease_until = $1 from held where tasks.id = held.id returning runner`,
        [this.leaseEnd(), JSON.stringify(ours.map(({ taskId, runner }) => ({ task: taskId, runner })))],
      )
      const held = new Set(runnersSchema.parse(rows).map(({ runner }) => runner))
      for (const run of ours) if (!held.has(run.runner) && this.running.get(run.taskId)?.run === run) run.stop('lost')
    }
    const abandoned = await endAbandonedTurns(database, false, { dead: this.sharedTime(), now: now() })
    for (const { task, event } of abandoned) {
      live.publish(task.id, [event])
      if (task.hasKept) this.goOn(task)
    }
  }
}

const keptProblem = (taskId: string) => `Results that came during a turn of task ${taskId} are not answered yet.`

/** Stands in for an agent that this version no longer has, for conversations that were begun with it. */
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
