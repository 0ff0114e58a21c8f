import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { DevnetError, portTaken } from './failure'
import { spawnGuarded } from './guarded'
import { assertPortsFree } from './ports'

export type AnvilOptions = {
  port: number
  chainId: number
  /** The one origin whose pages may read the chain. */
  allowOrigin: string
  /** Where the chain's clock begins, in seconds since the epoch. Default: now. */
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
 * Finds the program itself. The `anvil` command of the npm package is not used: it looks for its own download in a folder
 * into which it never puts it.
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

const chainIdAnswer = z.object({ result: z.string() })

async function answeredChainId(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    })
    return Number(chainIdAnswer.parse(await response.json()).result)
  } catch {
    return null // Not up yet; the caller bounds the wait.
  }
}

async function untilReady(url: string, chainId: number): Promise<void> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    if ((await answeredChainId(url)) === chainId) return
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  throw new DevnetError('anvil-stopped', `Chain ${chainId} did not answer at ${url} within 30 seconds.`)
}

function whyItStopped(options: AnvilOptions, code: number | null, output: string): DevnetError {
  if (output.includes('Address already in use')) return portTaken(options.port)
  const reason = output.trim() || 'it said nothing'
  return new DevnetError('anvil-stopped', `Chain ${options.chainId} stopped (exit code ${code}): ${reason}`)
}

/** Starts a chain on 127.0.0.1 and resolves once it answers. It mines nothing until told to. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const url = `http://127.0.0.1:${options.port}`
  // Somebody else's chain may have the same id: it would be taken for ours before ours has found its port taken.
  await assertPortsFree([options.port])
  const child = spawnGuarded(findAnvil(), [
    ...['--silent', '--host', '127.0.0.1', '--port', String(options.port), '--chain-id', String(options.chainId)],
    // No unlocked accounts: nobody holds money here before the faucet gives it.
    ...['--accounts', '0', '--allow-origin', options.allowOrigin, '--no-mining', '--gas-limit', '60000000'],
    ...(options.genesis === undefined ? [] : ['--timestamp', String(options.genesis)]),
  ])
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
  failed.catch(() => undefined) // After readiness nobody waits for it here; `stopped` tells whoever asks.
  try {
    await Promise.race([untilReady(url, options.chainId), failed])
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop, stopped }
}
