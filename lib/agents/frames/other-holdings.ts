import type { Item } from '../tagger/item'

/** Words of a question that no look at what is held now answers: of another time, of somebody else, or of how and why. */
const otherwise: readonly RegExp[] = [
  /\b(?:yesterday|tomorrow|ago|history)\b|\b(?:last|next) (?:week|month|year|time|summer|winter)\b|\b(?:did|will) (?:i|we) (?:have|own|hold)\b|\b(?:was|were) my\b/,
  /\b(?:does|did) (?:(?:my|his|her|their|the|our) )?(?!this\b|it\b)[a-z]+ (?:have|own|hold)\b/,
  /^\W*(?:(?:so|and|but|hey|ok) )*(?:why|when|how (?:do|can|could|should|would) (?:i|we)|where (?:can|do|could) (?:i|we) (?:see|find|look)) /,
  /\b(?:don'?t|do not)\b.*\b(?:show|see|want|need)\b|\bnot my balance\b|\bnone of your\b/,
  /\b(?:permissions?|planned|fees?|to lose)\b|\b(?:bitcoin|btc) (?:cash|gold|sv)\b|\b(?:eth|ether|ethereum) classic\b/,
]

/** Whether a question that reads like one after balances is after something else. `text` is in lower case. */
export const isOfOtherHoldings = (text: string, items: readonly Item[]): boolean =>
  otherwise.some((each) => each.test(text)) ||
  items.some((item) => item.is === 'recipient' || (item.is === 'chain' && item.chain.id === undefined))
