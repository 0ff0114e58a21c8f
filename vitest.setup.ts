import events from 'node:events'
import { afterAll, vi } from 'vitest'

/** Ends a wait for what never comes. Not a bound on how long things may take: a busy machine is no failure. */
const patience = 30_000

// `vi.waitFor` is the only wait without a default in the settings. It gives up after a second.
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'object' ? { timeout: patience, ...options } : Math.max(patience, options ?? 0))

// viem listens to a request's signal until that request is settled, and puts requests into one batch only if they have one
// signal. A review sends twenty under one: no leak, but more than the ten at which Node warns. Browsers have no such number.
events.defaultMaxListeners = 100

// A part of the page that a test has asked for, and that has not come by its end, would fail to load: for the files after
// it too, because they share their modules.
afterAll(() => vi.dynamicImportSettled())
