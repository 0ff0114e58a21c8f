/** True if a key belongs to a field that somebody is writing in. */
export const isWriting = (): boolean =>
  document.activeElement instanceof HTMLElement &&
  document.activeElement.matches('input, textarea, select, [contenteditable]')

/** True if a dialog is open, which keeps the page's keys from acting. */
export const hasOpenDialog = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null
