import type { Lexicon } from '../tagger/lexicon'
import { type Action, actionsOf, fitsAll } from './actions'
import { readNftSend } from './nft'
import { aboutNft } from './nft-words'
import { due, owed } from './parts'
import { distinct, isPlaced, requested } from './slot-values'
import type { Slots } from './slots'
import { type Heard, refers, stepFor } from './step-of-slots'
import type { Step } from './understanding'

/** A request with its slots filled. `isFirm`: by a verb that is known, of which nothing else is the object. */
export type Frame = { step: Step; isFirm: boolean }

/**
 * The one request whose slots are all filled by what is heard, with nothing left over. Null where there is none, or more than
 * one.
 */
export function frameOf(heard: Heard, lexicon: Lexicon): Frame | null {
  const nft = nftOf(heard, lexicon)
  if (nft) return nft
  const [only, ...others] = framesBy(heard.text, heard, lexicon)
  if (only) return others.length === 0 ? only : null
  // "I lent out some WETH, I want all of it back": what "it" is says what is done with it.
  const [meant, ...more] = refers.test(heard.text) ? framesBy(`${heard.told} ${heard.text}`, heard, lexicon) : []
  return meant && more.length === 0 ? meant : null
}

const framesBy = (text: string, heard: Heard, lexicon: Lexicon): readonly Frame[] =>
  actionsOf(heard.slots, text, lexicon).flatMap((action) => filled(action, { ...heard, text }, lexicon) ?? [])

/** Asked for without a verb: "I need 400 USDC on Base". */
const plainWish =
  /\b(?:need|want|like|gimme)\s+(?!to\b)|\b(?:(?:can|could|may)\s+i|let\s+me|i'll)\s+(?:have|get|take)\b/i
const isWished = ({ outline }: Slots, text: string): boolean =>
  plainWish.test(text) || due.test(outline) || owed.test(outline)

function filled(action: Action, heard: Heard, lexicon: Lexicon): Frame | null {
  const { slots, text, verbs } = heard
  if (!fitsAll(action, slots)) return null
  const step = stepFor(action, heard, lexicon)
  // Whose an address is may be said beside it.
  // "Pay the invoice to 0x…": what for.
  const isPaid = action === 'send' && slots.cues.every(({ base }) => base === 'pay')
  const isOfOther = (slots.isOfOther && !isPaid) || (slots.aim !== undefined && action !== 'send')
  // "Take 100 USDC and buy ETH" may be two things.
  const isOne = verbs.size < 2 || refers.test(text)
  const isAsked = slots.cues.length > 0 || (slots.unread.length === 0 && isWished(slots, text))
  return step && { step, isFirm: isAsked && isOne && !isOfOther && !(action === 'swap' && isOfEither(slots)) }
}

/** "USDC to ETH 400": of which of the two? */
const isOfEither = ({ money }: Slots): boolean => {
  const at = money.findIndex(({ amount, token, side }) => amount && !token && side >= 0)
  return at >= 0 && money.slice(0, at).filter(({ token }) => token).length > 1
}

/**
 * A payment of which something is still to be said: "send 15 USDC to my mum", "25 to 0x…". Null where it is no payment, or more is
 * named than that.
 */
export function begun({ slots, text }: Heard): Frame | null {
  const [money, ...others] = slots.money
  const [recipient, ...more] = slots.recipients
  const isSend =
    slots.cues.every(({ kind }) => kind === 'send') && (slots.cues.length > 0 || slots.aim !== undefined || recipient)
  if (!isSend || slots.isOfOther || others.length > 0 || more.length > 0 || slots.places.length > 0 || isPlaced(slots))
    return null
  if (money?.amount?.kind === 'bad' || (money?.token && !money.token.symbol)) return null
  const named = { ...(money?.amount ? { amount: money.amount } : {}), ...(money?.token ? { from: money.token } : {}) }
  if (recipient)
    return recipient.kind === 'address' &&
      (money || isWished(slots, text) || /\b(?:money|funds|cash|coins?|tokens?)\b/i.test(text))
      ? { step: requested({ action: 'send', ...named, recipient }, slots), isFirm: true }
      : null
  if (!money?.token || !money.amount) return null
  const whom = slots.aim === undefined ? {} : { recipient: { kind: 'nobody' as const, text: slots.aim } }
  return { step: requested({ action: 'send', ...named, ...whom }, slots), isFirm: true }
}

/** Words that say which NFT and how many. */
const ofNft =
  /^(?:pieces?|copies|copy|units?|both|either|any|oldest|newest|latest|lowest|highest|number|id|one|two|three|four|five|six|all|every|each|half|my|the|an?|of|on|but|to|and)$/

/** An NFT that goes to the one address that is named. */
function nftOf({ slots, beside, text, told }: Heard, lexicon: Lexicon): Frame | null {
  const isTold = refers.test(text) && !aboutNft(text, lexicon)
  const said = isTold ? `${text} ${told}` : text
  const about = aboutNft(said, lexicon)
  const [recipient, ...others] = distinct([...slots.recipients, ...beside.recipients])
  if (!about || recipient?.kind !== 'address' || others.length > 0 || !fitsAll('send', slots)) return null
  const names = new Set(about.words.split(/[^a-z]+/))
  const bare = said
    .split(/\s+/)
    .filter((typed) => {
      const word = typed.toLowerCase().replace(/[^a-z']/g, '')
      const isName = names.has(word) || names.has(word.replace(/s$/, '')) || lexicon.chains.has(word)
      return /\d/.test(typed) || isName || ofNft.test(word)
    })
    .join(' ')
  const nft = readNftSend(
    `send ${bare.includes(recipient.address) ? bare : `${bare} to ${recipient.address}`}`,
    lexicon,
  )
  if (!nft || nft.unclear || nft.recipient?.kind !== 'address') return null
  const { unsure: _, ...whole } = nft
  return {
    step: { kind: 'nft', nft: whole },
    isFirm: (slots.cues.length > 0 || isWished(slots, text)) && !slots.isOfOther,
  }
}
