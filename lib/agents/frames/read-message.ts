import { clean } from '../tagger/clean'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { understandAboutLast } from './about-last'
import { addedTo, saidAgain } from './again'
import { answered, answerIn, answerTo } from './answers'
import { withBeside } from './beside'
import { withoutChatter } from './chatter'
import { addressedIn, contactsIn, forgottenIn, lastRecipient } from './contacts'
import { retraction } from './corrections'
import { chosenOf } from './either'
import { understandFinance, whoseShare } from './finance'
import { gistOf } from './gist'
import { cancelled, isAfterAll, undone, waiting } from './halts'
import { plainly } from './idioms'
import { understandInquiry } from './inquiry'
import { asksForInterest, ofInterest } from './interest'
import { jobVerbs } from './job'
import { stepBySlots } from './last-reader'
import { laidOut } from './layouts'
import { withListedNft } from './nft-listed'
import { withSend } from './nft-words'
import { objectionIn } from './objections'
import { readPlace } from './place-words'
import { withPlaces } from './places'
import { understandPlans } from './plan'
import { understandRemark } from './remark'
import { repaired } from './repairs'
import { understandRequest } from './request'
import { withoutPreface } from './revise'
import { withSameSum } from './same-sum'
import { splitOf } from './splits'
import { dialogueAt, doubted, isRequested, newDialogue, stepOf, told } from './step'
import { bound, outputOf, readSteps, withIt } from './steps'
import { isStory } from './story'
import { commandsIn, taggedIn } from './tagged'
import type { Dialogue, Understanding } from './understanding'

/** What a correction says, without the words that open it. The text as it is where it corrects nothing. */
function withoutRetraction(text: string, lexicon: Lexicon): string {
  const rest = text.replace(retraction, '')
  const items = tag(rest, lexicon)
  // "No, not locked", but not "no lock-up".
  const isPlace = /^not\b/i.test(rest) && Object.keys(readPlace(rest).hint).length > 0
  const says = isPlace || items.some(({ is }) => is !== 'word' && is !== 'comma') || jobVerbs(items).length > 0
  return says ? rest : text
}

/** What a message comes to by the grammar: whatever it may be is tried in order, and the first that fits counts. */
export function read(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
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
  const isHalted = answer === 'cancel' || (answer === 'wait' && /\bpause\b/.test(lower))
  if (isHalted && dialogue.planTold !== null) {
    const which = /\b(?:all|both|every\w*|them)\b/.test(lower) ? ('all' as const) : { number: dialogue.planTold }
    return { kind: 'plan', plan: { do: 'change', to: /\b(?:stop|pause)\b/.test(lower) ? 'paused' : 'canceled', which } }
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
  if (output.isOwed && amount?.kind === 'all' && next.kind === 'job' && next.job.act === 'repay') return next
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
