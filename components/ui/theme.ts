import { z } from 'zod'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const storageKey = 'countersign.theme'
const choiceSchema = z.enum(themeChoices).catch('system')

/**
 * Runs in the head before the first paint; the one place that knows the rule "stored choice, else the system's".
 * Written by hand as a string, because no module has been loaded by then.
 */
export const themeScript = `(function(){var c='system';try{c=localStorage.getItem('${storageKey}')||c}catch(e){}
var d=c==='dark'||(c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.theme=d?'dark':'light'})()`

const darkQuery = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()

/** The person's choice; `system` where there is none or storage is closed. */
export function readTheme(): ThemeChoice {
  try {
    return choiceSchema.parse(localStorage.getItem(storageKey))
  } catch {
    // Storage may be forbidden: the system's theme is a fine answer.
    return 'system'
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // The choice then lasts until the page is closed.
  }
  apply(choice)
  for (const listener of listeners) listener()
}

/** Follows the system, other tabs and `chooseTheme`. Fits useSyncExternalStore. */
export function subscribeTheme(listener: () => void): () => void {
  const follow = () => {
    apply(readTheme())
    listener()
  }
  const query = matchMedia(darkQuery)
  listeners.add(listener)
  query.addEventListener('change', follow)
  addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    query.removeEventListener('change', follow)
    removeEventListener('storage', follow)
  }
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia(darkQuery).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
