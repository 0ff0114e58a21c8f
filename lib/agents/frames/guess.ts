import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'
import { abstentionIn, moodOf } from './abstain'
import { isWhole } from './core'
import { nouns } from './job'
import { doubted, isRequested, newDialogue, written } from './step'
import type { Dialogue, Read, Requested } from './understanding'

/** The first word of a message, before what it is about. */
const opening =
  /^\W*(?:(?:please|pls|plz|kindly|now|ok|okay|hey|hi|can\s+you|could\s+you|i\s+(?:want|wish|need)\s+to|i(?:'d|\s+would)\s+like\s+to|let's)\b[\s,]*)*([a-z][a-z'-]+)\s+(?=(?:(?:all|half|max|my|the|some|an?|one|two)\b|\$?\.?\d))/i
/** Verbs and other words that are known, and ask for nothing of this. */
export const others =
  /^(?:keep|hold|hodl|leave|save|have|had|has|own|owe|owes|owed|need|want|got|get|lost|find|check|show|see|if|when|why|what|who|is|are|was|were|do|does|did|not|no|don't|dont|never|about|over|under|with|without|for|from|to|in|on|at|by|of|and|or|but|only|just|make|take|use|only|earn|spend|approve|revoke|mint|burn|claim|vote|limit|alert|watch|remind|tell|say|said|repeat|write|think|remember|forget|cancel|stop|wait|add|remove|double|plus|minus|then|also|yesterday|today|tomorrow|tonight|since|because|after|before|during|until|it's|its|that's|i|he|she|they|we|you|it)$/i

/** What can be done, by the word that is put in the place of one that is not known. */
const verbs = ['send', 'swap', 'bridge', 'withdraw', 'deposit'] as const

/** In characters. A guess reads a message once for each verb, and one that is longer is not one request. */
const longestGuess = 300

/**
 * "Plonk 0.3 ETH to 0x…": a verb that is not known, where all that stands after it leaves one thing that it can mean; to be
 * confirmed. Null for anything else.
 */
export function guessed(text: string, lexicon: Lexicon, { contacts, offered }: Dialogue, read: Read): Requested | null {
  if (text.length > longestGuess) return null
  const [whole = '', word = ''] = opening.exec(text) ?? []
  const [item, ...more] = tag(word, lexicon)
  const isKnown =
    item?.is !== 'word' || more.length > 0 || fillers.has(word.toLowerCase()) || nouns.has(word.toLowerCase())
  if (whole === '' || isKnown || others.test(word) || /["“”?]/.test(text)) return null
  if (moodOf(text.toLowerCase(), false) !== 'command') return null
  const rest = text.slice(whole.length)
  if (abstentionIn(text.toLowerCase(), true, new Set(['lending', 'staking', 'nft']))) return null
  const isOut = /\b(?:from|out\s+of)\b/i.test(rest)
  const found = verbs
    .filter((verb) => verb !== (isOut ? 'deposit' : 'withdraw'))
    .map((verb) => read(`${verb} ${rest}`, { ...newDialogue, contacts, offered }))
    .filter(isRequested)
    .filter((each) => !each.rest?.length && isWhole(each))
  const [only, ...different] = new Map(found.map((each) => [written(each), each])).values()
  return only && different.length === 0 ? doubted(only) : null
}

/** What somebody has, has got or wants to know of an address. */
const notPaid =
  /\b(?:from|got|received|owes|has|have|balance|holds?|track|watch|who|whose|what|is\s+(?:this|that|it)|safe|scam\w*|save|remember|no|not|never)\b|n't\b/i

/** "Order 17, beneficiary 0x…, USDC 730.25": one sum of one token and one address, in words that say nothing else; to be confirmed. */
export function impliedPayment(text: string, lexicon: Lexicon, { contacts }: Dialogue, read: Read): Requested | null {
  const lower = text.toLowerCase()
  if (/["“”?]/.test(text) || notPaid.test(text) || abstentionIn(lower, true) || moodOf(lower, false) !== 'command')
    return null
  const items = tag(text, lexicon)
  const sums = items.flatMap((item) => (item.is === 'amount' && item.amount.kind === 'exact' ? [item.text] : []))
  // As it was typed: a name may stand for another token where it stands by itself.
  const tokens = new Map(
    items.flatMap((item) => (item.is === 'token' && item.token.symbol ? [[item.token.symbol, item.token.text]] : [])),
  )
  const people = new Set(
    items.flatMap((item) =>
      item.is === 'recipient' && item.recipient.kind === 'address' ? [item.recipient.address] : [],
    ),
  )
  const others = items.some(({ is }) => is === 'verb' || is === 'chain' || is === 'slippage')
  if (sums.length !== 1 || tokens.size !== 1 || people.size !== 1 || others) return null
  const understood = read(`send ${sums[0]} ${[...tokens.values()][0]} to ${[...people][0]}`, {
    ...newDialogue,
    contacts,
  })
  return isRequested(understood) && isWhole(understood) ? doubted(understood) : null
}
