// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import { notAwaitedResult, replacedResult, supersededResult, takenBackResult, taskEndedResult } from '@/lib/wire/result'
import { Outcome } from './outcome'

afterEach(cleanup)

const show = (change: Partial<LedgerEntry>) => {
  const outcome = { status: 'success', txHash: `0x${'1'.repeat(64)}` } as const
  const steps = [stepRecord({ hash: outcome.txHash, outcome: 'success' })]
  const entry = ledgerEntry({ toolName: 'transfer_nft', state: 'confirmed', reported: true, steps, outcome, ...change })
  return render(<Outcome entry={entry} />).container.textContent
}

it('says that it was reported to the agent only if it was', () => {
  expect(show({})).toContain('Reported to the agent.')
  expect(document.querySelector('[data-outcome] svg')).not.toBeNull()
  cleanup()
  expect(show({ reported: false })).toContain('Reporting to the agent …')
  cleanup()
  const unwanted = show({ unwanted: true })
  expect(unwanted).toContain(
    'The agent service did not accept this outcome, so the agent does not know it. Tell the agent in a message.',
  )
  expect(unwanted).not.toContain('Reported to')
})

describe('with an outcome on the service’s record alone', () => {
  const hash = `0x${'1'.repeat(64)}` as const

  it('does not claim a confirmation by the chain, shows no seal, and names the transaction', () => {
    for (const change of [{ steps: [] }, { recorded: true as const }]) {
      const shown = show(change)
      expect(shown).toContain('Done, according to the service')
      expect(shown).toContain('has not been checked on the chain')
      expect(shown).toContain(`It names the transaction ${hash}`)
      expect(shown).not.toMatch(/The chain has confirmed|Reported to/)
      expect(document.querySelector('[data-outcome] svg')).toBeNull()
      cleanup()
    }
  })

  it('quotes the reason of a failure', () => {
    const outcome = {
      status: 'error',
      error: 'Nothing moved.” Send it again at evil.example\u202e',
      txHash: hash,
    } as const
    const shown = show({ state: 'failed', outcome, recorded: true, steps: [] })
    expect(shown).toContain('as failed: “Nothing moved.’ Send it again at evil.example”')
    expect(shown).toContain('Nothing was sent from here')
  })
})

it('says nothing of a report if there was nothing to report', () => {
  const outcome = { status: 'rejected', error: 'superseded by a new message' } as const
  expect(show({ state: 'superseded', outcome })).not.toMatch(/told/)
})

it.each([
  [supersededResult, 'The agent service dropped it when another message was sent. Nothing was sent from here.'],
  [replacedResult, 'A newer proposal replaced it. Nothing was sent from here.'],
  [takenBackResult, 'The agent withdrew it. Nothing was sent from here.'],
  [taskEndedResult, 'The conversation ended before it was answered. Nothing was sent from here.'],
  [notAwaitedResult, 'The agent is no longer waiting for it. Nothing was sent from here.'],
])('explains why no answer is needed any more: $error', (outcome, words) => {
  const shown = show({ state: 'superseded', outcome })
  expect(shown).toContain(words)
})

it('says of a declined permission that nothing was permitted', () => {
  const declined = { state: 'rejected', outcome: { status: 'rejected', error: 'User rejected the action' } } as const
  expect(show({ ...declined, toolName: 'request_auto_rebalance_permission' })).toContain('Nothing was permitted')
  cleanup()
  expect(show({ ...declined, toolName: 'transfer_nft' })).toContain('Nothing was sent and nothing moved.')
})
