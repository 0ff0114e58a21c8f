import type { Address } from 'viem'
import { z } from 'zod'
import { type StorageEvents, storedValue, type TextStorage } from './stored-value'

/** Highest default. A request may name more, where the person says so each time. */
export const highestOwnSlippage = 0.05

export const storedSlippage = z.number().gt(0).max(highestOwnSlippage).nullable()

/** Slippage for requests that name none, as a fraction, kept in this browser for one account. */
export type OwnSlippage = {
  /** Returns null for the app's default, also if storage fails or holds something else. */
  read: () => number | null
  /** Returns false if it could not be stored. */
  write: (slippage: number | null) => boolean
  /** Calls the listener on changes, also those made in other tabs. */
  subscribe: (listener: () => void) => () => void
}

export function createOwnSlippage(owner: Address, storage: TextStorage, events: StorageEvents): OwnSlippage {
  const { read, write, subscribe } = storedValue<number | null>(`countersign-slippage:${owner.toLowerCase()}`, {
    storage,
    events,
    parse: (text) => storedSlippage.parse(JSON.parse(text ?? 'null')),
    failed: null,
  })
  return { read, write: (slippage) => write(JSON.stringify(storedSlippage.parse(slippage))), subscribe }
}
