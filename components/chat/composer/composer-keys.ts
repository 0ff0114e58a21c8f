/** The parts of a keydown event that the composer looks at. */
export type ComposerKey = {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** True while the input method is open. */
  isComposing: boolean
  /** Safari sends 229 for the Enter that closes the input method, with `isComposing` already false. */
  keyCode: number
}

/**
 * True for the Enter that sends. Shift+Enter inserts a line break, and an Enter inside an input method belongs to it.
 */
export const sendsMessage = (event: ComposerKey): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.isComposing && event.keyCode !== 229
