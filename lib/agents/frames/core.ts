import type { Lexicon } from '../tagger/lexicon'
import { isTold } from './beside'
import { doubted, isRequested, newDialogue } from './step'
import type { Dialogue, Read, Requested, Step, Understanding } from './understanding'

/** Where a part of a message ends that may stand by itself. */
const parts =
  /.+?(?:[.!?;\n]+(?=\s|$)|,?\s+(?=(?:and\s+)?so\s+(?:please|pls|can|could|would|i'd|i\s+(?:want|would|need)|let's|how|what)\b)|,\s+(?=(?:but|and\s+now)\b)|$)/gis
const joins = /^(?:(?:so|but|and|now|then|well|okay|ok|if\s+so)\b[\s,]*)+/i

/** More is a text, and no message. */
const mostParts = 8

/** Words that are not the person's own, or a game. */
export const notOwn =
  /["“”]|^\s*>|\b(?:tweet\w*|e-?mail\w*|message[ds]?|quote[ds]?|example|hypothetical\w*|imagine|pretend|suppose|what\s+if|ignore|instructions?|system|policy)\b/im
/** Beside what somebody else said, only what is asked of the agent is the person's own. */
export const reported = /\b(?:said|says|wrote|writes|told|tells|asks?|asked)\b/i
export const requests =
  /^(?:please|pls|plz|kindly|(?:can|could|would|will)\s+(?:you|u)|i(?:'d|\s+would)?\s+(?:like|want|need)|let's)\b/i
/** After a request: it is taken back, or may be. */
export const takesBack =
  /\b(?:never\s?mind|nvm|cancel|wait|hang\s+on|hold\s+(?:on|off)|stop|kidding|jk|joking|forget|scratch|scrap|not|don'?t|no|nah|nope|yet|later|tomorrow|maybe|first|once|until|unless|if|when)\b|n't\b/i
/** What it waits for, where that names a sum or a token of its own. */
const waitsFor = /\b(?:if|in\s+case|provided|when|whenever|once|unless|until|as\s+soon\s+as)\b/i

/** What was passed over for a word of its own part, and may be asked for in another. */
const isPassedOver = (understood: Understanding): boolean =>
  understood.kind === 'abstain'
    ? ['negated', 'past', 'conditional', 'hypothetical'].includes(understood.topic)
    : (understood.kind === 'talk' && understood.topic === 'unclear') || isCrowded(understood)

/** More was named than a request has places for. */
export const isCrowded = (understood: Understanding): boolean =>
  understood.kind === 'several' ||
  (understood.kind === 'request' && /^too-many/.test(understood.draft.unclear?.kind ?? '')) ||
  (understood.kind === 'job' && /^too-many/.test(understood.job.unclear ?? ''))

/**
 * "I don't trust anything that locks. Stake 200 USDC in the flexible vault": the one part of a message that asks for
 * something by itself, to be confirmed, since what stands beside it may bear on it; or what is asked where nothing is to be
 * done. Null where there is no such part, or more than one.
 */
export function coreOf(
  understood: Understanding,
  raw: string,
  { contacts, offered }: Dialogue,
  lexicon: Lexicon,
  read: Read,
): Understanding | null {
  if (!isPassedOver(understood) || notOwn.test(raw)) return null
  const said = (raw.match(parts) ?? []).map((part) => part.trim().replace(joins, '')).filter((part) => /\w/.test(part))
  if (said.length < 2 || said.length > mostParts) return null
  const heard = said.map((part) => read(part, { ...newDialogue, contacts, offered }))
  const asked = heard.flatMap((each, index) => (isRequested(each) ? [{ each, index }] : []))
  const [only, ...others] = asked
  if (!only) return heard.findLast(isTold) ?? null
  if (others.length > 0 || !isWhole(only.each)) return null
  if (reported.test(raw) && !requests.test(said[only.index] ?? '')) return null
  const isTakenBack = said.slice(only.index + 1).some((part) => takesBack.test(part))
  const isCounted = isCrowded(understood) && said.some((part, index) => index !== only.index && /\d/.test(part))
  const isBound = said.some((part, index) => index !== only.index && waitsFor.test(part) && names(part, lexicon))
  return isTakenBack || isBound || isCounted ? null : { ...only.each, ...doubted(only.each) }
}

const names = (part: string, { tokens }: Lexicon): boolean =>
  /\d/.test(part) ||
  part
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => tokens.has(word))

/** Whether nothing is left to ask. */
export function isWhole(step: Step | Requested): boolean {
  switch (step.kind) {
    case 'request': {
      const { action, amount, from, to, toChain, recipient, receive, unclear } = step.draft
      if (!amount || amount.kind === 'bad' || receive || unclear || !from?.symbol) return false
      if (action === 'send') return recipient?.kind === 'address'
      return action === 'swap' ? to?.symbol !== undefined && to.symbol !== from.symbol : toChain?.id !== undefined
    }
    case 'job':
      return step.job.amount !== undefined && step.job.unclear === undefined && step.job.token?.symbol !== undefined
    case 'nft':
      return step.nft.recipient?.kind === 'address' && !step.nft.unclear
    case 'rebalance':
      return !step.wish.unclear
  }
}
