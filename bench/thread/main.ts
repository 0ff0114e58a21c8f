import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { type Browser as Chromium, chromium, type Page } from '@playwright/test'
import { Client } from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { App } from '@/e2e/fixtures/app'
import { installBrowserWallet } from '@/e2e/fixtures/browser-wallet'
import { appOrigin } from '@/e2e/fixtures/environment'
import { searchable, vectorOf } from '@/lib/service/a2a/search-words'
import { Browser, call, result, signIn, words } from '@/lib/service/testing/client'
import { startPostgres } from '@/lib/service/testing/postgres'
import { postgresSettings } from '@/lib/service/testing/test-service'
import { functionCallPart, functionReturnPart, type Part, textPart } from '@/lib/wire/parts'
import { ensureBuilt, systemChromium } from '@/scripts/prepare.mjs'
import { startServer } from '../start-server'

/** Messages of the conversations, alternately the person's and the agent's. */
const long = 2_000
const short = 6
/** One in this many of the agent's messages proposes something, and is declined. */
const proposals = 10
const rounds = 5
const lastWords = 'This is the very last answer of them all.'

const prose =
  'The vault pays **4.2% a year** at the moment, and takes a week to give its deposits back.\n\n- It holds listed tokens only\n- Its fee is 10% of what it earns\n\nWhat is free at once pays less: see [the list](https://example.org/yields).'

/** Returns what both say in so many messages, in order, starting at the message with the number `first`. */
function conversation(messages: number, first: number): { role: 'user' | 'agent'; parts: Part[] }[] {
  let declined: Part[] = []
  return Array.from({ length: messages - first }, (_, index) => {
    const ord = first + index
    if (ord % 2 === 0) {
      const parts = [...declined, textPart(`And how about number ${ord}?`)]
      declined = []
      return { role: 'user', parts }
    }
    if (ord === messages - 1) return { role: 'agent', parts: [textPart(lastWords)] }
    const words = textPart(`${prose}\n\nThat is answer ${ord}.`)
    if (ord % (2 * proposals) !== 1) return { role: 'agent', parts: [words] }
    const about = { id: `call-${ord}`, name: 'send_native_gas_token' }
    const to = `0x${ord.toString(16).padStart(40, 'c')}`
    declined = [functionReturnPart({ ...about, result: { status: 'rejected', error: 'User rejected the action' } })]
    return {
      role: 'agent',
      parts: [words, functionCallPart({ ...about, parameters: { to, chainId: 31337, value: '1' } })],
    }
  })
}

async function fill(url: string, task: string, messages: number): Promise<void> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query('select owner from tasks where id = $1', [task])
  const said = conversation(messages, 2).map(({ role, parts }, index) => ({
    ...{ ord: index + 2, id: randomUUID(), role, parts },
    words: searchable(parts),
  }))
  await client.query(
    `insert into messages (task_id, ord, owner, message_id, role, parts, words)
     select $2, ord, $3, id, role, parts, ${vectorOf('words')}
     from json_to_recordset($1) as m (ord int, id text, role text, parts json, words text)`,
    [JSON.stringify(said), task, rows[0].owner],
  )
  const last = said.at(-1)
  // The task's status repeats its last answer, as it would had the service written it.
  await client.query(`update tasks set status_message = (status_message::jsonb || $2::jsonb)::json where id = $1`, [
    task,
    JSON.stringify({ messageId: last?.id, parts: last?.parts }),
  ])
  await client.end()
}

/**
 * Measures the milliseconds until the last text is on screen: from the click on `entry`, or from when the page began to
 * load.
 */
const untilLastTurn = (page: Page, entry: string | null): Promise<number> =>
  page.evaluate(
    ([entry, words]) =>
      new Promise<number>((resolve, reject) => {
        const began = entry === null ? 0 : performance.now()
        if (entry !== null) document.querySelector<HTMLElement>(`[data-entry="${entry}"]`)?.click()
        const look = () => {
          const last = [...document.querySelectorAll('article[data-role="agent"]')].at(-1)
          const isThere = last?.textContent?.includes(words) && last.getBoundingClientRect().bottom <= innerHeight
          if (performance.now() - began > 30_000) reject(new Error('The last turn never came.'))
          // The layout before this frame is on screen with the next one.
          else if (isThere) requestAnimationFrame(() => resolve(performance.now() - began))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [entry, lastWords] as const,
  )

/** Measures the milliseconds from when the page began to load until the conversation can be used. */
const untilUsable = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          const isThere = document.querySelector('section[data-task] article') !== null
          const isEditable = document.querySelector('textarea:enabled') !== null
          if (performance.now() > 30_000) reject(new Error('The conversation was never ready.'))
          else if (isThere && isEditable) requestAnimationFrame(() => resolve(performance.now()))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

type Loads = { shown: number[]; usable: number[] }

/** Loads the page's address, with a processor that is so many times slower. */
async function load(page: Page, { shown, usable }: Loads, slower: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.reload({ waitUntil: 'commit' })
  shown.push(await untilLastTurn(page, null))
  usable.push(await untilUsable(page))
  await page.waitForLoadState('networkidle')
  await session.detach()
}

async function newPage(chromium: Chromium, key: `0x${string}`): Promise<Page> {
  const context = await chromium.newContext({ baseURL: appOrigin, reducedMotion: 'reduce' })
  // tsx names functions with a helper of its own, which a page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await installBrowserWallet(context, key)
  const page = await context.newPage()
  await new App(page).signInWithBrowserWallet()
  return page
}

async function measure(chromium: Chromium, key: `0x${string}`, task: string, shortTask: string): Promise<void> {
  const all = { fresh: [] as number[], kept: [] as number[], again: [] as number[] }
  const noLoads = (): Loads => ({ shown: [], usable: [] })
  const loads = { long: noLoads(), slowed: noLoads(), short: noLoads() }
  const listed = (page: Page) => page.locator(`[data-entry="${task}"]`).waitFor()
  for (let round = 0; round < rounds; round += 1) {
    const page = await newPage(chromium, key)
    await listed(page)
    all.fresh.push(await untilLastTurn(page, task))
    // The browser's own copy has what was read once the list has been read from it again.
    await page.waitForLoadState('networkidle')
    await page.goto('/')
    await listed(page)
    all.kept.push(await untilLastTurn(page, task))
    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    all.again.push(await untilLastTurn(page, task))
    await load(page, loads.long, 1)
    await load(page, loads.slowed, 4)
    await untilLastTurn(page, shortTask)
    await page.waitForLoadState('networkidle')
    await load(page, loads.short, 1)
    await page.context().close()
  }
  console.log('| a thread of 2,000 messages | ms to its last turn, p50 | most |\n|---|---|---|')
  const row = (name: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`| ${name} | ${sorted[(rounds - 1) / 2]?.toFixed(0)} | ${sorted.at(-1)?.toFixed(0)} |`)
  }
  row('opened from the list, for the first time in this browser', all.fresh)
  row('opened from the list, after a reload', all.kept)
  row('opened from the list, once more', all.again)
  const both = (name: string, { shown, usable }: Loads) => {
    row(`${name}, until its last turn is drawn`, shown)
    row(`${name}, until it can be used`, usable)
  }
  both('by its address, loading the app as well', loads.long)
  both('by its address, with a processor four times slower', loads.slowed)
  both(`by the address of one of ${short} messages`, loads.short)
}

async function main(): Promise<void> {
  await ensureBuilt(console.log)
  console.log(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}.\n`)
  const postgres = await startPostgres()
  const url = await postgres.newDatabase()
  const server = await startServer(postgresSettings(url))
  const executablePath = systemChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const key = generatePrivateKey()
    const ada = new Browser(appOrigin)
    await signIn(ada, privateKeyToAccount(key))
    const { id } = await result(call(ada, 'message/send', words('What can you do?')))
    const { id: shortId } = await result(call(ada, 'message/send', words('What can you do?')))
    await fill(url, id, long)
    await fill(url, shortId, short)
    await measure(browser, key, id, shortId)
  } finally {
    await browser.close()
    const ended = once(server, 'exit')
    server.kill()
    await ended
    await postgres.stop()
  }
}

await main()
