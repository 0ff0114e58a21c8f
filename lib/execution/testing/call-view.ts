import type { CallController, CallView } from '../call/controller'
import { ledgerEntry } from './ledger-entry'

/** A call as a card shows it that has just come, with what a test says of it. */
export const callView = (more: Partial<CallView> = {}): CallView => ({
  entry: ledgerEntry(),
  tool: null,
  busy: null,
  prepared: null,
  review: null,
  record: null,
  atomicity: null,
  acknowledged: false,
  problem: null,
  waiting: null,
  elsewhere: false,
  otherBrowser: null,
  transfer: null,
  ...more,
})

/** A call that nothing happens to, with what a test says of it. */
export const callController = (view: CallView, more: Partial<CallController> = {}): CallController => ({
  subscribe: () => () => undefined,
  getSnapshot: () => view,
  approve: async () => undefined,
  decline: async () => undefined,
  acknowledge: () => undefined,
  adjust: () => undefined,
  refresh: () => undefined,
  displayed: async () => undefined,
  resolveInterrupted: async () => undefined,
  giveUp: async () => undefined,
  ...more,
})
