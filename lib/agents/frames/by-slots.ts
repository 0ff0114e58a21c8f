import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { inOneWord } from '../tagger/verbs'
import { type Abstention, abstentionIn, isMusing, moodOf } from './abstain'
import { says } from './actions'
import { withoutPurpose } from './asides'
import { notOwn, reported, requests } from './core'
import { withoutOtherPlace } from './denied'
import { begun, type Frame, frameOf, type Heard, refers } from './fill-slots'
import { aboutNft } from './nft-words'
import { done, isKept, isMeant, joined, names, type Part, partsOf, urged } from './parts'
import type { PlanRequest } from './plan-request'
import { readRhythm } from './plan-words'
import type { Money, Place, Slots } from './slots'
import type { Step } from './understanding'

/** What a message comes to by what it names. `isSure`: it is asked for in so many words, and nothing speaks against it. */
export type BySlots = { isSure: boolean } & ({ step: Step } | { plan: PlanRequest })

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
/** Words that give themselves out for somebody else's, or are to be passed on. */
const quoted =
  /(?:^|\n)\W*(?:system|admin|assistant|developer|root|tool|prompt)\b\W*[:>\]]|(?:^|\s)'\w[^']*\s[^']*'|\b(?:forward|reply|respond|write|tell|message|answer|say|type|repeat)\b[^.!?:]*:/im
/** What is only to be looked at or explained. */
const onlyLooks =
  /\b(?:show|tell|explain|teach|calculate|estimate|quote|compare|preview|simulate|know|find\s+out|understand|curious|wondering|difference|history|remind|track|watch|alert|notify)\b/i
/** What somebody should or will do: not quite asked for. */
const duty = /(?<!\bwhat\s)\b(?:i|we)(?:'ll|'m\s+(?:going\s+to|gonna)|\s+(?:should|will|owe|intend\s+to|plan\s+to))\b/i
/** What a loan is backed by is no token of it. */
const against =
  /\bagainst\s+(?:(?:the|my|all|our)\s+)*[a-z]+(?:\s+(?:that\s+)?(?:i|we)(?:'ve|\s+have)?\s+\w+)?(?:\s+(?:as|for)\s+(?:my\s+)?collateral)?/gi
/** "He asked for 20 USDC": what somebody needs. */
const neededBy = /\bask(?:s|ed)\s+(?:(?:me|us)\s+)?for\s+(?=\$?\.?\d)/gi
/** "Borrow 350 DAI till the end of the month": a loan has no term. */
const term = /\b(?:un)?til+\s+(?:(?:the|next|this|end|of|my|early|late|mid)\s+)*[a-z]+\b/gi
/** From one vault to another, or there and back, is more than one thing. */
const twoThings = /\bflexible\b.*\block|\block.*\bflexible\b|\band\s+(?:\w+\s+){0,2}back\b|\band-back\b/i

/** Topics that requests are of. */
const ours: readonly Abstention[] = ['lending', 'staking']
/** What only a part of a message may say. */
const ofParts: ReadonlySet<Abstention> = new Set([
  ...ours,
  'nft',
  'past',
  'negated',
  'hypothetical',
  'conditional',
  'scheduled',
])

/**
 * Reads a message by what it names, where words that nobody thought of stand around it: which sums, tokens, networks,
 * addresses and places there are, which action takes just these, and what the verbs allow. Null where none or more than one
 * action would do, where something named is left over, or where a word binds, denies or only tells it. `raw` still has
 * the courtesies of `said`.
 */
export function readBySlots(said: string, lexicon: Lexicon, raw: string): BySlots | null {
  const plain = withoutPurpose(inOneWord(withoutOtherPlace(said)), lexicon)
    .replace(against, ' ')
    .replace(neededBy, 'needs ')
    .replace(/\blet'?s\s+say\b/gi, "let's")
  const text = /\bborrow\b/i.test(plain) ? plain.replace(term, ' ') : plain
  if (quoted.test(raw) || notOwn.test(raw) || abstentionIn(text.toLowerCase(), true, ofParts)) return null
  const { rhythm, text: untimed } = readRhythm(text)
  if (rhythm.problem !== undefined) return null
  const isTimed = rhythm.every !== undefined
  const all = partsOf(isTimed ? untimed : text, lexicon)
  const kept = all.filter(isKept)
  const own = all.filter((part) => !kept.includes(part))
  const finished = done(own)
  const parts = urged(finished, raw)
  const isNamed = ({ slots }: Part) =>
    names(slots) &&
    (slots.unread.length === 0 ||
      slots.places.length + slots.recipients.length > 0 ||
      slots.money.some(({ amount }) => amount))
  const asking = parts.filter((part) => part.shape === 'asks' || (part.shape === 'names' && isNamed(part)))
  const telling = parts.filter((part) => !asking.includes(part))
  const heard = heardIn(asking, telling, kept)
  if (!heard || isReported(parts) || !mayAsk(heard, asking, isTimed, lexicon) || speaksAgainst(parts, telling))
    return null
  const frame = frameOf(heard, lexicon) ?? (isTimed ? null : begun(heard))
  if (!frame) return null
  const isSure =
    isAsked(
      frame,
      heard,
      asking,
      finished !== own || ((isTimed || isMeant(parts, raw)) && heard.slots.unread.length === 0),
    ) &&
    isPlainlyTold(parts, telling, heard) &&
    !/@/.test(raw) &&
    !isDoubtedIn(raw)
  if (!isTimed) return { isSure, step: frame.step }
  const order = frame.step.kind === 'request' && frame.step.draft.action === 'swap' ? frame.step.draft : null
  if (!order?.amount) return null
  return { isSure, plan: { do: 'create', order, rhythm, ...(isSure ? {} : { unsure: true as const }) } }
}

/** "He wrote: …": somebody else's words, unless the person asks for it. */
const isReported = (parts: readonly Part[]): boolean =>
  parts.some(({ text }) => reported.test(text)) &&
  !parts.some(({ text, shape }) => shape === 'asks' && requests.test(text.replace(/^(?:so|and|but|now)\s+/i, '')))

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join(' ')

/** All that is named, with what "it", "him" and "there" mean, and "leave 500" for all but that. Null where that is not clear. */
function heardIn(asking: readonly Part[], telling: readonly Part[], kept: readonly Part[]): Heard | null {
  const text = textOf(asking)
  const slots = joined(asking.map((part) => part.slots))
  const beside = joined(telling.filter((part) => !spares.test(part.text)).map((part) => part.slots))
  const isIt =
    slots.money.length === 0 && (refers.test(text) || telling.some((part) => isSumOfIt.test(part.slots.outline)))
  const meant: Slots = {
    ...slots,
    money: isIt ? beside.money : withToldSum(slots.money, beside.money, text),
    recipients:
      slots.recipients.length === 0 && (says(slots, 'send') || /\b(?:him|her|them)\b/i.test(text))
        ? beside.recipients
        : slots.recipients,
  }
  const held = telling
    .filter((part) => part.slots.money.some(({ token }) => token))
    .flatMap((part) => part.slots.places)
  const placed = { ...meant, places: placesOf(meant, beside, held, text, isIt) }
  const whole = kept.length > 0 ? withKept(placed, kept) : placed
  const told = telling.filter((part) => !doubting.test(part.text.replace(unneeded, ' ')))
  // "I'd like to settle up: could you send …": only one of the two is about something.
  const verbs = asking
    .filter((part) => names(part.slots))
    .flatMap(({ slots: { cues } }) => cues.flatMap(({ form, base }) => (form === 'base' ? [base] : [])))
  return whole && { slots: whole, text, verbs: new Set(verbs), beside, told: textOf(told) }
}

/** "I don't want to touch the WETH": not what is meant. */
const spares = /(?:n'?t|\bnot|\bnever)\s+(?:(?:want|wanna|like|going|to|you|have)\s+)*(?:touch|move|sell|mean|mess)\b/i
/** "It is for 310 DAI": how much what is asked for comes to. */
const isSumOfIt =
  /^(?:(?:it|that|this|the (?:total|amount|sum|price|bill|invoice)) )(?:is|was|comes|costs?|amounts|should be|for)(?: (?:is|was|to|for|about|exactly))* # \$(?: ,)*$/

/** "My share was $70, pay 0x… that in ETH": the sum that "that" stands for. */
function withToldSum(money: readonly Money[], told: readonly Money[], text: string): readonly Money[] {
  const [only, ...others] = told.filter(({ amount }) => amount)
  if (!only || others.length > 0 || money.some(({ amount }) => amount) || !/\b(?:that|it)\b/i.test(text)) return money
  return only.amount?.kind === 'usd' && !only.token ? [only, ...money] : money
}

/** `held`: where the money is that is told of. */
function placesOf(slots: Slots, beside: Slots, held: readonly Place[], text: string, isIt: boolean): readonly Place[] {
  const isThere = /\bthere\b/i.test(text)
  const at = (places: readonly Place[], way: Place['way']) => places.map((each) => ({ ...each, way }))
  if (slots.places.length === 0 && refers.test(text) && held.length > 0) return at(held, 'on')
  if (slots.places.length === 0) return (isThere || isIt) && slots.recipients.length > 0 ? at(beside.places, 'on') : []
  if (isThere && slots.places.every(({ way }) => way === null)) return at(slots.places, 'on')
  // "My game runs on Base, can you bridge it": to there.
  const isAlone = isIt && says(slots, 'bridge') && slots.places.every(({ way }) => way === 'on')
  return isAlone ? at(slots.places, null) : slots.places
}

/** All but what is to be left: null where it is not a part of all. */
function withKept(slots: Slots, kept: readonly Part[]): Slots | null {
  const [left, ...others] = kept.flatMap((part) => part.slots.money)
  if (left?.amount?.kind !== 'exact' || others.length > 0) return null
  const { value } = left.amount
  const sums = slots.money.filter(({ amount }) => amount)
  const [sum, ...more] = sums
  const isOfSame = !left.token || !sum?.token || left.token.symbol === sum.token.symbol
  if (sum?.amount?.kind !== 'all' || more.length > 0 || !isOfSame) return null
  const money = slots.money.map((each) =>
    each === sum ? { ...each, amount: { kind: 'all-but' as const, value } } : each,
  )
  return { ...slots, money }
}

/** Whether what asks may ask for something, and for one thing only. */
function mayAsk({ slots, text }: Heard, asking: readonly Part[], isTimed: boolean, lexicon: Lexicon): boolean {
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
  return money.some(({ amount }) => amount?.kind === 'all-but') ? more.replace(/\bexcept\b/i, ' ') : more
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
function speaksAgainst(parts: readonly Part[], telling: readonly Part[]): boolean {
  const first = parts.findIndex(({ shape }) => shape === 'asks')
  return telling.some(
    (part) =>
      bound.test(part.text) ||
      (waitsFor.test(beside(part.text)) && (/\d/.test(part.text) || names(part.slots))) ||
      (parts.indexOf(part) > first && takesBack.test(beside(part.text))) ||
      (part.shape === 'names' && binding.test(part.text)),
  )
}

/** Whether what is told beside it leaves no doubt. */
function isPlainlyTold(parts: readonly Part[], telling: readonly Part[], { text }: Heard): boolean {
  const first = parts.findIndex(({ shape }) => shape === 'asks')
  return telling.every((part) => {
    const isReason = parts.indexOf(part) < first && (part.slots.money.length === 0 || refers.test(text))
    const said = beside(isReason ? part.text.replace(unneeded, ' ') : part.text)
    return !part.isQuestion && !doubting.test(said)
  })
}

/** "Would you mind swapping 1 ETH?" may ask for an opinion; what somebody else said is no request of one's own. */
const isDoubtedIn = (raw: string): boolean =>
  /\bwould\s+you\s+mind\b|\blet'?s\s+say\b/i.test(raw) ||
  isMusing(raw) ||
  (sentences(raw).some(({ text, question }) => moodOf(text.toLowerCase(), question) === 'permission') &&
    !(mayHave.test(raw) && needed.test(raw)))

/** "Can I get 400 USDC out of the vault? Need it for a repair": no question whether that is possible. */
const mayHave = /\b(?:can|could|may)\s+i\s+(?:please\s+|pls\s+)?(?:have|get|take)\b[^?.!]*\d/i
const needed = /\b(?:please|pls|plz)\b|\bneed\s+(?:it|them|that|the\s+money|the\s+cash)\b/i

/** Whether it is asked for in so many words. */
const isAsked = ({ isFirm }: Frame, { slots }: Heard, asking: readonly Part[], isUrged: boolean): boolean =>
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
