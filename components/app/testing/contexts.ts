import type { App } from '../app-context'
import type { Work } from '../work-context'

/** Returns an app with only the parts that a test needs. */
export const appOf = (given: Partial<App>): App => given as App

/** Returns the work of an account with only the parts that a test needs. */
export const workOf = (given: Partial<Work>): Work => given as Work
