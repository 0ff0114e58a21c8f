import type { Frame } from '../client'

/** The words that a frame brings. */
export const textOf = (frame: Frame | undefined) =>
  frame?.event.kind === 'artifact-update' ? frame.event.artifact.parts.map((part) => part.text).join('') : ''

/** The last event, where it is a status. */
export function lastStatus(all: readonly Frame[]) {
  const last = all.at(-1)?.event
  return last?.kind === 'status-update' ? last : undefined
}

export const seqOf = (frame: Frame | undefined) => Number(frame?.id?.split(':')[1])
