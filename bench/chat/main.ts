import { once } from 'node:events'
import { cpus } from 'node:os'
import { type Browser as Chromium, chromium, type Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { App } from '@/e2e/fixtures/app'
import { installBrowserWallet } from '@/e2e/fixtures/browser-wallet'
import { environment } from '@/e2e/fixtures/environment'
import { ensureBuilt, systemChromium } from '@/scripts/prepare.mjs'
import { startServer } from '../start-server'
import { histories, startA2aService, taskOf } from './a2a-service'
import { type Figures, measure, observe, type Subject } from './measure'
import { installPeers, startPeer } from './peer-server'

const rounds = Number(process.env.ROUNDS ?? 3)

const ours: Subject = {
  name: 'Countersign',
  field: 'textarea[aria-label="Message to the agent"]',
  answer: 'article[data-role="agent"] .prose',
}
const peerAnswer = '[data-role="assistant"]'
const peers: readonly (Subject & { page: string })[] = [
  { name: 'useChat, streamdown', page: 'use-chat', field: 'textarea', answer: peerAnswer },
  { name: 'assistant-ui', page: 'assistant-ui', field: 'textarea[name="input"]', answer: peerAnswer },
]

async function newPage(chromium: Chromium): Promise<Page> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } })
  // tsx names functions with a helper of its own, which a page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(observe)
  return context.newPage()
}

/** Waits until the page has loaded and its main thread has nothing left to do. A page that polls has no idle network. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())))
}

async function measureOurs(chromium: Chromium, history: number, sentAt: ReadonlyMap<number, number>): Promise<Figures> {
  const page = await newPage(chromium)
  await installBrowserWallet(page.context(), generatePrivateKey())
  await page.goto(environment.remote.origin)
  const app = new App(page)
  await app.connectBrowserWallet()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator(`${ours.field}:not([disabled])`).waitFor()
  if (history > 0) {
    await page.goto(`${environment.remote.origin}/chat/${taskOf(history)}`)
    await page.locator(ours.answer).last().waitFor()
  }
  await settle(page)
  const figures = await measure(page, ours, sentAt)
  await page.context().close()
  return figures
}

async function measurePeer(
  chromium: Chromium,
  peer: Subject,
  port: number,
  history: number,
  sentAt: ReadonlyMap<number, number>,
): Promise<Figures> {
  const page = await newPage(chromium)
  await page.goto(`http://localhost:${port}/?history=${history}`)
  await page.locator(peer.field).waitFor()
  if (history > 0) await page.locator(peer.answer).last().waitFor()
  await settle(page)
  const figures = await measure(page, peer, sentAt)
  await page.context().close()
  return figures
}

const columns = [
  'task',
  'script',
  'style',
  'layout',
  'longTasks',
  'longestTask',
  'interaction',
  'heap',
  'staleness',
] as const

/** The round in the middle, by the main thread's time. */
const middle = (all: readonly Figures[]): Figures | undefined =>
  all.toSorted((a, b) => a.task - b.task)[Math.floor(all.length / 2)]

/** The answer's text without the hosts that only Countersign names beside its links. */
const plain = (text: string) => text.replace(/\p{Cf}*\(\p{Cf}*example\.org\p{Cf}*\)\p{Cf}*/gu, '')

function report(history: number, measured: ReadonlyMap<string, readonly Figures[]>): void {
  const base = middle(measured.get('useChat, streamdown') ?? [])
  for (const [name, all] of measured) {
    const figures = middle(all)
    if (!figures) continue
    const cells = columns.map((column) => figures[column].toFixed(column === 'heap' ? 1 : 0))
    const ratio = base ? (figures.task / base.task).toFixed(2) : ''
    const isSame = base && plain(figures.text) === plain(base.text) ? 'same' : `${figures.text.length} characters`
    console.log(`| ${history} | ${name} | ${cells.join(' | ')} | ${ratio} | ${isSame} |`)
  }
}

async function main(): Promise<void> {
  await ensureBuilt(console.log)
  await installPeers()
  console.log(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, ${rounds} rounds.\n`)
  const sentAt = new Map<number, number>()
  const onMark = (mark: number) => sentAt.set(mark, Date.now())
  const stops = [await startA2aService(environment.remote.servicePort, onMark)]
  const ports = peers.map((_, index) => environment.remote.servicePort + 20 + index)
  for (const [index, { page }] of peers.entries()) stops.push(await startPeer(page, ports[index] ?? 0, onMark))
  const server = await startServer({
    PORT: new URL(environment.remote.origin).port,
    AGENT_SERVICE_URL: `http://localhost:${environment.remote.servicePort}`,
  })
  const executablePath = systemChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    console.log(
      '| messages before | page | µs of main thread a token | script | style | layout | tasks over 50 ms | longest, ms | key to paint, ms, p98 | heap, MB | behind, ms, p50 | of useChat | text |',
    )
    console.log(`|---${'|---'.repeat(12)}|`)
    for (const history of histories) {
      const measured = new Map([ours, ...peers].map(({ name }): [string, Figures[]] => [name, []]))
      for (let round = 0; round < rounds; round += 1) {
        measured.get(ours.name)?.push(await measureOurs(browser, history, sentAt))
        for (const [index, peer] of peers.entries())
          measured.get(peer.name)?.push(await measurePeer(browser, peer, ports[index] ?? 0, history, sentAt))
      }
      report(history, measured)
    }
  } finally {
    await browser.close()
    const ended = once(server, 'exit')
    server.kill()
    await ended
    for (const stop of stops) stop()
  }
}

await main()
