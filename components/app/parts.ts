// The parts of the page that are loaded apart from it.

/** Loads the parts that a signed-in account needs on every page. */
export const loadSignedIn = () => import('./signed-in').then(({ signedInParts }) => signedInParts)

/** The conversation, with the composer below it. */
export const loadConversing = () => import('./work/conversing')
