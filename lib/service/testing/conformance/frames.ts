import type { Frame } from '../client'

/** Returns the text in a frame. */
export const textOf = (frame: Frame | undefined) =>
  frame?.event.kind === 'artifact-update' ? frame.event.artifact.parts.map((part) => part.text).join('') : ''

/** Returns the last event if it is a status. */
export function lastStatus(all: readonly Frame[]) {
  const last = all.at(-1)?.event
  return last?.kind === 'status-update' ? last : undefined
}

export const seqOf = (frame: Frame | undefined) => Number(frame?.id?.split(':')[1])
