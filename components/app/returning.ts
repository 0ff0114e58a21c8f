const storageKey = 'countersign.returning'
/** Key that wagmi stores while a wallet is connected. */
const recentWalletKey = 'wagmi.recentConnectorId'

/**
 * Runs in the head before the first paint. Marks the page if somebody was signed in at the last visit, which reserves
 * the space of the list of conversations, so that nothing moves when it comes. A string, because no module is loaded by
 * then.
 */
export const returningScript = `try{if(localStorage.getItem('${storageKey}'))document.documentElement.dataset.returning=''}catch(e){}`

/** Remembers for the next visit if somebody is signed in. */
export function rememberReturning(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be forbidden: then the layout shifts once on the next visit.
  }
  if (isSignedIn) document.documentElement.dataset.returning = ''
  else delete document.documentElement.dataset.returning
}

/** True if the last visit in this browser ended signed in, or with a wallet connected. */
export const comesBack = (): boolean => isStored(storageKey) || isStored(recentWalletKey)

/** True if the last visit in this browser ended signed in. */
export const wasSignedIn = (): boolean => isStored(storageKey)

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
