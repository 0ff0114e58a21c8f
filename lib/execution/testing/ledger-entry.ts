import { getAddress, pad } from 'viem'
import type { LedgerEntry, StepRecord } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'

/** Builds a transaction of a call that nobody has been asked for yet, with the given changes. */
export const stepRecord = (more: Partial<StepRecord> = {}): StepRecord => ({
  id: 'action',
  title: 'A step',
  chainId: 31337,
  to: getAddress('0xacc0000000000000000000000000000000000acd'),
  data: '0x',
  value: '0',
  bytesHash: pad('0x3'),
  ...more,
})

/** Builds the ledger entry of a call that has just arrived, with the given changes. */
export const ledgerEntry = (more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  key: 'task:call',
  taskId: 'task',
  callId: 'call',
  toolName: 'send_native_gas_token',
  parameters: {},
  callHash: pad('0x2'),
  owner: getAddress('0xacc0000000000000000000000000000000000acc'),
  state: 'reviewing',
  reported: false,
  steps: [],
  createdAt: 0,
  updatedAt: 0,
  ...more,
})

/** Builds an unchanging ledger from the members a test needs. */
export function ledgerOf(given: Partial<Ledger>): Ledger {
  const ledger: Partial<Ledger> = { subscribe: () => () => undefined, ...given }
  return ledger as Ledger
}
