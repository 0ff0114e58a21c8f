import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A shell in between ends the program when its input closes, which happens however this process dies, even by SIGKILL.
 * Windows has no such shell; there, only an orderly exit ends the program.
 */
const guardScript = `
signal=$1 folder=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- & node=$!
{ read -r line <&3; kill -s "$signal" "$node" 2>/dev/null; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; kill -0 "$node" 2>/dev/null || exit; done; kill -9 "$node"; } >/dev/null 2>&1 & guard=$!
exec 3<&-
wait "$node"; code=$?
kill "$guard" 2>/dev/null
[ -z "$folder" ] || rm -rf "$folder" >/dev/null 2>&1 &
exit "$code"
`

export type GuardedOptions = {
  /** Signal that ends the program in an orderly way. Default TERM. */
  signal?: 'TERM' | 'QUIT'
  /** Removed some time after the program's end. */
  folder?: string
  /** Its standard output can be read, and must be: a program whose output nobody reads stops sooner or later. */
  output?: true
  /** User, group, folder and environment to run with. Default: those of this process. */
  uid?: number
  gid?: number
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/**
 * Starts a program that ends with this process. Closing its standard input ends it too; its standard error can be read.
 */
export function spawnGuarded(command: string, args: readonly string[], options: GuardedOptions = {}): ChildProcess {
  const { signal = 'TERM', folder = '', output, ...rest } = options
  const out = output ? 'pipe' : 'ignore'
  if (process.platform === 'win32') {
    const child = spawn(command, args, { ...rest, stdio: ['ignore', out, 'pipe'] })
    process.once('exit', () => child.kill())
    return child
  }
  // A process group of its own: Ctrl-C in a terminal must reach only us, so that we stop things in order.
  return spawn('/bin/sh', ['-c', guardScript, 'guard', signal, folder, command, ...args], {
    ...rest,
    stdio: ['pipe', out, 'pipe'],
    detached: true,
  })
}
