import { z } from 'zod'
import { createListeners } from '@/lib/store'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const storageKey = 'countersign.theme'
const choiceSchema = z.enum(themeChoices).catch('system')

/**
 * Runs in the head before the first paint, and again when the system's theme or another tab's choice changes: the one
 * place that follows both, on pages without a switch as well. Written by hand as a string, because no module has been
 * loaded by then.
 */
export const themeScript = `(function(){var m=matchMedia('(prefers-color-scheme: dark)');function f(){var c='system';
try{c=localStorage.getItem('${storageKey}')||c}catch(e){}
document.documentElement.dataset.theme=c==='dark'||(c!=='light'&&m.matches)?'dark':'light'}
f();m.addEventListener('change',f);addEventListener('storage',f)})()`

const choices = createListeners()

/** The person's choice; `system` where there is none or storage is closed. */
export function readTheme(): ThemeChoice {
  try {
    return choiceSchema.parse(localStorage.getItem(storageKey))
  } catch {
    // Storage may be forbidden: the system's theme is a fine answer.
    return 'system'
  }
}

/** For a page whose head has not run: the frame of the page broke, and was replaced. */
export const showChosenTheme = (): void => apply(readTheme())

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // The choice then lasts until the page is closed.
  }
  apply(choice)
  choices.tell()
}

/** Tells of another choice, here or in another tab; the head's script shows it. Fits useSyncExternalStore. */
export function subscribeTheme(listener: () => void): () => void {
  const stop = choices.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
