// The parts of the page that are loaded apart from it.

import { later } from '@/components/ui/page/later'

/** Loads the parts that a signed-in account needs on every page. */
export const loadSignedIn = () => import('./signed-in').then(({ signedInParts }) => signedInParts)

/** The conversation, with the composer below it. */
export const conversing = later(() => import('./work/conversing').then(({ Conversing }) => Conversing))
