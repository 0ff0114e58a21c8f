import type { Browser } from '../client'

/** The service that is looked at. Origin and browser are there once it has started. */
export type Subject = {
  port: number
  origin: string
  /** Signed in. */
  ada: Browser
}
