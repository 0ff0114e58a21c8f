import { readFileSync } from 'node:fs'
import { openDB } from 'idb'
import type { Hex } from 'viem'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { reviewPlan } from '@/lib/review/review-plan'
import { tools } from '@/lib/tools/registry'
import { decidedView } from '../call/controller'
import { createBrowser, type Tab, untilState } from '../testing/bench'
import { anvil, setUpExecution } from '../testing/setup'
import { openCalls } from './history/open-calls'
import { readPrediction, readReceipt } from './stored-effects'

setUpExecution()

/**
 * Ledgers written, with the real tools and the real review, by the version before cards were stored alongside entries.
 * A call under way comes with the transaction that the wallet had signed, for the first nonce of the account.
 */
const hex = z.custom<Hex>((value) => z.string().startsWith('0x').safeParse(value).success)
const ledger = z.object({
  signer: z.int(),
  transaction: hex.optional(),
  rows: z.array(z.looseObject({ key: z.string(), callId: z.string() })),
})
const former = z
  .object({ version: z.int(), settled: ledger, sent: ledger, asked: ledger })
  .parse(JSON.parse(readFileSync(new URL('../testing/former-entries.json', import.meta.url), 'utf8')))

/** Opens a tab of this version in a browser that has such a ledger. */
async function renewed({ signer, rows }: z.output<typeof ledger>) {
  const browser = createBrowser(anvil, signer)
  browser.world.now = 1_764_200_000_000
  browser.world.tool = tools.send_native_gas_token as typeof browser.world.tool
  browser.world.review = ({ taskId: _, ...request }) =>
    reviewPlan({ ...request, chains: anvil.chains, knownAddresses: [], reader: null, now: () => browser.world.now })
  const db = await openDB(browser.name, former.version, {
    upgrade: (made) => {
      for (const store of ['calls', 'about']) made.createObjectStore(store)
    },
  })
  for (const row of rows) await db.put('calls', row, row.key)
  db.close()
  const tab = await browser.tab()
  const keyOf = (callId: string) => rows.find((row) => row.callId === callId)?.key ?? ''
  return { browser, tab, keyOf }
}

const watched = async (tab: Tab, key: string) => {
  const call = tab.call(key)
  call.subscribe(() => undefined)
  await vi.waitFor(() => {
    const { busy, entry } = call.getSnapshot()
    if (busy || entry.state === 'reviewing') throw new Error('still at work')
  })
  return call
}

it('reads each entry as it was', async () => {
  const { browser, tab } = await renewed(former.settled)
  for (const row of former.settled.rows) expect(tab.ledger.get(row.key)).toEqual(row)
  expect(
    openCalls(tab.ledger.all(), browser.owner)
      .map(({ callId }) => callId)
      .toSorted(),
  ).toEqual(['blocked', 'ready'])
  expect(tab.ledger.unreported(browser.owner).map(({ callId }) => callId)).toEqual(['declined'])
  tab.close()
})

it('reads by its present name what was called `untold`: that the service did not want an outcome', async () => {
  const rows = former.settled.rows.map(({ callId, outcome, ...row }) => {
    const end = { state: row.state, outcome, reported: true, untold: true }
    return callId === 'declined' ? { ...row, callId, ...end } : { ...row, callId, outcome, was: end }
  })
  const { tab, keyOf } = await renewed({ ...former.settled, rows: rows.filter(({ outcome }) => outcome) })
  expect(tab.ledger.get(keyOf('declined'))).toMatchObject({ state: 'rejected', reported: true, unwanted: true })
  expect(tab.ledger.get(keyOf('set-aside'))).toMatchObject({ state: 'superseded', was: { unwanted: true } })
  expect(JSON.stringify(tab.ledger.all())).not.toContain('untold')
  tab.close()
})

it('reads by its present names what was called `bundle` and `carried`: a batch, and the proof that it was included', async () => {
  const signed = { via: 'bundle', carried: 'proven' }
  const bundle = { id: '0xba7c4', version: '2.0.0' as const, sent: true as const }
  const rows = former.settled.rows
    .filter(({ callId }) => callId === 'settled')
    .map(({ steps, ...row }) => {
      const batched = z
        .array(z.looseObject({}))
        .parse(steps)
        .map((step) => ({ ...step, ...signed }))
      return { ...row, steps: batched, bundle, left: [{ steps: batched, bundle, at: 1_764_100_000_000 }] }
    })
  const { tab, keyOf } = await renewed({ ...former.settled, rows })
  const steps = [{ via: 'batch', inclusion: 'proven' }]
  expect(tab.ledger.get(keyOf('settled'))).toMatchObject({
    state: 'confirmed',
    steps,
    batch: bundle,
    left: [{ steps, batch: bundle }],
  })
  expect(JSON.stringify(tab.ledger.all())).not.toMatch(/bundle|carried/)
  tab.close()
})

it('shows what was signed: its figures, its receipt, and no more than was kept of its card', async () => {
  const { tab, keyOf } = await renewed(former.settled)
  const call = await watched(tab, keyOf('settled'))
  const { entry, record } = decidedView(call.getSnapshot())
  expect(entry).toMatchObject({ state: 'confirmed', reported: true, outcome: { status: 'success' } })
  expect(record).toBeNull()
  if (!entry.predicted || !entry.receipt) throw new Error('They are kept')
  expect(readPrediction(entry.predicted)).toMatchObject({ headline: 'Send 1 ETH to 0x0000…11cE on Ethereum (local)' })
  const [left] = readReceipt(entry.receipt).effects?.balances ?? []
  expect((left?.before ?? 0n) - (left?.after ?? 0n)).toBe(10n ** 18n)
  // The history reports it again, and also what had been set aside.
  const { owner, taskId, callId, toolName, parameters } = entry
  const again = await tab.ledger.propose({ owner, taskId, callId, toolName, parameters }, { status: 'success' })
  expect(again).toEqual(entry)
  expect(tab.ledger.get(keyOf('set-aside'))).toMatchObject({ state: 'superseded', reported: true })
  tab.close()
})

it('reviews open calls again, and from then on keeps why one is blocked', async () => {
  const { tab, keyOf } = await renewed(former.settled)
  const blocked = await watched(tab, keyOf('blocked'))
  expect(blocked.getSnapshot().entry).toMatchObject({ state: 'blocked', worst: { level: 'BLOCK' } })
  await blocked.decline()
  tab.close()
})

it.each([
  ['was sent', former.sent, 'sent'],
  ['the wallet had been asked for, whose answer was lost', former.asked, 'asked'],
] as const)('follows to its end what %s, and sends nothing', async (_, given, callId) => {
  if (given.transaction) await anvil.test.sendRawTransaction({ serializedTransaction: given.transaction })
  const { browser, tab, keyOf } = await renewed(given)
  const { outcome } = await untilState(tab, keyOf(callId), 'confirmed')
  expect(outcome).toMatchObject({ status: 'success', txHash: expect.any(String) })
  expect(tab.ledger.unreported(browser.owner).map((entry) => entry.callId)).toEqual([callId])
  expect(browser.state.asked).toHaveLength(0)
  expect(await anvil.test.getTransactionCount({ address: browser.owner })).toBe(1)
  tab.close()
})
