import { explanationOf } from '../replies/explain'
import { clean, excessOf } from '../tagger/clean'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { isTold } from './beside'
import { boundsPlainly, withoutBounds } from './bounds-of-sums'
import { readByCues } from './by-cues'
import { addressedIn, contactsIn } from './contacts'
import { withoutContrast } from './contrast'
import { coreOf, isWhole } from './core'
import { deniesPlace, withoutDenied } from './denied'
import { exceptionsPlainly, withExceptions } from './exceptions'
import { guessed, impliedPayment } from './guess'
import { withSlots } from './last-reader'
import { wishPlainly, withoutLeftOut } from './left-out'
import { leavesOver } from './left-over'
import { withNamesOfNetworks } from './networks'
import { isOfOtherHoldings } from './other-holdings'
import { withoutQuoted } from './quoted'
import { read } from './read-message'
import { slippagePlainly, unheardBound } from './said-bounds'
import { saysInstead } from './same-sum'
import { withMeantSymbols } from './slips'
import { takesStaying, withoutStaying } from './staying'
import { doubted, isRequested, newDialogue, stepOf, sure, written } from './step'
import type { Dialogue, Requested, Understanding } from './understanding'

/** Reads one message in the light of what was said before. */
export function understand(typed: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const excess = excessOf(typed)
  if (excess) return { kind: 'odd', oddity: excess }
  // A wide gap says no more than a narrow one.
  const said = typed.replace(/\s{9,}/g, (gap) => (gap.includes('\n') ? '\n' : ' '))
  const wished = wishPlainly(said)
  const meant = withMeantSymbols(withNamesOfNetworks(wished, lexicon), lexicon)
  const told = withoutStaying(meant.text, lexicon)
  const plain = slippagePlainly(exceptionsPlainly(told.text, lexicon))
  const heard = understandAll(plain, lexicon, dialogue)
  const isDenied = heard.kind === 'abstain' && heard.topic === 'negated'
  const isCrowded = heard.kind === 'request' && heard.draft.unclear !== undefined
  const positive =
    (isDenied || isCrowded) && stepOf(dialogue) === null
      ? withoutContrast(plain, lexicon, (text) => understandAll(text, lexicon, dialogue))
      : null
  const understood = ownWords(positive ?? heard, plain, lexicon, dialogue)
  if (understood.kind === 'balances') {
    const query = withoutLeftOut(understood.query, told.text, lexicon)
    if (!query) return { kind: 'talk', topic: 'unknown' }
    if (query !== understood.query) return { ...understood, query }
  }
  if (understood.kind === 'balances' && isOfOtherHoldings(told.text.toLowerCase(), tag(told.text, lexicon)))
    return { kind: 'talk', topic: 'unknown' }
  if (!isRequested(understood)) return understood
  const bound = unheardBound(understood, plain)
  if (bound !== null) return { kind: 'bound', text: bound }
  const asked = withExceptions(understood, plain)
  return meant.isChanged || wished !== said || takesStaying(asked, told) ? { ...asked, ...doubted(asked) } : asked
}

/** What is quoted of somebody else is never asked for: only what the person says beside it, and that is asked about. */
function ownWords(understood: Understanding, text: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const isAsked = isRequested(understood) || (understood.kind === 'plan' && understood.plan.do === 'create')
  const own = isAsked ? withoutQuoted(clean(text).text) : null
  if (own === null) return understood
  const meant = understandAll(own, lexicon, dialogue)
  return isRequested(meant) && isWhole(meant) ? { ...meant, ...doubted(meant) } : { kind: 'talk', topic: 'quoted' }
}

function understandAll(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const whole = affirmed(read(raw, lexicon, dialogue), raw, lexicon, dialogue)
  const byGrammar = withoutBounds(partly(whole, raw, lexicon, dialogue), boundsPlainly(raw))
  const { text, oddity } = clean(raw)
  const addressed = addressedIn(text, lexicon, dialogue, new Map())
  const understood = oddity ? byGrammar : withSlots(byGrammar, addressed, raw, lexicon)
  if (understood.kind === 'talk' && (understood.topic === 'unclear' || understood.topic === 'unknown')) {
    const asked = stepOf(dialogue) ? null : readByCues(text, lexicon)
    if (asked) return asked
    const explained = asksAtEnd.test(text) && !/\d/.test(text) ? explanationOf(text.toLowerCase(), 'loosely') : null
    if (explained !== null) return { kind: 'explain', text: explained }
    // "Can you book me a flight?", "who invented bitcoin?"
    if (isAsked.test(raw)) return { kind: 'talk', topic: 'beyond' }
    if (isQuestion.test(raw)) return { kind: 'talk', topic: 'unknown' }
  }
  if (!isRequested(understood)) return understood
  const meant = dialogue.objected ? unlessItself(understood, raw, lexicon, dialogue) : understood
  const isInDoubt =
    (meant.kind === 'job' && deniesPlace(raw)) ||
    leavesAddress(meant, text, lexicon) ||
    (!oddity && leavesOver(meant, addressed, lexicon, dialogue))
  const asked = isInDoubt ? { ...meant, ...doubted(meant) } : meant
  if (isOpen(dialogue) && revises(asked, raw, lexicon, dialogue)) return { ...asked, replaces: true }
  return dialogue.standing === 'uncertain' ? { ...asked, unsettled: true } : asked
}

/** Whether one call waits for the person, or did when what is put together now was begun. */
const isOpen = (dialogue: Dialogue): boolean =>
  (dialogue.standing === 'proposed' && dialogue.calls.length <= 1) || dialogue.revises.length === 1

/** Whether a request goes by what stands, and so in its place: a whole new one stands beside it. */
function revises(understood: Requested, raw: string, lexicon: Lexicon, { contacts, offered }: Dialogue): boolean {
  if (saysInstead(raw)) return true
  const alone = read(raw, lexicon, { ...newDialogue, contacts, offered })
  return !(isRequested(alone) && isWhole(alone) && written(sure(alone)) === written(sure(understood)))
}

/** "My friend says I need WETH, what is the difference": what comes before says what of. */
const asksAtEnd = /[,.;!]\s*(?:(?:so|and|but)\s+)?(?:what|which|how|why|is|are|does|do|can)\b[^,.;!]*$/i

/** "If ETH falls, can I lose my deposit?": a question, and nothing that waits for a price. */
const isOnlyAsked = (raw: string): boolean =>
  /\?\s*$/.test(raw) &&
  !/\d/.test(raw) &&
  !/\b(?:can|could|would|will)\s+(?:you|u|ya)\b|\b(?:please|pls|plz)\b/i.test(raw)
const condition =
  /(?:(?:^|[,;])\s*|\s+)(?:but\s+|and\s+)?(?:if|when|once|in\s+case|unless)\b[^,;.?!]*(?:,|(?=[;.?!]|$))/i

/** What a message comes to by a part of it, where all of it comes to nothing that can be answered. */
function partly(understood: Understanding, raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const readPart = (part: string, at: Dialogue) => read(part, lexicon, at)
  if (understood.kind === 'abstain' && understood.topic === 'conditional' && isOnlyAsked(raw)) {
    const bare = readPart(raw.replace(condition, ' '), { ...newDialogue, contacts: dialogue.contacts })
    return isTold(bare) ? bare : { kind: 'talk', topic: 'unknown' }
  }
  const core = coreOf(understood, raw, dialogue, lexicon, readPart)
  if (core) return core
  const isUnclear =
    understood.kind === 'abstain'
      ? ['lending', 'staking', 'nft'].includes(understood.topic)
      : understood.kind === 'talk' && understood.topic === 'unclear'
  if (!isUnclear) return understood
  const { text } = clean(raw)
  return guessed(text, lexicon, dialogue, readPart) ?? impliedPayment(text, lexicon, dialogue, readPart) ?? understood
}

/** What goes by words from before others that were not understood, and may have been about it, is asked for once more. */
function unlessItself(
  understood: Requested,
  raw: string,
  lexicon: Lexicon,
  { contacts, offered }: Dialogue,
): Requested {
  const alone = read(raw, lexicon, { ...newDialogue, contacts, offered })
  const isWhole = isRequested(alone) && written(alone) === written(understood)
  return isWhole ? understood : { ...understood, ...doubted(understood) }
}

/** "Swap 400 USDC to DAI, he then sends half of it to 0x…": an address is written, and nothing goes by it. */
const leavesAddress = (understood: Requested, said: string, lexicon: Lexicon): boolean =>
  address.test(contactsIn(said, lexicon).rest) && !address.test(written(understood))
const address = /0x[0-9a-f]{40}\b/i

/** What is wanted beside what is not: of a request only whether it is meant so, since a denial stands beside it. */
function affirmed(understood: Understanding, raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const isDenied = understood.kind === 'abstain' && understood.topic === 'negated'
  const rest = isDenied ? withoutDenied(raw, lexicon) : null
  if (rest === null) return understood
  const meant = read(rest, lexicon, { ...newDialogue, contacts: dialogue.contacts })
  if (isRequested(meant)) return meant.rest?.length || meant.beside ? understood : doubted(meant)
  return isTold(meant) ? meant : understood
}

const isQuestion = /^\W*(?:what|who|when|where|why|how|which)(?:'s|s|'re)?\s+\w+\s+\w/i
const isAsked = /\b(?:can|could|will|would) (?:you|u|ya)\b/i
