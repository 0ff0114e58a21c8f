import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { cueOf } from '../tagger/verbs'
import { fillers } from '../tagger/vocabulary'
import { moodOf } from './abstain'
import { others } from './guess'
import { readSlots } from './read-slots'
import { names, type Slots } from './slots'

/** A part of a message that may stand by itself. */
export type Part = {
  text: string
  slots: Slots
  /** It asks for something, tells something, or only names things. */
  shape: 'asks' | 'tells' | 'names'
  isQuestion: boolean
}

/** Where a part ends. */
const ends =
  /.+?(?:[.!?;\n]+(?=\s|$)|,(?=\s)|:(?=\s+(?:please|pls|can|could)\b)|\s[-–]+(?=\s)|[)\p{Extended_Pictographic}]+(?=\s|$)|(?=\s\()|(?<!\b(?:all|everything))(?=\s(?:because|cause|cos|since|so|but|while(?=\s(?:i|we|he|she|they|it|the|my))|when(?=\s(?:i|we)\s(?:\w+ed|was|were|got)\b))\s)|(?=\sand\s(?:i|i'd|id|please|pls|can|could|now|so)\s)|$)/gisu

const asksYou = /\b(?:can|could|would|will)\s+(?:you|u|ya)\b/i
/** Words before a request. */
const opening =
  /^(?:(?:ok|okay|k|so|now|then|and|but|also|just|hey|hi|hello|yo|right|well|alright|first|quickly|quick|thanks|um|uh|uhm|er|hmm|mm|sure|yes|yeah|yep|actually|btw|fyi|listen|look|bot|agent|countersign|mate|dear|sir|pls|plz|please|simply|kindly|gently|immediately|go\s+ahead(?:\s+and)?|today|there|finally|basically|like|oh|ah|cool|great|good\s+(?:morning|day|evening|afternoon)|nice|perfect|lets|let's|let\s+us|me|to|you|can|could|would|will|u|may|go)\b[\s,!.:-]*)+/i
/** A word that is not known, right before what it is done to. */
const unknownVerb =
  /^\W*(?:(?:please|pls|now|ok|okay|hey|hi|just)\b[\s,]*)*([a-z][a-z'-]+)\s+(?=(?:(?:all|half|max|my)\b|\$?\.?\d))/i
/** It asks for something wherever it stands. */
const wish =
  /\b(?:please|pls|plz|kindly|(?:can|could|would|will)\s+(?:you|u|ya)|(?:can|could|may)\s+i\s+(?:please\s+|pls\s+)?(?:have|get|take)|(?:i'?d|(?:i|we)(?:'d|\s+would|\s+do|\s+should)?)\s+(?:(?:really|just|also|now|only|rather|still|very\s+much|actually|finally|therefore)\s+)*(?:want|wanna|need|wish|prefer|rather|have\s+to|gotta)|(?:i'?d|we'?d|i\s+would|we\s+would|i\s+should)\s+(?:(?:really|just|also|now|only|rather|still|very\s+much|actually|finally|therefore)\s+)*(?:like|love)|let'?s|let\s+us|help\s+(?:me|us)|(?:i'm|i\s+am|we're)\s+(?:looking|trying|ready|here|hoping|eager)\s+(?:to|for)|(?:i've|i\s+have|we\s+have|we've)\s+decided\s+to|(?:should|must|has\s+to|have\s+to|needs?\s+to|ought\s+to|is\s+to|are\s+to)\s+(?:all\s+)?(?:go|start|begin|be\s+\w+(?:ed|d|t|n)|become|end\s+up|land|arrive)|would\s+be\s+(?:great|nice|lovely|good|cool|awesome)|(?:it's|its|it\s+is)\s+time\s+to|go\s+ahead)\b|^\W*(?:want|need|wanna|time\s+to|gimme|lemme)\b/i
/** "I want to play a game": nothing of this. */
const wishElse = /\b(?:(?:want|need|like|love|wish|have)\s+to|wanna|gotta)\s+[a-z]/i
/** What is said of a sum or a token, and not of a person: "half of my WBTC should become ETH", "everything has to come out". */
export const due =
  /(?:[#$]|\b(?:everything|it|this|that|these|those|they|rest|half|money|funds|lot))(?: (?:(?:i|we) (?:have|hold|own|got|keep|\w+ed)|here|there|my|the|of|in|on|[$&,]|vaults?|market|lending|flexible|locked|all|also|now|then|just|really))* (?:should|shall|must|has to|have to|needs? to|ought to|(?:is|are|was|were) (?:supposed )?to|goes|comes|could|can|may)(?= (?:(?:also|all|now|just|please) )*(?!stay|remain|wait|rest|keep|sit|be (?:in|there|here|at|by|#|already)\b)[a-z])/
/** Somebody is to get something: "0x… gets 5 DAI", "it goes to 0x…". */
export const owed =
  /@(?: ,| \w+ly| also| now| then)* (?:(?:should|shall|must|can|may|will|could|has to|have to|is to|needs to|is|are)(?: \w+ly| also| now| all)* )?(?:gets?|receives?|have|getting|receiving)(?: (?:my|the|a|an|all|his|her|their|of|another))* [#$]|(?<=^(?!do )(?:.* )?# .*)go to @|\b(?:goes|(?:should|shall|must|has to|have to|needs? to|is to) (?:all )?go) (?:over |out )?to @/

/** Somebody or something that does something or is somehow. */
const telling =
  /\b(?:i|i'm|im|i've|ive|i'd|he|he's|she|she's|(?<!\b(?:of|for|with|to|into|from|in|on|do|than|all)\s)it|it's|we|we're|we've|they|they're|there's|that's|who|which|is|are|am|was|were|has|have|had|got|lost|says?|said|told|wants|needs|insists|seems?|looks?|feels?)\b/i
/** The parts of a text. */
export function partsOf(text: string, lexicon: Lexicon): readonly Part[] {
  const questions = sentences(text)
  return (text.match(ends) ?? [])
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part))
    .map((part) => {
      const slots = readSlots(part, lexicon)
      const bare = part.replace(/[?!.,;\s]+$/, '')
      // "I want to settle up: could you send …?": what comes before the request is no question.
      const isAside = (sentence: string) =>
        !/\?\W*$/.test(part) &&
        asksYou.test(sentence.replace(bare, ' ')) &&
        moodOf(bare.toLowerCase(), false) !== 'question'
      const isQuestion = questions.some(
        ({ text: sentence, question }) => question && sentence.includes(bare) && !isAside(sentence),
      )
      return { text: part, slots, shape: shapeOf(part, slots), isQuestion }
    })
}

function shapeOf(text: string, { cues, outline, money, recipients, hint }: Slots): Part['shape'] {
  const bare = text.replace(opening, '')
  const [first = ''] = bare.toLowerCase().split(/[^a-z'-]+/)
  const cue = cueOf(first)
  const unknown = unknownVerb.exec(text)?.[1]?.toLowerCase()
  const isTold = telling.test(text) || cues.some(({ form }) => form === 'past' || form === 'third')
  if (
    unknown !== undefined &&
    !cues.some(({ isBySomebody }) => isBySomebody) &&
    !cueOf(unknown) &&
    !others.test(unknown) &&
    !fillers.has(unknown)
  )
    return 'asks'
  if (cue?.form === 'base' || /^(?:do|make|have|use|arrange|perform|execute|set|start|top|cash)$/.test(first))
    return 'asks'
  const isOfElse = wishElse.test(text) && cues.length === 0 && money.length === 0 && recipients.length === 0
  if ((wish.test(text) && !isOfElse) || due.test(outline) || owed.test(outline)) return 'asks'
  // "The one where I can leave any time"
  const isWhich = Object.keys(hint).length > 0 && cues.length === 0 && /^\W*(?:the|that|in|into)\b/i.test(text)
  return isTold && !isWhich ? 'tells' : 'names'
}

/** "Leave 500 here", "keep 1 ETH". */
export const isKept = ({ text, slots }: Part): boolean =>
  /^\W*(?:(?:but|and|just|only|please)\s+)*(?:leave|keep)\b/i.test(text) &&
  slots.money.length === 1 &&
  slots.money[0]?.amount?.kind === 'exact' &&
  slots.recipients.length === 0

const urging = /\b(?:please|pls|plz|asap|thanks|thx|ty|cheers|right\s+now|immediately|quick(?:ly)?|rn)\b/i

const doIt =
  /^\W*(?:(?:so|and|please|pls|just|then|now|can\s+you|could\s+you|go\s+ahead\s+and)\s+)*(?:do|handle|sort|arrange|make)\s+(?:it|that|so|this)(?:\s+(?:out|happen|for\s+me|now|please|pls|today))*\W*$/i

/** "The whole debt gets paid off, do it": what stands before is asked for. */
export function done(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex(({ text }) => doIt.test(text))
  const before = parts.slice(0, Math.max(0, at)).findLast(({ slots }) => names(slots) || slots.cues.length > 0)
  if (at < 0 || !before || parts.some((part) => part.shape === 'asks' && part !== parts[at])) return parts
  return parts.flatMap((part, index) =>
    index === at ? [] : part === before ? [{ ...part, shape: 'asks' as const }] : [part],
  )
}

const aimed = /\b(?:in)?to\b|->|\bout\s+(?:of|for)\b/i
/** A sum with the place where it goes, or that it comes out of. */
const placed =
  /# (?:of )?(?:my )?\$ (?:into|to|towards|onto|out of|from) (?:(?:my|the|our|what) )?(?:[$\w]+ ){0,2}(?:vault|debt|loan|lending|market|collateral|owe|$)/

/** The person speaks of what is their own. */
const ofOneself = /\b(?:i|i'm|im|i've|my|me|mine|we|our|us)\b/i

/**
 * Whether a sum that is named without a verb is meant to go where that is said: the person urges, tells why of themselves, or names
 * a loan or a vault. "1 ETH to USDC" alone may ask for the price, and a payment alone may be a paste.
 */
export function isMeant(parts: readonly Part[], raw: string): boolean {
  if (parts.some(({ isQuestion }) => isQuestion)) return false
  const isTold = parts.some(({ slots }) => !names(slots) && slots.unread.length > 0)
  return (
    urging.test(raw) ||
    parts.some(({ slots }) => slots.slippage !== undefined) ||
    (isTold ? ofOneself.test(raw) : parts.some(({ slots }) => placed.test(slots.outline)))
  )
}

/** Parts that only name things ask for them where they are meant so, and say what goes where. */
export function urged(parts: readonly Part[], raw: string): readonly Part[] {
  if (parts.some(({ shape }) => shape === 'asks') || !isMeant(parts, raw)) return parts
  const named = parts.filter(({ shape }) => shape === 'names')
  if (named.some(({ slots }) => slots.cues.length > 0)) return parts
  const isAimed = named.some(({ text, slots }) => slots.recipients.length > 0 || aimed.test(text))
  const isSized = named.some(({ slots }) => slots.money.some(({ amount }) => amount))
  return isAimed && isSized
    ? parts.map((part) => (part.shape === 'names' && names(part.slots) ? { ...part, shape: 'asks' as const } : part))
    : parts
}
