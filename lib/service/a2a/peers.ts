import { z } from 'zod'
import type { Database, Query } from '../database/database'
import type { Runs } from './runs/runs'
import type { LiveLog } from './streams/live-log'
import { pollMs } from './streams/task-stream'

/** Milliseconds between a reader's requests for news of a task elsewhere, and its longest wait without any. */
const renewMs = 5_000
/** Task ids per notification: its payload must stay under 8,000 bytes. */
const idsAtOnce = 150

const ids = z.array(z.string())
const messageSchema = z.discriminatedUnion('type', [
  /** Readers in the instance `from` follow these tasks, which they believe to run here. */
  z.object({ type: z.literal('follow'), from: z.string(), tasks: ids }),
  /** These tasks may have new events in the database. */
  z.object({ type: z.literal('news'), tasks: ids }),
  /** The turn of this run was canceled. */
  z.object({ type: z.literal('stop'), task: z.string(), runner: z.string() }),
])
type PeerMessage = z.infer<typeof messageSchema>

/** A reader's interest in a task that runs elsewhere. */
export type Following = {
  /** Returns the milliseconds to wait for news before reading the database. */
  patience: () => number
  end: () => void
}

type PeersOptions = {
  database: Pick<Database, 'query' | 'listen'>
  live: LiveLog
  runs: Runs
  now: () => number
}

/**
 * Messages between the instances on one database: there are events for a task's readers elsewhere, or a run was
 * canceled. Each instance listens on its own channel and receives only what it asked for; the events themselves always
 * come from the database. If nothing gets through, readers fall back to polling.
 */
export class Peers {
  /** Expiry of each follower of our tasks, by task and channel. */
  private readonly followers = new Map<string, Map<string, number>>()
  /** Tasks with readers here that run elsewhere, with the time at which their instance was last heard. */
  private readonly followed = new Map<string, { readers: number; heardAt: number }>()
  /** Task ids with news to send, by channel. */
  private readonly unsent = new Map<string, Set<string>>()
  private sending: Promise<void> | null = null
  private readonly timer: NodeJS.Timeout
  private readonly stopListening: (() => Promise<void>) | undefined

  constructor(private readonly options: PeersOptions) {
    const { database, live, runs } = options
    live.watch((taskId) => this.tellFollowers(taskId))
    this.stopListening = database.listen?.(runs.instance, {
      heard: (payload) => this.hear(payload),
      opened: () => this.lookAgain(),
    })
    this.timer = setInterval(() => {
      this.forgetFollowers()
      this.ask([...this.followed.keys()])
    }, renewMs)
    this.timer.unref()
  }

  follow(taskId: string): Following {
    const followed = this.followed.get(taskId) ?? { readers: 0, heardAt: Number.NEGATIVE_INFINITY }
    followed.readers++
    this.followed.set(taskId, followed)
    if (followed.readers === 1) this.ask([taskId])
    return {
      // Twice the interval, so that one answer may be late.
      patience: () => (this.options.now() - followed.heardAt < 2 * renewMs ? renewMs : pollMs),
      end: () => {
        followed.readers--
        if (followed.readers === 0) this.followed.delete(taskId)
      },
    }
  }

  /** Stops a run, wherever it is, whose turn was canceled here. */
  stop(taskId: string, runner: string): void {
    this.send([{ channel: channelOf(runner), message: { type: 'stop', task: taskId, runner } }])
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.stopListening?.()
    await this.sending
  }

  private ask(tasks: readonly string[]): void {
    for (let i = 0; i < tasks.length; i += idsAtOnce) {
      const some = JSON.stringify(tasks.slice(i, i + idsAtOnce))
      this.quietly(askRunners(this.options.database.query, this.options.runs.instance, some))
    }
  }

  private hear(payload: string): void {
    const { live, runs, now } = this.options
    const message = readMessage(payload)
    if (message?.type === 'follow') {
      for (const task of message.tasks) {
        if (runs.has(task)) {
          const followers = this.followers.get(task) ?? new Map()
          this.followers.set(task, followers.set(message.from, now() + 3 * renewMs))
        }
        // At once: there may have been events since the reader last looked, or the run is over.
        this.addNews(message.from, task)
      }
    } else if (message?.type === 'news') {
      for (const task of message.tasks) {
        const followed = this.followed.get(task)
        if (followed) followed.heardAt = now()
        live.wake(task)
      }
    } else if (message?.type === 'stop') {
      runs.stopCanceled(message.task, message.runner)
    }
  }

  /** Called after a period in which nothing could be received. */
  private lookAgain(): void {
    for (const [task, followed] of this.followed) {
      followed.heardAt = Number.NEGATIVE_INFINITY
      this.options.live.wake(task)
    }
    this.ask([...this.followed.keys()])
  }

  private tellFollowers(taskId: string): void {
    for (const [channel, until] of this.followers.get(taskId) ?? [])
      if (until > this.options.now()) this.addNews(channel, taskId)
  }

  private forgetFollowers(): void {
    for (const [task, followers] of this.followers) {
      for (const [channel, until] of followers) if (until <= this.options.now()) followers.delete(channel)
      if (followers.size === 0) this.followers.delete(task)
    }
  }

  private addNews(channel: string, taskId: string): void {
    this.unsent.set(channel, (this.unsent.get(channel) ?? new Set()).add(taskId))
    // News that arrive while a statement is under way go out with the next one.
    this.sending ??= this.sendNews().finally(() => {
      this.sending = null
    })
  }

  private async sendNews(): Promise<void> {
    // Gathers the events of one write, which arrive here one by one.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.unsent.size > 0) {
      const messages = [...this.unsent].flatMap(([channel, tasks]) => pages(channel, [...tasks]))
      this.unsent.clear()
      await this.quietly(notify(this.options.database.query, messages))
    }
  }

  private send(messages: readonly Directed[]): void {
    this.quietly(notify(this.options.database.query, messages))
  }

  /** Polling makes up for a lost message. */
  private quietly(work: Promise<unknown>): Promise<void> {
    return work.then(
      () => undefined,
      (error: unknown) => console.error('Other instances could not be told.', error),
    )
  }
}

type Directed = { channel: string; message: PeerMessage }

/** Returns the run's instance, the first part of its name (`Runs.newRunner`). */
const channelOf = (runner: string): string => runner.split('.', 1)[0] ?? ''

function pages(channel: string, tasks: readonly string[]): Directed[] {
  const all: Directed[] = []
  for (let i = 0; i < tasks.length; i += idsAtOnce)
    all.push({ channel, message: { type: 'news', tasks: tasks.slice(i, i + idsAtOnce) } })
  return all
}

const notify = (query: Query, messages: readonly Directed[]) =>
  query(
    `select pg_notify(n.channel, n.message::text) from jsonb_to_recordset($1::jsonb) as n(channel text, message json)`,
    [JSON.stringify(messages)],
  )

/** Tells the instances that run these tasks that they are being followed. */
const askRunners = (query: Query, from: string, tasks: string) =>
  query(
    `select pg_notify(r.channel, json_build_object('type', 'follow', 'from', $1::text, 'tasks', r.tasks)::text)
     from (select split_part(runner, '.', 1) as channel, json_agg(id) as tasks from tasks
       where runner is not null and id in (select jsonb_array_elements_text($2::jsonb)) group by 1) r
     where r.channel <> $1::text`,
    [from, tasks],
  )

function readMessage(payload: string): PeerMessage | null {
  try {
    return messageSchema.parse(JSON.parse(payload))
  } catch (error) {
    console.error('A message of another instance cannot be read.', error)
    return null
  }
}
