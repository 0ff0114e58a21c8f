import type { Understanding } from '../meaning/understanding'

/**
 * Sentences of the app's own buttons, examples and help, word for word. Sent by a click, they must mean what they were
 * offered for, whatever the reader has been trained on.
 */
const commands: ReadonlyMap<string, Understanding> = new Map<string, Understanding>([
  ['analyse my portfolio', { kind: 'insight', insight: { of: 'portfolio' } }],
  ['what changed since last time', { kind: 'insight', insight: { of: 'changes' } }],
  ['what do i earn', { kind: 'insight', insight: { of: 'positions' } }],
  ['how safe is my loan', { kind: 'insight', insight: { of: 'loan' } }],
  ['which nfts do i have', { kind: 'insight', insight: { of: 'nfts' } }],
  ['what is my address', { kind: 'insight', insight: { of: 'account' } }],
  ['what do i have', { kind: 'balances', query: { symbols: [], chainIds: [] } }],
  ['what do i hold', { kind: 'balances', query: { symbols: [], chainIds: [] } }],
  ['my plans', { kind: 'plans' }],
  ['help', { kind: 'talk', topic: 'help' }],
])

/** The words of the button that confirms what was read. */
export const consent = 'Yes, prepare it'

/** Words that the agent and its button offer as a yes, word for word. */
const consents: ReadonlySet<string> = new Set(['go on', consent.toLowerCase()])

/** Words by which the agent's buttons take back what is open, or leave it open. */
export const ending = { one: 'Cancel it', two: 'Cancel both', all: 'Cancel all of them' }
export const keeping = { one: 'Keep it', all: 'Keep them' }

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.!?]+$/, '')
    .trim()

/** True for a yes in the app's own words. */
export const isConsent = (text: string): boolean => consents.has(bare(text))

/** Returns what a sentence of the app's own means; null for a person's words. */
export const commandOf = (text: string): Understanding | null => commands.get(bare(text)) ?? null

/** True for a sentence of one of these buttons. */
export const isOneOf = (said: Readonly<Record<string, string>>, text: string): boolean =>
  Object.values(said).some((each) => each.toLowerCase() === bare(text))
