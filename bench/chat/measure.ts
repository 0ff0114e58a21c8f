import type { CDPSession, Page } from '@playwright/test'
import { z } from 'zod'
import { tokenCount, tokensPerSecond } from './stream'

/** A page to be measured: where its field is, and where the text of its last answer stands. */
export type Subject = { name: string; field: string; answer: string }

export type Figures = {
  /** Microseconds of the main thread for each token: in all, and of that script, style and layout. */
  task: number
  script: number
  style: number
  layout: number
  /** Tasks over 50 ms, and the longest, in ms. */
  longTasks: number
  longestTask: number
  /** Milliseconds from a key to the next paint, 98th percentile. */
  interaction: number
  /** MB after a collection. */
  heap: number
  /** Milliseconds from when a token is sent to when its text is on the page, median. */
  staleness: number
  /** The answer's text, without spaces. */
  text: string
}

const lastMark = tokenCount / 100
/** Factor by which the page is made slower than this machine. */
const slower = Number(process.env.SLOWER ?? 1)

const seenSchema = z.object({
  tasks: z.array(z.number()),
  keys: z.array(z.number()),
  marks: z.record(z.string(), z.number()),
})
/** Figures that the page has noted, in ms: its long tasks, its keys, and the time at which each mark appeared. */
type Seen = z.infer<typeof seenSchema>

/** Installed before the page's own script. */
export function observe(): void {
  const seen: Seen = { tasks: [], keys: [], marks: {} }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries()) if (name === 'keydown') seen.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

async function read(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = metricsSchema.parse(await cdp.send('Performance.getMetrics'))
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/**
 * Asks the open page for the answer and types on while it streams. `sentAt` has the time at which each mark was sent,
 * by the clock that the page reads too.
 */
export async function measure(
  page: Page,
  { field, answer }: Subject,
  sentAt: ReadonlyMap<number, number>,
): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const input = page.locator(field)
  await input.fill('How do these two vaults compare?')
  await page.waitForTimeout(1_000)
  const seen = await page.evaluateHandle<Seen>('seen')
  await seen.evaluate(
    (seen, [answer, last]) => {
      const marks: Seen['marks'] = {}
      Object.assign(seen, { tasks: [], keys: [], marks })
      const timer = setInterval(() => {
        const text = [...document.querySelectorAll(answer)].at(-1)?.textContent ?? ''
        const mark = Number(
          text
            .slice(-1_500)
            .match(/mark(\d+)q/g)
            ?.at(-1)
            ?.slice(4, -1) ?? 0,
        )
        if (mark > 0) marks[mark] ??= Date.now()
        if (mark === last) clearInterval(timer)
      }, 20)
    },
    [answer, lastMark] as const,
  )
  const before = await read(cdp)
  await input.press('Enter')
  const end = Date.now() + (tokenCount / tokensPerSecond) * 1_000 - 1_500
  while (Date.now() < end) await input.pressSequentially('and also ', { delay: 120 })
  await page.waitForFunction(
    ([answer, last]) => [...document.querySelectorAll(answer)].at(-1)?.textContent?.includes(`mark${last}q`),
    [answer, lastMark] as const,
    { timeout: 120_000, polling: 250 },
  )
  // Work after the last token belongs to the answer.
  await page.waitForTimeout(1_000)
  const after = await read(cdp)
  const { tasks, keys, marks } = seenSchema.parse(await seen.jsonValue())
  const text = await page.evaluate(
    (answer) => ([...document.querySelectorAll(answer)].at(-1)?.textContent ?? '').replace(/\s/g, ''),
    answer,
  )
  await cdp.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize = 0 } = await read(cdp)
  const perToken = (name: string) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1e6) / tokenCount
  const delays = Object.entries(marks).flatMap(([mark, at]) => {
    const sent = sentAt.get(Number(mark))
    return sent === undefined ? [] : [at - sent]
  })
  return {
    task: perToken('TaskDuration'),
    script: perToken('ScriptDuration'),
    style: perToken('RecalcStyleDuration'),
    layout: perToken('LayoutDuration'),
    longTasks: tasks.filter((duration) => duration > 50).length,
    longestTask: Math.max(0, ...tasks),
    interaction: quantile(keys, 0.98),
    heap: JSHeapUsedSize / 1e6,
    staleness: quantile(delays, 0.5),
    text,
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
