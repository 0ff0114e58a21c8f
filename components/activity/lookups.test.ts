import { pad, TransactionReceiptNotFoundError, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { lookUp } from './lookups'
import { rowOf } from './rows'

const hash = pad('0xabc')
const row = rowOf(
  ledgerEntry({
    state: 'confirmed',
    recorded: true,
    reported: true,
    outcome: { status: 'success', txHash: hash, chainId: 31337 },
  }),
)
const chainsThatSay = (answer: () => Promise<object>) =>
  new Map([[31337, { client: { getTransactionReceipt: answer } } as unknown as ChainHandle]])

it.each([
  ['sent', async () => ({ from: row.entry.owner, status: 'success' })],
  ['reverted', async () => ({ from: row.entry.owner, status: 'reverted' })],
  ['by-another', async () => ({ from: zeroAddress, status: 'success' })],
  ['not-found', () => Promise.reject(new TransactionReceiptNotFoundError({ hash }))],
  [null, () => Promise.reject(new Error('no answer'))],
])('a transaction that only the service names is %s', async (as, answer) =>
  expect(await lookUp(row, chainsThatSay(answer))).toBe(as),
)

it('of a chain that is not served nothing can be said', async () => expect(await lookUp(row, new Map())).toBeNull())
