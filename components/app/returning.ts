const storageKey = 'countersign.returning'
/** Kept by wagmi while a wallet is connected. */
const recentWalletKey = 'wagmi.recentConnectorId'

/**
 * Runs in the head before the first paint: marks the page of somebody who was signed in when they were last here, so that
 * the place of their conversations is kept from the start and nothing moves when they come. It opens nothing.
 * Written by hand as a string, because no module has been loaded by then.
 */
export const returningScript = `try{if(localStorage.getItem('${storageKey}'))document.documentElement.dataset.returning=''}catch(e){}`

/** Remembers for the next visit whether somebody is signed in. */
export function rememberReturning(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be forbidden: then the first page moves once.
  }
  if (isSignedIn) document.documentElement.dataset.returning = ''
  else delete document.documentElement.dataset.returning
}

/** True if somebody was signed in, or had a wallet connected, when this browser was last here. */
export function comesBack(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null || localStorage.getItem(recentWalletKey) !== null
  } catch {
    return false
  }
}
