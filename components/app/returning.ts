const storageKey = 'countersign.returning'

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
