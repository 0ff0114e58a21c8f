import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** What a server process has used since it was last asked: seconds of CPU, all threads, and the peak of its memory. */
export const usageSchema = z.object({ cpu: z.number(), peakMb: z.number() })
type Usage = z.infer<typeof usageSchema>

/** Answers each message of the parent process with the usage since the last one. */
export function reportUsage(): void {
  let before = process.cpuUsage()
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  setInterval(look, 50).unref()
  process.on('message', () => {
    look()
    const { user, system } = process.cpuUsage(before)
    const usage: Usage = { cpu: (user + system) / 1e6, peakMb: peak / 1e6 }
    before = process.cpuUsage()
    peak = 0
    process.send?.(usage)
  })
}

/** Clock ticks per second in /proc: 100 on every Linux that there is. */
const ticks = 100

/** Seconds of CPU that a process and its children that still live have used. Null where there is no /proc. */
export function familyCpu(pid: number): number | null {
  let sum = 0
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      const stat = readStat(entry)
      if (stat && (Number(entry) === pid || stat.parent === pid)) sum += stat.cpu
    }
    return sum
  } catch {
    return null
  }
}

function readStat(pid: string): { parent: number; cpu: number } | null {
  try {
    // proc(5): after the name in brackets come state, ppid, …; utime and stime are the fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / ticks }
  } catch {
    return null // It has ended in the meantime.
  }
}
