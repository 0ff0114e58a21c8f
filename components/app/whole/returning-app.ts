import { RunningApp } from '../running-app'
import { signedInParts } from '../signed-in'

/** The app with the parts of a signed-in account. Those are loaded apart only by somebody who signs in here. */
export const returningApp = { RunningApp, signedInParts }
