import type { CallController, CallView } from '../call/controller'
import { ledgerEntry } from './ledger-entry'

/** Builds the card of a call that has just arrived, with the given changes. */
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

/** Builds a controller that does nothing, with the given changes. */
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
