import type { Amount, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'
import { abstentionIn, moodOf } from './abstain'
import { areAlike } from './alike'
import { changedAmount, isVagueChange } from './amount-changes'
import { withoutDenials } from './corrections'
import type { Draft } from './draft'
import { eachOf } from './each'
import { gistOf, withoutReasons } from './gist'
import { jobVerbs } from './job'
import { reviseStep } from './revise-step'
import { doubted, isRequested, newDialogue, revised, stepOf, withoutAmount } from './step'
import { commandsIn } from './tagged'
import type { Dialogue, Read, Requested, Step, Understanding } from './understanding'

/**
 * What goes by the request before it: "double it", "the other way round", and another of the same kind, which may be
 * asked for even where the first has been carried out: "the same to 0x…", "and another 0.2". Null where it is not that.
 */
export function saidAgain(text: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const step = stepOf(dialogue)
  const { draft, job, standing } = dialogue
  if (!step || standing === 'uncertain') return null
  const lower = text.toLowerCase().trim()
  const isMany = dialogue.calls.length > 1
  const isAsking = moodOf(lower, false) === 'question'
  // "Unstake all", "leave 200 USDC in there": of which token shows now.
  const token = draft?.from ?? job?.token ?? onlyTokenIn(lower, lexicon)
  const amount =
    standing === 'done' || isAsking
      ? null
      : changedAmount((draft ?? job)?.amount, token?.symbol, withoutReasons(lower), lexicon)
  if (amount && draft) return revised({ kind: 'request', draft: { ...draft, amount } }, dialogue)
  if (amount && job) return revised({ kind: 'job', job: { ...job, amount, ...(token ? { token } : {}) } }, dialogue)
  // Which other sum is asked.
  if (!isMany && !isAsking && standing !== 'done' && isVagueChange(lower) && (draft ?? job)?.amount)
    return revised(withoutAmount(step), dialogue)
  if (isMany || isAsking || abstentionIn(withoutDenials(lower), true)) return null
  const back = draft ? reversed(draft, text, lexicon, dialogue) : null
  if (back) return { kind: 'request', draft: back }
  const rest = another(text.replace(getsSame, '$2 to $1'), standing === 'done', lexicon)
  return rest === null ? null : repeated(step, rest, lexicon, dialogue)
}

function onlyTokenIn(text: string, lexicon: Lexicon): TokenMention | undefined {
  const [only, ...others] = tag(text, lexicon).flatMap((item) => (item.is === 'token' ? [item.token] : []))
  return others.length === 0 ? only : undefined
}

/** It is said to come on top of what is proposed. */
const besides =
  /^(?:(?:oh|ok|okay|yes|great|good|and)[\s,]+)*(?:also|plus)\b|^(?:(?:oh|ok|okay|yes|great|good)[\s,]+)*and\b.*\b(?:too|as well|also)\W*$/i

/**
 * "And 50 DAI as well", "also send 5 to 0x…", where a proposal is open: that, and one more. Null where nothing is added, or
 * what is added cannot be read by itself.
 */
export function addedTo(text: string, lexicon: Lexicon, dialogue: Dialogue, read: Read): Requested | null {
  const step = stepOf(dialogue)
  if (!step || dialogue.standing !== 'proposed' || dialogue.rest.length > 0 || !besides.test(text)) return null
  const items = tag(text, lexicon)
  const isWhole = commandsIn(items).length > 0 || jobVerbs(items).length > 0
  const understood = isWhole
    ? read(text.replace(lead, ''), { ...newDialogue, contacts: dialogue.contacts, offered: dialogue.offered })
    : saidAgain(text, lexicon, { ...dialogue, standing: 'done', arrival: null })
  if (!understood || !isRequested(understood)) return null
  const { rest = [], ...next } = understood
  return isUndoubted(next) ? { ...step, rest: [next, ...rest] } : null
}

const isUndoubted = (step: Step): boolean => {
  const said =
    step.kind === 'request' ? step.draft : step.kind === 'job' ? step.job : step.kind === 'nft' ? step.nft : null
  return said !== null && !said.unsure && !said.unclear
}

const politely = String.raw`(?:(?:ok|okay|great|perfect|cool|nice|good|thanks|thank you|and|now|then|please|no|nope|sorry|oops|actually|wait|hmm|oh|i mean|can you|could you|let's|i want(?:ed)?(?: it)?|i meant?|make it|go|exactly|just)[\s,.]+)*`
const direction = String.raw`(?:in\s+|into\s+)?(?:the\s+)?(?:(?:other|opposite|reverse)\s+(?:way|direction)(?:\s+(?:round|around|about))?|reverse(?:\s+(?:it|that|the\s+\w+))?|vice\s+versa|backwards?|back(?:\s+again)?|(?:do\s+)?the\s+(?:opposite|reverse)|(?:switch|flip|turn|swap)\s+(?:it|them|the\s+(?:tokens|sides|chains|networks|direction|order))(?:\s+a?round)?)`
const goBack = String.raw`(?:undo|revert)(?:\s+(?:it|that|this|the\s+\w+))?|(?:swap|bridge|bring|move|turn|convert|send|change|take|trade|exchange|get|switch)\s+(?:it|that|them|this|all\s+of\s+(?:it|that)|everything|\$?\.?\d[\d.,]*(?:\s+(?:of\s+(?:it|that|them)|[a-z]{3,5}))?|half(?:\s+of\s+(?:it|that))?)(?:\s+all)?\s+back(?:\s+again)?(?:\s+(?:to|into|from|on)\s+(?:the\s+)?\w+)?`
const tail = String.raw`(?:[\s,.]+(?:please|pls|again|then|now|instead|i mean|thanks|(?:i\s+)?(?:want|need)\s+it\s+(?:on|in|as)\s+\w+))*[\s.!]*`
const otherWay = new RegExp(`^${politely}(?:do\\s+(?:it\\s+|that\\s+|this\\s+)?)?(?:${direction})${tail}$`, 'i')
const thereAndBack = new RegExp(`^${politely}(?:${goBack})${tail}$`, 'i')

/** "The other way round", "swap it back": a swap with its tokens, or a bridge with its networks, exchanged. */
function reversed(draft: Draft, text: string, lexicon: Lexicon, { standing, arrival, on }: Dialogue): Draft | null {
  const isBack = thereAndBack.test(text)
  if (draft.action === 'send' || !draft.from?.symbol || !draft.to?.symbol || !(isBack || otherWay.test(text)))
    return null
  const { from, to, amount, slippage } = draft
  const [fromChain, toChain] = [
    draft.toChain ?? draft.fromChain ?? null,
    draft.fromChain ?? on ?? draft.toChain ?? null,
  ]
  const isBridge = from.symbol === to.symbol
  const said = tag(text, lexicon)
  const part = said.find((item) => item.is === 'amount')
  const brought: Amount | null =
    standing === 'done' && arrival && !isBridge ? { kind: 'brought', part: 1n, whole: 1n, by: arrival } : null
  const kept = areAlike(from.symbol, to.symbol) || amount?.kind === 'usd' ? amount : undefined
  const whole = brought ?? kept
  const isExact = part?.is === 'amount' && part.amount.kind === 'exact'
  if (
    isExact &&
    !areAlike(from.symbol, to.symbol) &&
    !said.some((item) => item.is === 'token' && item.token.symbol === to.symbol)
  )
    return null
  const sum = isExact
    ? part.amount
    : part?.is === 'amount' && part.amount.kind === 'share' && whole
      ? partOf(whole, part.amount.part, part.amount.whole)
      : whole
  return {
    action: draft.action,
    from: to,
    to: from,
    ...(sum ? { amount: sum } : {}),
    ...(slippage === undefined ? {} : { slippage }),
    ...(fromChain ? { fromChain } : {}),
    ...(toChain ? { toChain } : {}),
  }
}

const partOf = (amount: Amount, part: bigint, whole: bigint): Amount | undefined =>
  amount.kind === 'brought' ? { ...amount, part, whole } : undefined

/** "0x… gets the same": the same to 0x…. */
const getsSame = /\b(0x[0-9a-f]{40}|[\w-]+\.eth)\s+(?:gets|receives|should\s+(?:get|have|receive))\s+(the\s+same)\b/gi

const lead =
  /^(?:(?:ok|okay|great|perfect|cool|nice|good|thanks|thank you|awesome|done|(?:that|it)\s+worked|please|now|next|and|also|plus|then|can you|could you|let's)[\s,.!]+)*/i
const repeats =
  /\b(?:(?:do|make|send|repeat|try)\s+)?(?:the\s+)?(?:exact(?:ly)?\s+)?same(?:\s+(?:again|thing|amount|swap|bridge|send|transfer|payment|order|one))*\b(?!\s+(?:address|wallet|person|account|recipient|chain|network|token|place))|\b(?:do|repeat|make)\s+(?:it|that|this)\s+(?:again|once more|one more time)\b|\b(?:once more|one more time|again|repeat(?:\s+(?:it|that|this))?)\b|\bdo\s+(?:it|that|this)(?=\s+(?:on|with|for|to)\b.*\b(?:too|as well|also)\b)/i
const more = /\b(?:another(?:\s+one)?|one\s+more)\b|\b(?:too|as well|more|on top)\b/i
/** "Send her another 10". */
const sendsMore = /\b(?:send|pay|give)\s+(?=0x[0-9a-fA-F]{40}\s+(?:another\s+)?\$?\.?\d)/i
/** It goes on from something that has been done. */
const goesOn =
  /^(?:(?:ok|okay|great|perfect|cool|nice|good|thanks|thank you|awesome|done|please)[\s,.!]+)*(?:now|next|and|also|plus|then)\b/i

/** What is new in words that ask for another of the same kind; "" where nothing is. Null where they do not. */
function another(text: string, isDone: boolean, lexicon: Lexicon): string | null {
  const isSame = repeats.test(text)
  const isMore = isDone && (more.test(text) || goesOn.test(text))
  if ((!isSame && !isMore) || /\b(?:take|put|pull|get|give|bring|out|back|it's|is)\b/i.test(text)) return null
  const items = tag(text.replace(repeats, ' ').replace(sendsMore, ' '), lexicon)
  if (commandsIn(items).length > 0 || jobVerbs(items).length > 0) return null
  return text
    .replace(lead, '')
    .replace(sendsMore, '')
    .replace(repeats, ' ')
    .replace(more, ' ')
    .replace(/\b(?:also|but|this time)\b/gi, ' ')
    .replace(/^[\s,]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The NFT that has gone is not there any more: another of its collection. Of pieces, one unless a number is said. */
function anew(step: Step, { standing }: Dialogue): Step {
  if (step.kind !== 'nft' || standing !== 'done') return step
  const { tokenId, pick: _, ...kept } = step.nft
  if (kept.amount !== undefined) return { ...step, nft: { ...step.nft, amount: 1n } }
  return { ...step, nft: { ...kept, ...(tokenId === undefined ? {} : { not: tokenId }) } }
}

/** Of NFTs: the one that has gone is out of the question already. */
const theOther = /\b(?:the\s+)?other(?:\s+one)?\b/i

/** "Dad, at 0x…": whose address it is. */
const withoutName = (text: string, { tokens, chains }: Lexicon): string =>
  text.replace(
    /^(?:(?:to|for)\s+)?(?:(?:my|our|the)\s+)?([a-z]+)\s*,?\s+(?:at\s+)?(?=0x[0-9a-f]{40}[\s.!]*$)/i,
    (whole, name: string) => (tokens.has(name.toLowerCase()) || chains.has(name.toLowerCase()) ? whole : ''),
  )

/** The step again, with what is new in it: for each of several addresses, or as it was, to be confirmed. */
function repeated(step: Step, rest: string, lexicon: Lexicon, dialogue: Dialogue): Requested | null {
  const isBare = rest.split(/[^a-z0-9$]+/i).every((word) => word === '' || fillers.has(word.toLowerCase()))
  if (isBare) return dialogue.standing === 'done' ? doubted(step) : null
  const each = eachOf(rest).map((one) => {
    const next = anew(step, dialogue)
    const said = next.kind === 'nft' ? one.replace(theOther, ' ').trim() : one
    if (said === '' && next.kind === 'nft') return next
    const gist = next.kind === 'nft' ? said : (gistOf(said, lexicon) ?? gistOf(withoutName(said, lexicon), lexicon))
    if (gist === null) return null
    return reviseStep(next, null, gist, [], lexicon) ?? reviseStep(next, null, `with ${gist}`, [], lexicon)
  })
  const [first, ...others] = each
  if (!first || others.some((other) => other === null)) return null
  return { ...first, ...(others.length > 0 ? { rest: others.flatMap((other) => other ?? []) } : {}) }
}
