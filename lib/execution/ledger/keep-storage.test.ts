import 'fake-indexeddb/auto'
import { zeroHash } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stepRecord } from '../testing/ledger-entry'
import { keepStorage } from './keep-storage'
import { type Ledger, openLedger } from './ledger'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const step = stepRecord()

let ledger: Ledger
let stop: AbortController
beforeEach(async () => {
  ledger = await openLedger({ now: () => 5, name: `keep-${crypto.randomUUID()}` })
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  ledger.close()
  vi.restoreAllMocks()
})

/** Creates a browser with these answers. */
const browser = (persisted: boolean, persist: () => Promise<boolean>) => {
  const storage = { persisted: vi.fn(async () => persisted), persist: vi.fn(persist) }
  keepStorage(ledger, storage, stop.signal)
  return storage
}
/** Brings a call to the wallet. */
async function ask(callId: string) {
  const { key } = await ledger.propose({ owner, taskId: 'task', callId, toolName: 'transfer_nft', parameters: {} })
  await ledger.apply(key, { type: 'reviewed', verdict: 'ready', planHash: zeroHash })
  await ledger.apply(key, { type: 'signing', account: owner, planHash: zeroHash, rest: [step], fromBlock: '1' })
  return {
    sign: () => ledger.apply(key, { type: 'hash', attempt: step, rest: [], hash: zeroHash }),
    reject: () => ledger.apply(key, { type: 'not-sent', note: 'The wallet refused.' }),
    end: async () => {
      await ledger.apply(key, { type: 'mined', hash: zeroHash, outcome: 'success' })
      await ledger.apply(key, { type: 'completed' })
    },
    report: () => ledger.apply(key, { type: 'reported' }),
  }
}
async function carryOut(callId: string) {
  const call = await ask(callId)
  await call.sign()
  await call.end()
  return call
}

it('asks the browser once, when the first signed call has ended, and not while the person waits for it', async () => {
  const { persisted, persist } = browser(false, async () => false)
  await (await ask('refused')).reject()
  const call = await ask('a')
  await call.sign()
  expect(persisted).not.toHaveBeenCalled()
  await call.end()
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce())
  await carryOut('b')
  expect(persist).toHaveBeenCalledOnce()
})

it('does not ask because of calls that had ended before the page was opened', async () => {
  const former = await carryOut('a')
  const { persisted } = browser(false, async () => false)
  await former.report()
  expect(persisted).not.toHaveBeenCalled()
})

it('does not ask a browser that has promised it already', async () => {
  const { persist, persisted } = browser(true, async () => true)
  await carryOut('a')
  await vi.waitFor(() => expect(persisted).toHaveBeenCalledOnce())
  expect(persist).not.toHaveBeenCalled()
})

it('reports a browser that fails at it, and goes on', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  browser(false, () => Promise.reject(new TypeError('not here')))
  await carryOut('a')
  await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(expect.any(String), new TypeError('not here')))
})
