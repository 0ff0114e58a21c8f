import type { Lexicon } from '../tagger/lexicon'
import type { Kind } from '../tagger/verbs'
import type { Job } from './job'
import { aboutNft } from './nft-words'
import type { Slots } from './slots'

export type Action = 'send' | 'swap' | 'bridge' | Job['act']

/** The verbs that may mean an action where everything else speaks for it. */
const fits: Readonly<Record<Action, readonly Kind[]>> = {
  send: ['send', 'move', 'put', 'take', 'close'],
  swap: ['swap', 'buy', 'sell', 'move', 'put', 'take', 'wrap', 'unwrap', 'cut'],
  bridge: ['bridge', 'move', 'send', 'put', 'take'],
  supply: ['supply', 'put', 'move', 'send', 'grow'],
  borrow: ['borrow', 'take', 'buy', 'send', 'put', 'grow'],
  repay: ['repay', 'cut', 'send', 'close', 'put', 'move', 'take', 'sell'],
  withdraw: ['withdraw', 'take', 'move', 'close', 'send', 'sell', 'buy', 'cut'],
  stake: ['stake', 'put', 'move', 'send', 'supply', 'grow'],
  unstake: ['unstake', 'withdraw', 'take', 'move', 'close', 'send', 'sell', 'buy', 'cut'],
}

/** Whether all verbs that are said may mean an action. */
export const fitsAll = (action: Action, { cues }: Slots): boolean =>
  cues.every(({ kind }) => fits[action].includes(kind))

/** Whether a verb of one of these kinds is said. */
export const says = ({ cues }: Slots, ...kinds: readonly Kind[]): boolean =>
  cues.some(({ kind }) => kinds.includes(kind))

/** Verbs of lending and staking that need no place to mean it. */
const byThemselves = ['borrow', 'supply', 'repay', 'stake', 'unstake'] as const

const debt = /\b(?:loans?|debts?|credit|borrowings?|borrowed|owe|owed|owing|mortgage|indebted)\b/i
const ownDebt = /\bmy\s+(?:\w+\s+)?(?:loan|debt|credit)/i
const guarantee = /\b(?:collateral|guarantee|(?:as|for)\s+(?:a\s+)?(?:security|backing))\b/i
const asGuarantee = /\b(?:as|of|for)\s+(?:my\s+|a\s+)?(?:collateral|guarantee)\b/i
const vault = /\b(?:vaults?|staking|staked?|stakes|farms?)\b/i
const market = /\b(?:lending|lend|lent|supplied|supply|spoke|money\s+market|aave)\b/i
const earning = /\b(?:earn\w*|yields?|interest|passive|apy|apr|idle|(?:put|go|set|get)\b.*\bto\s+work|grow\w*)\b/i

/** A loan comes to the person; it goes back to where it came from. */
const lent =
  /\b(?:an?|another|new|some|on)\s+(?:\S+\s+){0,3}(?:loan|credit|advance)\b|\b(?:give|lend|get|grant|advance|loan|hand|send|spot)\s+(?:me|us)\b/i
const returned =
  /\b(?:back|return|off|down|away|rid\s+of|debt[\s-]free|done\s+with)\b|\b(?:to|towards?|into|against|on|from)\s+(?:my|the|that|this)\s+(?:\w+\s+)?(?:loan|debt|credit)/i

const place = String.raw`(?:(?:the|my|our|that|this|a|an|your)\s+)*(?:[\w%.]+\s+){0,3}?(?:vaults?|staking|stake|farm|lending|market|supply|collateral|pool|spoke|position)`
const fromPlace = new RegExp(
  String.raw`\b(?:from|off|out\s+of)\s+(?:what\s+i(?:'ve)?\s+\w+\s+(?:to|in)\s+)?${place}`,
  'i',
)
const intoPlace = new RegExp(String.raw`\b(?:into|to|onto|in)\s+${place}`, 'i')
const backOut = /\b(?:back|out)\b/i

/** Whether it is about supplied money, and not about a vault. `text` is what asks. */
export const isOfMarket = (text: string): boolean => market.test(text) || guarantee.test(text)

/**
 * The actions that what is named speaks for, by the places (a loan, a vault, a market), by addresses and by the verbs. `text`
 * is what asks. None where they contradict each other, or where there is more than one thing to do.
 */
export function actionsOf(slots: Slots, text: string, lexicon: Lexicon): readonly Action[] {
  if (aboutNft(text, lexicon)) return []
  if (says(slots, 'swap') && /\bback\b/i.test(text)) return []
  if (slots.recipients.length > 0)
    return [debt, guarantee, vault, market].some((each) => each.test(text)) ? [] : ['send']
  if (
    [debt, guarantee, vault, market, earning].some((each) => each.test(text)) ||
    says(slots, 'borrow') ||
    isPlaced(slots)
  )
    return placedActions(slots, text)
  const [only, ...others] = byThemselves.filter((act) => says(slots, act))
  if (only) return others.length === 0 ? [only] : []
  // Out of where it is, wherever that is.
  if (says(slots, 'take') && /\bout\b/i.test(text) && slots.places.length === 0) return ['withdraw']
  return ['swap', 'bridge']
}

const isPlaced = ({ hint }: Slots): boolean => hint.lockDays !== undefined

function placedActions(slots: Slots, text: string): readonly Action[] {
  const out = takesOut(slots, text)
  const into = putsIn(slots, text)
  if (guarantee.test(text)) {
    if (says(slots, 'borrow')) return says(slots, 'repay') ? [] : ['borrow']
    return says(slots, 'repay') || out === into ? [] : [out ? 'withdraw' : 'supply']
  }
  if (debt.test(text)) return debtActions(slots, text)
  const isVault = vault.test(text) || isPlaced(slots)
  // "Raise my stake by 200"
  if (says(slots, 'borrow')) return isVault ? [] : ['borrow']
  const isMarket = market.test(text)
  if (isVault && isMarket) return []
  if (!isVault && !isMarket) return out ? [] : ['stake']
  if (out === into) return []
  return isVault ? [out ? 'unstake' : 'stake'] : [out ? 'withdraw' : 'supply']
}

function debtActions(slots: Slots, text: string): readonly Action[] {
  const gains = says(slots, 'borrow', 'grow') || lent.test(text)
  const returns =
    says(slots, 'repay', 'close', 'cut') || slots.cues.some(({ base }) => base === 'pay') || returned.test(text)
  if (gains && returns) return ownDebt.test(text) || says(slots, 'repay') ? [] : ['borrow']
  return gains ? ['borrow'] : returns ? ['repay'] : []
}

/** "The money in the vault": where it is, and not where it goes. */
const sitting = new RegExp(
  String.raw`\b(?:everything|all|what(?:ever)?(?:'?s|\s+is)?|money|funds|stuff|(?:the|my)\s+\w+)\s+(?:that\s+)?(?:(?:i|we)(?:'ve)?\s+(?:have|got|\w+ed)\s+)?in\s+${place}`,
  'i',
)
const placing = ['put', 'stake', 'supply', 'grow'] as const
const taking = ['take', 'withdraw', 'unstake', 'close'] as const
const wanting = /\b(?:need|want|like|get|give)\b|\bcomes?\s+(?:\w+\s+)?(?:out|home|back)\b/i
/** "The vault should get 450 USDC": a place that is given something. */
const givenTo = new RegExp(
  String.raw`^\W*${place}s?\s+(?:\w+\s+)?(?:gets?|receives?|should\s+(?:get|have|receive))\b`,
  'i',
)

function takesOut(slots: Slots, text: string): boolean {
  if (givenTo.test(text)) return false
  if (sitting.test(text))
    return !says(slots, ...placing) && (wanting.test(text) || says(slots, ...taking, 'sell', 'cut'))
  if (fromPlace.test(text) || says(slots, ...taking, 'sell', 'cut')) return true
  return backOut.test(text) && !says(slots, ...placing)
}

function putsIn(slots: Slots, text: string): boolean {
  if (givenTo.test(text)) return true
  if (fromPlace.test(text)) return false
  if (says(slots, ...placing)) return true
  if (sitting.test(text)) return false
  const isOut = says(slots, ...taking) || backOut.test(text)
  return !isOut && (intoPlace.test(text) || asGuarantee.test(text))
}
