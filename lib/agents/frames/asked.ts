import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { type Abstention, abstentionIn, isMusing, moodOf } from './abstain'
import type { Frame } from './fill-slots'
import { aboutNft } from './nft-words'
import type { Part } from './parts'
import { names, type Slots } from './slots'
import { type Heard, refers } from './step-of-slots'

/** Words that deny, take back or put in doubt what stands beside them, or say what it waits for. */
const denials = String.raw`\b(?:dont|doesnt|didnt|isnt|cant|wont|shouldnt|wouldnt|not|no|nope|nah|never|nothing|none|without|neither|nor|cannot|stop|cancel\w*|wait|(?<!\bi\s)hold\s+on|hang\s+on|kidding|joking|jk|maybe|perhaps|probably|possibly|might|if|when|whenever|until|till|unless|provided|assuming|depend\w*|except|instead\s+of\s+\w+ing|actually|i\s+mean|meant|wrong|mistake|oops|else|or|either|versus|vs|says?|said|tells?|told|asks?|asked|wrote|example|pretend|imagine|suppose|ignore|did|scam\w*|phish\w*|hack\w*|heard|advise[sd]?|recommend\w*|suggest\w*|tutorial|guide|step|limit|prices|worth\s+it|good\s+idea|safe\s+to)\b|n't\b`
/** Words that count, compare or tell the time: in a request they may change it, in a story beside it they do not. */
const counts = String.raw`\b(?:once|after|before|then(?!\W*$)|later|tomorrow|tonight|yesterday|ago|next|other|both|each|every(?!thing)\w*|rest|remaining|same|more|less|least|at\s+most|up\s+to(?=\s+\$?\d)|twice|double|anymore|price|stays?(?!\s+(?:on|with)\b)|remain|(?:above|below|under|over)(?=\s+\$?\d)|reach(?:es|ed)?(?!\s+0x)|hits?|drops?|falls?|rises?)\b`
const doubting = new RegExp(denials, 'i')
const binding = new RegExp(`${denials}|${counts}`, 'i')
const waitsFor = /\b(?:if|in\s+case|provided|when|whenever|once|unless|until|as\s+soon\s+as|(?<!\ba\s)while)\b/i
/** "In case he asks, …": it opens with what it waits for. */
const bound =
  /^\W*(?:(?:and|but|so|only|just)\s+)*(?:if|in\s+case|provided|when|whenever|once|unless|until|as\s+soon\s+as)\b/i
const takesBack =
  /\b(?:never\s?mind|let\s+me\s+(?:think|see|sleep)|as\s+if|yeah\s+right|nvm|cancel|wait|hang\s+on|hold\s+(?:on|off)|stop|kidding|jk|joking|forget|scratch|not|don'?t|dont|no|nah|nope|yet|later|tomorrow|maybe|first|once|until|unless|if|when|in\s+case|provided|as\s+soon\s+as)\b|n't\b/i
/** "I don't need my DAI anymore": why, and no denial of what is asked. */
const unneeded =
  /\b(?:i|we)\s+(?:don'?t|do\s+not|no\s+longer|never)\s+(?:(?:really|even)\s+)?(?:need|want|like|trust|use|have|care|hold)\b(?!\s+to\b)|\bany\s?more\b/gi
/** What is only to be looked at or explained. */
const onlyLooks =
  /\b(?:show|tell|explain|teach|calculate|estimate|quote|compare|preview|simulate|know|find\s+out|understand|curious|wondering|difference|history|remind|track|watch|alert|notify)\b/i
/** What somebody should or will do: not quite asked for. */
const duty = /(?<!\bwhat\s)\b(?:i|we)(?:'ll|'m\s+(?:going\s+to|gonna)|\s+(?:should|will|owe|intend\s+to|plan\s+to))\b/i
/** From one vault to another, or there and back, is more than one thing. */
const twoThings = /\bflexible\b.*\block|\block.*\bflexible\b|\band\s+(?:\w+\s+){0,2}back\b|\band-back\b/i

/** Topics that requests are of. */
export const ours: readonly Abstention[] = ['lending', 'staking']
/** Whether what asks may ask for something, and for one thing only. */
export function mayAsk({ slots, text }: Heard, asking: readonly Part[], isTimed: boolean, lexicon: Lexicon): boolean {
  const but = new Set<Abstention>([...ours, isTimed ? 'scheduled' : 'nft'])
  return (
    asking.some(({ shape }) => shape === 'asks') &&
    (slots.picked === null || slots.money.length === 0) &&
    !slots.excepts &&
    (!slots.isUnknown || aboutNft(text, lexicon) !== null) &&
    // Without a verb that is known, nothing else may be left unread.
    (slots.cues.length > 0 || (slots.unread.length < 2 && !asking.some(({ isQuestion }) => isQuestion))) &&
    slots.cues.every(({ form, isBySomebody }) => form !== 'third' && !isBySomebody) &&
    !asking.some((part) => moodOf(part.text.toLowerCase(), part.isQuestion) === 'question') &&
    abstentionIn(text.toLowerCase(), true, but) === null &&
    ![onlyLooks, twoThings].some((each) => each.test(text)) &&
    !binding.test(uncounted(slots)) &&
    !isOfSomebody(text, lexicon)
  )
}

/** "60 DAI more", "everything except 150": the text without words that belong to a sum, and compare or leave out nothing else. */
function uncounted({ rest, outline, money }: Slots): string {
  const more = /# (?:\$ more(?! than)|more \$)/.test(outline) ? rest.replace(/\bmore\b/i, ' ') : rest
  return money.some(({ amount }) => amount?.kind === 'all-but')
    ? more.replace(/\b(?:except|but)\s+(?=\.?\d)/i, ' ')
    : more
}

/** "I'm not using it", "won't need 100 DAI until May": of the money, and why something is to be done with it. */
const lyingIdle =
  /\bdoing\s+nothing\b|\b(?:i|we)\s+(?:don'?t|do\s+not|won'?t|will\s+not)\s+(?:need|use|touch)\s+(?:(?:it|them|this|that)|(?:my\s+|the\s+|these\s+|those\s+)*\.?\d[\d.,]*k?\s+[a-z]+)\s+(?:until|till|before)\s+(?:(?:next|the|my|in|end|of|late|early|mid)\s+)*[a-z]+\b(?=\W*$)|\b(?:(?:i|we)(?:'m|'re|'ll|\s+am|\s+are|\s+will|\s+have)?\s+)?(?:not|do\s+not|don'?t|won'?t|no\s+longer|never|no)\s+(?:(?:really|even|actually|going\s+to|gonna|be)\s+)*(?:using|use|need(?:ing)?|touch(?:ing)?)\s+(?:(?:this|that|the)\s+(?:money|cash|sum|pile|stack)|it|them|this|that|of\s+(?:it|them)|for\s+(?:it|them))(?:\s+(?:before|until|till)\s+(?:(?:next|the|my|end|of|late|early|mid)\s+)*[a-z]+)?\b/gi
/** "It is due tomorrow", "she flies later today": the time of something else. */
const dated =
  /^\W*(?:(?:and|because|since|as|cos|cause)\s+)?(?:he|she|they|(?:it|that)(?:'?s|\s+is)\s+due|(?:my|his|her|their|our|the)\s+(?!payment|transfer|swap|trade|order|money|transaction)[a-z]+)\b(?:(?!n't|\bnot\b|\bno\b)[^.])*$/i
const times = /\b(?:tomorrow|later|tonight|first|yet)\b/gi
const beside = (text: string): string => (dated.test(text) ? text.replace(times, ' ') : text).replace(lyingIdle, ' ')

/** Whether what is told beside it may forbid it, or is what it waits for. */
export function speaksAgainst(parts: readonly Part[], telling: readonly Part[]): boolean {
  const first = parts.findIndex(({ shape }) => shape === 'asks')
  return telling.some(
    (part) =>
      bound.test(part.text) ||
      (waitsFor.test(beside(part.text)) && (/\d/.test(part.text) || names(part.slots))) ||
      (parts.indexOf(part) > first && takesBack.test(beside(part.text))) ||
      (part.shape === 'names' && binding.test(part.text)),
  )
}

/** Whether a word denies or puts in doubt what is told. */
export const isDoubted = (text: string): boolean => doubting.test(text.replace(unneeded, ' '))

/** Whether what is told beside it leaves no doubt. */
export function isPlainlyTold(parts: readonly Part[], telling: readonly Part[], { text }: Heard): boolean {
  const first = parts.findIndex(({ shape }) => shape === 'asks')
  return telling.every((part) => {
    const isReason = parts.indexOf(part) < first && (part.slots.money.length === 0 || refers.test(text))
    const said = beside(isReason ? part.text.replace(unneeded, ' ') : part.text)
    return !part.isQuestion && !doubting.test(said)
  })
}

/** "Would you mind swapping 1 ETH?" may ask for an opinion; what somebody else said is no request of one's own. */
export const isDoubtedIn = (raw: string): boolean =>
  /\bwould\s+you\s+mind\b|\blet'?s\s+say\b/i.test(raw) ||
  isMusing(raw) ||
  (sentences(raw).some(({ text, question }) => moodOf(text.toLowerCase(), question) === 'permission') &&
    !(mayHave.test(raw) && needed.test(raw)))

/** "Can I get 400 USDC out of the vault? Need it for a repair": no question whether that is possible. */
const mayHave = /\b(?:can|could|may)\s+i\s+(?:please\s+|pls\s+)?(?:have|get|take)\b[^?.!]*\d/i
const needed = /\b(?:please|pls|plz)\b|\bneed\s+(?:it|them|that|the\s+money|the\s+cash)\b/i

/** Whether it is asked for in so many words. */
export const isAsked = ({ isFirm }: Frame, { slots }: Heard, asking: readonly Part[], isUrged: boolean): boolean =>
  (isFirm || (isUrged && slots.cues.length === 0)) &&
  asking.every(
    ({ text, isQuestion }) =>
      (moodOf(text.toLowerCase(), isQuestion) !== 'permission' || mayHave.test(text)) &&
      (!duty.test(text) || /\bplease\b/i.test(text)),
  )

/** "I want Bob to send …" */
const wanted = /\b(?:want|need|like|love|wish|ask|get|have|let|make)\s+((?:\w+\s+){1,3}?)to\s+\w/i
const noPerson = /^(?:you|u|ya)$|\d|\b(?:it|all|half|everything|some|them|that|these|those|money|funds)\b/

function isOfSomebody(text: string, { tokens, chains }: Lexicon): boolean {
  const who = wanted.exec(text)?.[1]?.trim().toLowerCase()
  if (who === undefined || noPerson.test(who)) return false
  return !who.split(/\s+/).some((word) => tokens.has(word) || chains.has(word))
}
