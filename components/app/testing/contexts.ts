import type { App } from '../app-context'
import type { Work } from '../work-context'

/** The page, of which a test gives what is looked at. */
export const appOf = (given: Partial<App>): App => given as App

/** What belongs to an account, likewise. */
export const workOf = (given: Partial<Work>): Work => given as Work
