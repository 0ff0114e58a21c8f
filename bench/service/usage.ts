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

/** Seconds of CPU that a process and its children have used, those that have ended too. Null where there is no /proc. */
export function familyCpu(pid: number): number | null {
  let sum = 0
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      const stat = readStat(entry)
      if (stat && Number(entry) === pid) sum += stat.cpu + stat.ended
      else if (stat?.parent === pid) sum += stat.cpu
    }
    return sum
  } catch {
    return null
  }
}

function readStat(pid: string): { parent: number; cpu: number; ended: number } | null {
  try {
    // proc(5): after the name in brackets come state, ppid, …; utime and stime are the fields 14 and 15, and those of
    // children that were waited for 16 and 17.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, cpu: (user + system) / ticks, ended: (endedUser + endedSystem) / ticks }
  } catch {
    return null // It has ended in the meantime.
  }
}
