import { clean } from '../tagger/clean'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { saidAgain } from './again'
import { answerIn } from './answers'
import { contactsIn, withAddresses } from './contacts'
import { understandFinance } from './finance'
import { plainly } from './idioms'
import { understandInquiry } from './inquiry'
import { understandPlans } from './plan'
import { understandRemark } from './remark'
import { repaired } from './repairs'
import { understandRequest } from './request'
import { withoutPreface } from './revise'
import { isRequested, newDialogue, stepOf, sure } from './step'
import { readSteps } from './steps'
import { commandsIn, taggedIn } from './tagged'
import type { Dialogue, Understanding } from './understanding'

/** Reads one message in the light of what was said before. */
export function understand(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const understood = read(raw, lexicon, dialogue)
  return isRequested(understood) && dialogue.standing === 'proposed' ? { ...understood, replaces: true } : understood
}

/** "No, make it 2", "no 300", "wait, to 0x…": what follows is a correction. */
const retraction =
  /^\s*(?:(?:no+|nope|nah|wait|hold on|sorry|oops|hmm+|oh)\s*[,.!]+\s*|(?:no|nope|wait|sorry)\s+(?=[\d$.]|0x|(?:to|on|make|with|from|all|half|i meant?|actually|only|just)\b))+(?=\S)/i

function read(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const { text: cleaned, oddity } = clean(raw)
  // "No, make it 2": the "no" is about what was proposed before.
  const open = dialogue.draft?.action === 'send' || dialogue.nft ? (dialogue.draft ?? dialogue.nft) : null
  const { found, rest } = contactsIn(cleaned, lexicon)
  if (!oddity && found.size > 0 && rest === '' && !(open && open.recipient?.kind !== 'address'))
    return { kind: 'contacts', found }
  // "Bob is 0x…" in answer to whom it should go to is that address.
  const addressed =
    rest === ''
      ? [...found.values()].join(' ') || cleaned
      : withAddresses(rest, new Map([...dialogue.contacts, ...found]), found)
  const text = plainly(stepOf(dialogue) ? withoutPreface(addressed.replace(retraction, '')) : addressed, lexicon)
  const lower = text.toLowerCase().trim()
  if (oddity) return { kind: 'odd', oddity }
  if (lower === '') return { kind: 'talk', topic: 'unclear' }
  const tagged = taggedIn(text, lexicon)
  const answer = answerTo(text)
  if (answer === 'cancel' && dialogue.planTold !== null)
    return {
      kind: 'plan',
      plan: { do: 'change', to: /\bstop\b/.test(lower) ? 'paused' : 'canceled', which: { number: dialogue.planTold } },
    }
  if (answer === 'cancel')
    return {
      kind: 'cancel',
      had: (stepOf(dialogue) ?? dialogue.plan) !== null && dialogue.standing !== 'done',
    }
  if (answer) return answered(answer, dialogue)
  const correction = repaired(text, dialogue, (part, at) => read(part, lexicon, at))
  if (correction) return correction
  const plans = understandPlans(text, lexicon, dialogue)
  if (plans) return plans
  const inquiry = understandInquiry(text, lexicon, dialogue)
  if (inquiry) return inquiry
  const steps = readSteps(text, lexicon, (part) => read(part, lexicon, { ...newDialogue, offered: dialogue.offered }))
  if (steps) return { ...steps[0], rest: steps.slice(1) }
  const again = saidAgain(text, lexicon, dialogue)
  if (again) return again
  const finance = understandFinance(text, lexicon, dialogue)
  if (finance) return finance
  const verbs = commandsIn(tagged.flatMap(({ items }) => items))
  const isChange = verbs.length === 1 && dialogue.draft !== null && /^(actually |please |ok )*change\b/.test(lower)
  return verbs.length === 0 || isChange
    ? understandRemark(lower, tagged, lexicon, dialogue)
    : understandRequest(lower, tagged, verbs, dialogue)
}

/** "Swap 1 ETH. No, wait, cancel that.": the last word counts. */
function answerTo(text: string): 'cancel' | 'confirm' | 'again' | null {
  const last = sentences(text).at(-1)?.text.toLowerCase() ?? ''
  return answerIn(text.toLowerCase().trim()) ?? (answerIn(last) === 'cancel' ? 'cancel' : null)
}

function answered(answer: 'confirm' | 'again', dialogue: Dialogue): Understanding {
  const { plan, standing, asked, rest } = dialogue
  if (plan) {
    if (plan.do !== 'create' || answer !== 'confirm' || asked !== 'confirm') return { kind: 'plan', plan }
    const { unsure: _, ...sure } = plan
    return { kind: 'plan', plan: sure }
  }
  const step = stepOf(dialogue)
  if (!step) return { kind: 'talk', topic: 'nothing-open' }
  if (standing === 'done' || standing === 'uncertain') return { kind: 'settled' }
  // Whoever declined and then says "ok" takes note of it.
  if (standing === 'declined' && answer === 'confirm') return { kind: 'talk', topic: 'nothing-open' }
  const meant = answer === 'confirm' && asked === 'confirm' ? sure(step) : step
  return { ...meant, rest, ...(standing === 'proposed' ? { again: true as const } : {}) }
}
