import { explanationOf } from '../replies/explain'
import { clean } from '../tagger/clean'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { understandAboutLast } from './about-last'
import { addedTo, saidAgain } from './again'
import { answerIn } from './answers'
import { isTold, withBeside } from './beside'
import { boundsPlainly, withoutBounds } from './bounds-of-sums'
import { readByCues } from './by-cues'
import { withoutChatter } from './chatter'
import { type Contacts, contactsIn, forgottenIn, sentToNamed, withAddresses } from './contacts'
import { coreOf } from './core'
import { retraction } from './corrections'
import { deniesPlace, withoutDenied } from './denied'
import { chosenOf } from './either'
import { understandFinance, whoseShare } from './finance'
import { gistOf } from './gist'
import { guessed, impliedPayment } from './guess'
import { cancelled, isAfterAll, undone, waiting } from './halts'
import { plainly } from './idioms'
import { understandInquiry } from './inquiry'
import { asksForInterest, ofInterest } from './interest'
import { jobVerbs } from './job'
import { stepBySlots, withSlots } from './last-reader'
import { laidOut } from './layouts'
import { withListedNft } from './nft-listed'
import { withSend } from './nft-words'
import { mayObject, objectionIn } from './objections'
import { readPlace } from './place-words'
import { withPlaces } from './places'
import { understandPlans } from './plan'
import { understandRemark } from './remark'
import { repaired } from './repairs'
import { understandRequest } from './request'
import { withoutPreface } from './revise'
import { withSameSum } from './same-sum'
import { splitOf } from './splits'
import { takesStaying, withoutStaying } from './staying'
import { dialogueAt, doubted, isRequested, newDialogue, stepOf, sure, told } from './step'
import { bound, outputOf, readSteps, withIt } from './steps'
import { isStory } from './story'
import { commandsIn, taggedIn } from './tagged'
import type { Dialogue, Requested, Understanding } from './understanding'

/** Reads one message in the light of what was said before. */
export function understand(said: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const told = withoutStaying(said, lexicon)
  const understood = understandAll(told.text, lexicon, dialogue)
  return isRequested(understood) && takesStaying(understood, told)
    ? { ...understood, ...doubted(understood) }
    : understood
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
  const isInDoubt = (meant.kind === 'job' && deniesPlace(raw)) || leavesAddress(meant, text, lexicon)
  const sure = isInDoubt ? { ...meant, ...doubted(meant) } : meant
  if (dialogue.standing === 'proposed') return { ...sure, replaces: true }
  return dialogue.standing === 'uncertain' ? { ...sure, unsettled: true } : sure
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
  const isWhole = isRequested(alone) && JSON.stringify(alone, text) === JSON.stringify(understood, text)
  return isWhole ? understood : { ...understood, ...doubted(understood) }
}

/** "Swap 400 USDC to DAI, he then sends half of it to 0x…": an address is written, and nothing goes by it. */
const leavesAddress = (understood: Requested, said: string, lexicon: Lexicon): boolean =>
  address.test(contactsIn(said, lexicon).rest) && !address.test(JSON.stringify(understood, text))
const address = /0x[0-9a-f]{40}\b/i

const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** What is wanted beside what is not: of a request only whether it is meant so, since a denial stands beside it. */
function affirmed(understood: Understanding, raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const isDenied = understood.kind === 'abstain' && understood.topic === 'negated'
  const rest = isDenied ? withoutDenied(raw, lexicon) : null
  if (rest === null) return understood
  const meant = read(rest, lexicon, { ...newDialogue, contacts: dialogue.contacts })
  if (isRequested(meant)) return meant.rest?.length || meant.beside ? understood : doubted(meant)
  return isTold(meant) ? meant : understood
}

/** The text with addresses in the place of names. `latest`: whom "him" means where the text names nobody. */
function addressedIn(text: string, lexicon: Lexicon, { contacts }: Dialogue, latest: Contacts): string {
  const { found, rest } = contactsIn(text, lexicon)
  // "Bob is 0x…" in answer to whom it should go to is that address.
  if (rest === '') return [...found.values()].join(' ') || text
  const known = new Map([...contacts, ...found])
  return sentToNamed(withAddresses(rest, known, found.size > 0 ? found : latest), found)
}

const isQuestion = /^\W*(?:what|who|when|where|why|how|which)(?:'s|s|'re)?\s+\w+\s+\w/i
const isAsked = /\b(?:can|could|will|would) (?:you|u|ya)\b/i

/** Whom the last send went to, for "him" and "the same address"; before there was one, the only person who was named. */
function lastRecipient({ draft, nft, rest, contacts }: Dialogue): Contacts {
  const recipient = (draft ?? nft)?.recipient
  if (!recipient) return contacts.size === 1 ? contacts : new Map()
  return recipient.kind === 'address' && rest.length === 0 ? new Map([['', recipient.address]]) : new Map()
}

/** What a correction says, without the words that open it. The text as it is where it corrects nothing. */
function withoutRetraction(text: string, lexicon: Lexicon): string {
  const rest = text.replace(retraction, '')
  const items = tag(rest, lexicon)
  // "No, not locked", but not "no lock-up".
  const isPlace = /^not\b/i.test(rest) && Object.keys(readPlace(rest).hint).length > 0
  const says = isPlace || items.some(({ is }) => is !== 'word' && is !== 'comma') || jobVerbs(items).length > 0
  return says ? rest : text
}

function read(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const { text: cleaned, oddity } = clean(raw)
  const chosen = dialogue.either && dialogue.standing === 'open' ? chosenOf(dialogue.either, cleaned) : null
  if (chosen !== null) return read(chosen, lexicon, { ...newDialogue, contacts: dialogue.contacts })
  const laid = oddity ? null : laidOut(cleaned, lexicon)
  if (laid) {
    const { text: sentence, isAsked } = laid
    const asked = read(sentence, lexicon, { ...newDialogue, contacts: dialogue.contacts })
    return isRequested(asked) && !isAsked ? { ...asked, ...doubted(asked) } : asked
  }
  // "No, make it 2": the "no" is about what was proposed before.
  const open = dialogue.draft?.action === 'send' || dialogue.nft ? (dialogue.draft ?? dialogue.nft) : null
  const { found, rest } = contactsIn(cleaned, lexicon)
  if (!oddity && found.size > 0 && rest === '' && !(open && open.recipient?.kind !== 'address'))
    return { kind: 'contacts', found }
  const forgotten = oddity ? null : forgottenIn(cleaned, dialogue.contacts)
  if (forgotten !== null) return { kind: 'forgotten', who: forgotten }
  const addressed = addressedIn(cleaned, lexicon, dialogue, lastRecipient(dialogue))
  const listed = withListedNft(addressed, dialogue, lexicon)
  const said = plainly(
    withSend(stepOf(dialogue) ? withoutPreface(withoutRetraction(listed, lexicon)) : listed, lexicon),
    lexicon,
  )
  const text = withoutChatter(withPlaces(said, lexicon, dialogue), lexicon)
  const lower = text.toLowerCase().trim()
  if (oddity) return { kind: 'odd', oddity }
  if (lower === '') return { kind: 'talk', topic: 'unclear' }
  const tagged = taggedIn(text, lexicon)
  const taken = undone(lower, dialogue)
  if (taken) return typeof taken === 'string' ? read(taken, lexicon, dialogue) : taken
  if (dialogue.shelved && isAfterAll(lower)) return doubted(dialogue.shelved)
  // "Let's do it", of which nothing is left without its first words.
  const answer = answerTo(text) ?? answerIn(cleaned.toLowerCase().trim())
  if (answer === 'cancel' && dialogue.planTold !== null) {
    const which = /\b(?:all|both|every\w*|them)\b/.test(lower) ? ('all' as const) : { number: dialogue.planTold }
    return { kind: 'plan', plan: { do: 'change', to: /\bstop\b/.test(lower) ? 'paused' : 'canceled', which } }
  }
  if (answer === 'cancel') return cancelled(dialogue)
  if (answer === 'wait') return waiting(dialogue)
  if (answer) return answered(answer, dialogue)
  const correction = repaired(text, lexicon, dialogue, (part, at) => read(part, lexicon, at))
  if (correction) return correction
  const objection = objectionIn(cleaned.toLowerCase().trim(), lexicon, dialogue)
  if (objection) return objection
  const both = withBeside(text, lexicon, dialogue, (part, at) => read(part, lexicon, at))
  if (both) return both
  const last = understandAboutLast(lower, lexicon, dialogue)
  if (last) return last
  if (asksForInterest(lower)) return { kind: 'explain', text: ofInterest }
  const plans = understandPlans(text, lexicon, dialogue)
  if (plans) return plans
  const inquiry = understandInquiry(text, lexicon, dialogue)
  if (inquiry) return inquiry
  const isChangeable = dialogue.standing === 'open' || dialogue.standing === 'proposed'
  const split = dialogue.draft && isChangeable ? splitOf(dialogue.draft, text, lexicon) : null
  if (split !== null) return read(split, lexicon, { ...newDialogue, contacts: dialogue.contacts })
  const more = addedTo(text, lexicon, dialogue, (part, at) => read(part, lexicon, at))
  if (more) return more
  const again = saidAgain(text, lexicon, dialogue) ?? withBrought(text, lexicon, dialogue)
  // What goes by the words before may go by words that were not understood.
  if (again) return dialogue.missed && isRequested(again) ? { ...again, ...doubted(again) } : again
  const steps = readSteps(text, lexicon, (part, before) => {
    const step = read(part, lexicon, {
      ...(before ? { ...dialogueAt(before), standing: 'done' } : newDialogue),
      offered: dialogue.offered,
      contacts: dialogue.contacts,
    })
    return isRequested(step) ? step : (stepBySlots(part, lexicon) ?? step)
  })
  if (steps) return { ...steps[0], rest: steps.slice(1) }
  const items = tagged.flatMap((sentence) => sentence.items)
  const verbs = commandsIn(items)
  if (verbs.length === 0 && jobVerbs(items).length === 0 && isStory(lower, items, dialogue)) {
    // "Best yield with no lock-up over 7 days": a number of other things belongs to it where it stands by itself.
    const own = understandFinance(text, lexicon, { ...newDialogue, offered: dialogue.offered })
    return own?.kind === 'insight' || own?.kind === 'rebalance' ? own : { kind: 'talk', topic: 'unclear' }
  }
  const gist = remarkIn(text, lexicon, dialogue)
  const finance = understandFinance(gist ?? text, lexicon, dialogue)
  if (finance) return whoseShare(withSameSum(finance, cleaned, dialogue) ?? finance, raw)
  if (gist !== null) return understandRemark(gist.toLowerCase(), taggedIn(gist, lexicon), lexicon, dialogue)
  if (verbs.length === 0) return understandRemark(lower, tagged, lexicon, dialogue)
  const request = understandRequest(lower, tagged, verbs, dialogue)
  return withSameSum(request, cleaned, dialogue) ?? request
}

const refersBack = /\b(?:it|them|that|those|the proceeds|half|all|everything)\b/i

/** "Stake it", after what has been carried out: "it" is what that brought. Null where nothing is said of that. */
function withBrought(text: string, lexicon: Lexicon, { standing, arrival, ...before }: Dialogue): Understanding | null {
  const step = stepOf({ ...before, standing, arrival })
  const output = standing === 'done' && arrival && step ? outputOf(step) : null
  const said = withIt(text)
  const named = output?.token && new RegExp(String.raw`\bthe (?:\w+ )?${output.token.text}\b`, 'i').test(said)
  if (!output || !arrival || !(named || refersBack.test(said))) return null
  const understood = read(said, lexicon, { ...newDialogue, contacts: before.contacts, offered: before.offered })
  if (!isRequested(understood)) return null
  const next = bound(understood, said, output)
  const amount = next.kind === 'request' ? next.draft.amount : next.kind === 'job' ? next.job.amount : undefined
  if (amount?.kind === 'brought') return told(next, arrival)
  // "Lend 1000 of it"
  return amount?.kind === 'exact' && /\bof\s+(?:it|that|them)\b/i.test(text) && output.token ? next : null
}

/** What a message comes to where it only adds to the request that is open, or changes it; null for any other. */
function remarkIn(text: string, lexicon: Lexicon, dialogue: Dialogue): string | null {
  const step = stepOf(dialogue)
  if (
    !step ||
    step.kind === 'rebalance' ||
    // Which vault is meant is read with the places.
    (step.kind === 'job' && step.job.act === 'stake' && Object.keys(readPlace(text).hint).length > 0) ||
    dialogue.standing === 'done' ||
    (dialogue.topic !== null && /^(?:and|what about|how about)\b/i.test(text))
  )
    return null
  // "Send it to 0x…", after a send.
  const isAboutIt = /\b(?:it|them|that|those)\b/i.test(text)
  const action = step.kind === 'nft' ? 'send' : step.kind === 'request' ? step.draft.action : null
  // "Just send half an ETH over", after a bridge: there.
  const isOver = action === 'bridge' && /\b(?:send|move)\b(?!.*\b0x).*\bover\W*$/i.test(text)
  return gistOf(text, lexicon, {
    verbs: (isAboutIt || isOver) && action && action !== 'swap' ? [action, 'send', 'move'] : [],
    pays: (dialogue.draft?.from ?? dialogue.job?.token)?.symbol,
    brings: dialogue.draft?.to?.symbol,
  })
}

/** "Swap 1 ETH. No, wait, cancel that.": the last word counts. */
function answerTo(text: string): ReturnType<typeof answerIn> {
  const last = answerIn(sentences(text).at(-1)?.text.toLowerCase() ?? '')
  const whole = answerIn(text.toLowerCase().trim())
  // "That worked! Once more."
  const isOnlyGlad = last === 'again' && !mayObject(text) && !/\d/.test(text)
  return whole ?? (last === 'cancel' || last === 'wait' || isOnlyGlad ? last : null)
}

function answered(answer: 'confirm' | 'again', dialogue: Dialogue): Understanding {
  const { plan, standing, asked, rest, objected } = dialogue
  if (plan) {
    if (plan.do === 'create' && objected) return { kind: 'plan', plan: { ...plan, unsure: true } }
    if (plan.do !== 'create' || answer !== 'confirm' || asked !== 'confirm') return { kind: 'plan', plan }
    const { unsure: _, ...sure } = plan
    return { kind: 'plan', plan: sure }
  }
  const step = stepOf(dialogue)
  if (!step) return { kind: 'talk', topic: 'nothing-open' }
  // What has been done is done again only after one more question.
  if (standing === 'done' && answer === 'again' && dialogue.calls.length === 1) return doubted(step)
  if (standing === 'done' || standing === 'uncertain') return { kind: 'settled' }
  // Whoever declined and then says "ok" takes note of it.
  if (standing === 'declined' && answer === 'confirm') return { kind: 'talk', topic: 'nothing-open' }
  // "I don't trust that one", and then "ok": whether that is a yes to it is asked once more.
  const meant = objected ? doubted(step) : answer === 'confirm' && asked === 'confirm' ? sure(step) : step
  return { ...meant, rest, ...(standing === 'proposed' ? { again: true as const } : {}) }
}
