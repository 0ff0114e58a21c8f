import { getAddress, pad } from 'viem'
import type { LedgerEntry } from '../ledger/entry'

/** A call that has just come, as the ledger keeps it, with what a test says of it. */
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
