import type { Message } from '@/lib/wire/task'

/**
 * Whether the person has said nothing yet in a conversation that the service began: nobody has asked for what is
 * proposed there, so it stands and falls with what it was begun by.
 */
export const isUnasked = (history: readonly Message[]): boolean =>
  history[0]?.role === 'agent' &&
  history.every(({ role, parts }) => role === 'agent' || parts.every(({ type }) => type === 'functionReturn'))
