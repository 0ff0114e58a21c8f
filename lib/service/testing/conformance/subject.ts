import type { Browser } from '../client'

/** The service under test. Origin and browser are set once it has started. */
export type Subject = {
  port: number
  origin: string
  /** Signed in. */
  ada: Browser
}
