import type { Address } from 'viem'
import { sessionPath } from './first-session'

const storageKey = 'countersign.returning'
/** Key that wagmi stores while a wallet is connected. */
const recentWalletKey = 'wagmi.recentConnectorId'

/**
 * Runs in the head before the first paint, if somebody was signed in at the last visit. Marks the page, which reserves
 * the space of the list of conversations, so that nothing moves when it comes; and asks the service who is signed in,
 * so that the answer is there with the code that waits for it. A string, because no module is loaded by then.
 */
export const returningScript = `try{if(localStorage.getItem('${storageKey}')){document.documentElement.dataset.returning='';(window.firstSession=fetch('${sessionPath}',{credentials:'include'})).catch(()=>{})}}catch(e){}`

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
