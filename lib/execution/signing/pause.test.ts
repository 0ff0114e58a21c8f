import 'fake-indexeddb/auto'
import { type Address, zeroHash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usualPace } from '../context'
import { type Ledger, openLedger } from '../ledger/ledger'
import { stepRecord } from '../testing/ledger-entry'
import { pauseInSigning } from './pause'

const owner: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const step = stepRecord()
const hour = 3_600_000

describe('the pause between two lookups of a lost request', () => {
  let ledger: Ledger
  let key: string
  let leave: AbortController
  const pause = () => pauseInSigning(key, hour, { ledger, sleep: usualPace.sleep, signal: leave.signal })

  beforeEach(async () => {
    leave = new AbortController()
    ledger = await openLedger({ now: () => 5, name: `pause-${crypto.randomUUID()}` })
    const call = { taskId: 'task', callId: 'call', toolName: 'send_native_gas_token', owner, parameters: {} }
    ;({ key } = await ledger.propose(call))
    await ledger.apply(key, { type: 'reviewed', verdict: 'ready', planHash: zeroHash })
    const signing = { account: owner, planHash: zeroHash, rest: [step], nonce: 0, fromBlock: '1' } as const
    await ledger.apply(key, { type: 'signing', ...signing })
  })
  afterEach(() => ledger.close())

  it('ends as soon as the person has said what became of it, so the next click need not wait', async () => {
    const paused = pause()
    await ledger.apply(key, { type: 'not-sent', note: 'Nothing was sent.' })
    await paused
    await pause()
  })

  it('ends with the page’s reason when the page is done', async () => {
    const paused = pause()
    leave.abort(new Error('done'))
    await expect(paused).rejects.toThrow('done')
  })
})
