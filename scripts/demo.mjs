// npm run demo: all of Countersign on this machine, requiring only Node. Plain JavaScript with Node's own modules,
// because it runs before the dependencies are installed.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'
import { serverCommand } from './server-command.mjs'

const port = Number(process.env.PORT || 3000)
const devnetPort = Number(process.env.DEVNET_PORT || 8545)
const children = new Set()
let stopping = false

function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Resolves to true if nobody listens on this port of the machine. */
function isFree(candidate) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(candidate, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

async function refuseTakenPorts() {
  const wanted = [
    [port, 'the app', 'PORT'],
    [devnetPort, 'the first local chain', 'DEVNET_PORT'],
    [devnetPort + 1, 'the second local chain', 'DEVNET_PORT'],
    [devnetPort + 2, 'the local APIs', 'DEVNET_PORT'],
  ]
  const taken = []
  for (const [candidate, what, setting] of wanted)
    if (!(await isFree(candidate)))
      taken.push(`Port ${candidate}, meant for ${what}, is taken. Free it, or set ${setting}.`)
  if (taken.length > 0) throw new Error(taken.join('\n'))
}

/** Starts a part and resolves once it prints a matching line. Rejects if it stops before. */
function start(name, command, readyLine, environment) {
  const child = spawn(process.execPath, command, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      output = (output + chunk).slice(-4000)
      if (readyLine.test(output)) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => {
      children.delete(child)
      const error = new Error(`${name} stopped${code === null ? '' : ` (exit code ${code})`}:\n${output.trim()}`)
      reject(error)
      if (!stopping) fail(error)
    })
  })
}

async function stopAll() {
  stopping = true
  const ended = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of children) child.kill('SIGTERM')
  const patience = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, 5000)
  await Promise.all(ended)
  clearTimeout(patience)
}

async function fail(error) {
  if (stopping) return
  await stopAll()
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    if (stopping) return
    say('\nStopping …')
    await stopAll()
    process.exit(0)
  })

try {
  await refuseTakenPorts()
  await ensureInstalled(say)
  await ensureBuilt(say)
  const began = Date.now()
  say('Starting two local chains, their contracts and APIs, and the app …')
  const environment = { CHAINS: 'devnet', PORT: String(port), DEVNET_PORT: String(devnetPort), NODE_ENV: 'production' }
  await Promise.all([
    start('The devnet', ['--import', 'tsx', 'devnet/main.ts'], /^devnet ready/m, environment),
    start('The app', serverCommand(), /^Countersign is ready/m, environment),
  ])
  say(`Started in ${((Date.now() - began) / 1000).toFixed(1)} s. Ctrl-C stops everything.\n`)
  say(`Countersign is ready: ${process.env.APP_ORIGIN || `http://localhost:${port}`}`)
} catch (error) {
  await fail(error)
}
