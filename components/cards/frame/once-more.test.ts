import { describe, expect, it } from 'vitest'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { rejectedByUser, replacedResult, takenBackResult } from '@/lib/wire/result'
import { onceMore } from './once-more'

const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const parameters = { to: recipient, value: '100000000000000000', chainId: 31337 }
const send = (change: Partial<LedgerEntry>) => onceMore(ledgerEntry({ parameters, ...change }))
const failed = (code: string) => ({ state: 'failed', outcome: { status: 'error', error: 'e', code } }) as const

describe('a card offers to propose its call again', () => {
  it.each<[string, Partial<LedgerEntry>]>([
    ['declined', { state: 'rejected', outcome: rejectedByUser }],
    ['replaced', { state: 'superseded', outcome: replacedResult }],
    ['taken back', { state: 'superseded', outcome: takenBackResult }],
    ['reverted', { state: 'reverted', outcome: { status: 'error', error: 'e', code: 'reverted' } }],
    ['cancelled in the wallet', failed('cancelled')],
    ['released by the service', { state: 'ready', unawaited: true }],
  ])('if it was %s', (_, change) => expect(send(change)).toMatch(/^Propose this again: Send 0\.1 ETH/))

  it.each<[string, Partial<LedgerEntry>]>([
    ['is open', { state: 'ready' }],
    ['is under way', { state: 'confirming' }],
    ['was carried out', { state: 'confirmed', outcome: { status: 'success' } }],
    ['was carried out in part', failed('partial')],
    ['was changed by the wallet', failed('altered')],
    ['is a transfer with an unknown end', failed('transfer-failed')],
    ['has failed by the service’s word alone', { ...failed('reverted'), recorded: true }],
    [
      'was refused by a wallet that may have sent it',
      { state: 'rejected', outcome: rejectedByUser, left: [{ steps: [], at: 0 }] },
    ],
    ['came in two forms', { state: 'rejected', outcome: rejectedByUser, conflicting: true }],
    ['cannot be read', { state: 'rejected', outcome: rejectedByUser, parameters: {} }],
  ])('but not if it %s', (_, change) => expect(send(change)).toBeNull())
})
