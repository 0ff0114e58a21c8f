import { ConfigError, readConfig } from '@/lib/config'
import { DevnetError } from './failure'
import { startDevnet } from './start'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const startedAt = performance.now()
  const devnet = await startDevnet({ port: config.DEVNET_PORT, allowOrigin: config.origin, log: console.log })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await devnet.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The parent may die without notice: a killed test runner, a crashed terminal.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 500).unref()
  console.log(`devnet ready: ${devnet.urls.chains.join(' ')} ${devnet.urls.api} (${seconds} s)`)
  const reason = await devnet.stopped
  if (stopping) return
  console.error(reason.message)
  await devnet.stop()
  process.exit(1)
}

main().catch((error) => {
  const isExpected = error instanceof DevnetError || error instanceof ConfigError
  console.error(isExpected ? error.message : error)
  process.exit(1)
})
