import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { DevnetError, portTaken } from './failure'
import { spawnGuarded } from './guarded'

export type AnvilOptions = {
  /** Default: a free one. */
  port?: number
  chainId: number
  /** The only origin whose pages may read the chain. */
  allowOrigin: string
  /** Start of the chain's clock, in seconds since the epoch. Default: now. */
  genesis?: number
}

export type Anvil = { url: string; stop: () => Promise<void>; stopped: Promise<DevnetError> }

type Machine = { platform: string; arch: string; path: string; modules: string }

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  path: process.env.PATH ?? '',
  modules: dirname(dirname(dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')))),
}

/**
 * Finds the program itself. Avoids the `anvil` command of the npm package, which looks for its own download in the
 * wrong folder.
 */
export function findAnvil(machine: Machine = thisMachine): string {
  const file = machine.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const arch = machine.arch === 'x64' ? 'amd64' : machine.arch
  const places = [
    join(machine.modules, '@foundry-rs', `anvil-${machine.platform}-${arch}`, 'bin', file),
    join(machine.modules, '@foundry-rs', 'anvil', file),
    ...machine.path
      .split(delimiter)
      .filter((folder) => folder !== '' && !folder.includes('node_modules'))
      .map((folder) => join(folder, file)),
  ]
  const found = places.find((place) => existsSync(place))
  if (found) return found
  throw new DevnetError(
    'binary-missing',
    `anvil, the local chain, is not installed for ${machine.platform} ${machine.arch}. Run npm install again, with optional packages, or install Foundry (https://getfoundry.sh) so that anvil is on the PATH.`,
  )
}

/** Milliseconds for a chain to start listening: ample for a busy machine. */
const patienceMs = 30_000

/** Resolves to the port once the chain says that it listens there: from then on nobody else can answer on it. */
function listening({ stdout }: ChildProcess, chainId: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = new DevnetError(
      'anvil-stopped',
      `Chain ${chainId} did not listen within ${patienceMs / 1_000} seconds.`,
    )
    const patience = setTimeout(() => reject(late), patienceMs).unref()
    let said = ''
    const hear = (text: string) => {
      said += text
      const port = /^Listening on 127\.0\.0\.1:(\d+)$/m.exec(said)?.[1]
      if (!port) return
      clearTimeout(patience)
      stdout?.off('data', hear).resume()
      resolve(Number(port))
    }
    stdout?.setEncoding('utf8').on('data', hear)
  })
}

/** Turns off logging: the chain writes a line for each request, and nobody reads them. */
async function silence(url: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setLoggingEnabled', params: [false] })
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

function whyItStopped({ port = 0, chainId }: AnvilOptions, code: number | null, output: string): DevnetError {
  if (output.includes('Address already in use')) return portTaken(port)
  const reason = output.trim() || 'it said nothing'
  return new DevnetError('anvil-stopped', `Chain ${chainId} stopped (exit code ${code}): ${reason}`)
}

/**
 * Starts a chain on 127.0.0.1 and resolves once it answers. It mines nothing until told to. Only the chain's own start
 * shows whether a port is free: if somebody else was faster this throws, even if theirs is a chain with the same id.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { port = 0, chainId, allowOrigin, genesis } = options
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    // No unlocked accounts: nobody holds money here before the faucet hands it out.
    ...['--accounts', '0', '--allow-origin', allowOrigin, '--no-mining', '--gas-limit', '60000000'],
    ...(genesis === undefined ? [] : ['--timestamp', String(genesis)]),
  ]
  const child = spawnGuarded(findAnvil(), args, { output: true })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2000)
  })
  const stopped = new Promise<DevnetError>((resolve) => {
    child.once('error', (error) => resolve(new DevnetError('anvil-stopped', error.message, { cause: error })))
    child.once('close', (code) => resolve(whyItStopped(options, code, output)))
  })
  const stop = async () => {
    if (child.stdin) child.stdin.end()
    else child.kill()
    await stopped
  }
  const failed = stopped.then((reason) => Promise.reject(reason))
  failed.catch(() => undefined) // After startup nobody waits for it here; `stopped` tells whoever asks.
  try {
    const url = `http://127.0.0.1:${await Promise.race([listening(child, chainId), failed])}`
    await Promise.race([silence(url), failed])
    return { url, stop, stopped }
  } catch (error) {
    await stop()
    throw error
  }
}
