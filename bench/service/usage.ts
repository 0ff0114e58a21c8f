import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'

/**
 * Usage since the server process was last asked: CPU seconds of all threads, and the longest time its event loop was
 * blocked.
 */
export const usageSchema = z.object({ cpu: z.number(), blockedMs: z.number() })
type Usage = z.infer<typeof usageSchema>

/** Answers each message of the parent process with the usage since the last one. */
export function reportUsage(): void {
  let before = process.cpuUsage()
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before)
    const usage: Usage = { cpu: (user + system) / 1e6, blockedMs: loop.max / 1e6 }
    loop.reset()
    before = process.cpuUsage()
    process.send?.(usage)
  })
}

/** Size of a memory page on every Linux that this is likely to run on. */
const pageBytes = 4096

/**
 * Watches the memory of another process until the returned function is called, which returns the peak in MB; null
 * without /proc. Done from outside, since watching costs CPU.
 */
export function watchMemory(pid: number): () => number | null {
  let peak = 0
  const look = () => {
    try {
      // proc(5): the second field of statm is the resident set, in pages.
      const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
      peak = Math.max(peak, Number(pages) * pageBytes)
    } catch {
      peak = 0
    }
  }
  look()
  const timer = setInterval(look, 50)
  return () => {
    clearInterval(timer)
    look()
    return peak === 0 ? null : peak / 1e6
  }
}

/** Clock ticks per second in /proc: 100 on every Linux. */
const ticks = 100

/** Returns the CPU seconds of a process and its children, including ended ones. Null without /proc. */
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
    // proc(5): after the name in brackets come state, ppid, …; utime and stime are fields 14 and 15, and those of
    // awaited children 16 and 17.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, cpu: (user + system) / ticks, ended: (endedUser + endedSystem) / ticks }
  } catch {
    return null // It has ended meanwhile.
  }
}
