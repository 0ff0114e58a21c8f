/** What a key press in the composer comes to. */
export type ComposerKey = {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The input method is open. */
  isComposing: boolean
  /** 229 is what Safari sends for the Enter that closes the input method, with `isComposing` already false. */
  keyCode: number
}

/** True for the Enter that sends. Shift+Enter is a new line; Enter inside an input method belongs to it. */
export const sendsMessage = (event: ComposerKey): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.isComposing && event.keyCode !== 229
