import type { Address } from 'viem'

const storageKey = 'countersign.returning'
/** Key that wagmi stores while a wallet is connected. */
const recentWalletKey = 'wagmi.recentConnectorId'

/**
 * Runs in the head before the first paint. Marks the page if somebody was signed in at the last visit, which reserves
 * the space of the list of conversations, so that nothing moves when it comes. A string, because no module is loaded by
 * then.
 */
export const returningScript = `try{if(localStorage.getItem('${storageKey}'))document.documentElement.dataset.returning=''}catch(e){}`

/** Remembers for the next visit which account is signed in, if any. */
export function rememberReturning(owner: Address | null): void {
  try {
    if (owner) localStorage.setItem(storageKey, owner)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be forbidden: then the layout shifts once on the next visit.
  }
  if (owner) document.documentElement.dataset.returning = ''
  else delete document.documentElement.dataset.returning
}

/** True if the last visit in this browser ended signed in, or with a wallet connected. */
export const comesBack = (): boolean => stored(storageKey) !== null || stored(recentWalletKey) !== null

/** The account that was signed in at the end of the last visit in this browser, as it was written down. */
export const returningOwner = (): string | null => stored(storageKey)

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
