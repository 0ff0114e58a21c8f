import type { Hash } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { TransferStatus } from '@/lib/chain/routing/routing'
import { plainTool, proposed, untilState } from '../testing/bench'
import { browser, openTab, setUpExecution, tab } from '../testing/setup'

const destinationHash: Hash = `0x${'d'.repeat(64)}`
const transfer = { fromChainId: 31337, toChainId: 31338, tool: 'across' }

describe('a bridge', () => {
  let asked: unknown[]
  let answers: (TransferStatus | 'silent')[]

  setUpExecution((browser) => {
    asked = []
    answers = []
    const plain = plainTool()
    browser.world.tool = {
      ...plain,
      prepare: async (...request) => ({ ...(await plain.prepare(...request)), transfer }),
    }
    browser.world.status = async (transfer) => {
      asked.push(transfer)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer || answer === 'silent') throw new Error('unreachable')
      return answer
    }
  })

  it('is confirmed only when the other side is, and reports both hashes', async () => {
    answers = [{ state: 'not-found' }, { state: 'pending', message: 'Waiting for the source' }]
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(call.getSnapshot().transfer).toBe('Waiting for the source'))
    expect(tab.ledger.get(key)).toMatchObject({ state: 'confirming', steps: [{ outcome: 'success' }] })
    answers = [{ state: 'done', destinationHash }]
    await approved
    const { outcome, steps, ...entry } = await untilState(tab, key, 'confirmed')
    const txHash = steps[0]?.hash
    expect(outcome).toEqual({ status: 'success', txHash, chainId: 31337, destinationTxHash: destinationHash })
    expect(entry.destinationHash).toBe(destinationHash)
    expect(asked[0]).toEqual({ ...transfer, hash: txHash })
    expect(call.getSnapshot().transfer).toBeNull()
  })

  it.each(['refunded', 'partial', 'failed'] as const)('that ends %s is no success', async (state) => {
    answers = [{ state, message: `It was ${state}.`, destinationHash }]
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    const { outcome, steps, note } = await untilState(tab, key, 'failed')
    expect(outcome).toEqual({
      status: 'error',
      error: `It was ${state}.`,
      code: `transfer-${state}`,
      txHash: steps[0]?.hash,
    })
    expect(note).toBe(`It was ${state}.`)
  })

  it('is still followed after a reload, and while the routing service is silent', async () => {
    answers = ['silent']
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await vi.waitFor(() => expect(call.getSnapshot().transfer).toMatch(/is not responding/))
    tab.close()
    await openTab()
    await vi.waitFor(() => expect(tab.call(key).getSnapshot().transfer).toMatch(/is not responding/))
    expect(tab.ledger.get(key)?.state).toBe('confirming')
    answers = [{ state: 'done' }]
    const { outcome } = await untilState(tab, key, 'confirmed')
    expect(outcome).not.toHaveProperty('destinationTxHash')
    expect(browser.state.asked).toHaveLength(1)
  })
})
