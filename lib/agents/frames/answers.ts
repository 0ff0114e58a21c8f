import { sentences } from '../tagger/sentences'
import { mayObject } from './objections'
import { doubted, stepOf, sure } from './step'
import type { Dialogue, Understanding } from './understanding'

const courtesy = String.raw`(?:[\s,]+(?:please|thanks|thank you|then|now|it|that|this|all|everything|order|request|swap|send|bridge|transfer|transaction|one|about it|it is|right|correct|go ahead|do it|with (?:it|that|the (?:swap|send|bridge|transfer|trade|order|transaction|deposit|withdrawal|loan))|don't|dont|prepare it|for me|i changed my mind))*`

const cancelled = new RegExp(
  `^(?:(?:no|nah|nope|oh|ok|okay|actually|please|wait|sorry|just|hmm)[\\s,]+)*(?:cancel|never ?mind|nvm|forget|stop|abort|scrap|drop|no|nope|nah|don't|dont|not now|i changed my mind|don't do it)${courtesy}$`,
)
const confirmed = new RegExp(
  `^(?:(?:ok|okay|yes|yep|yeah|sure|alright|all right|great|good|fine)[\\s,]+)*(?:yes|yep|yeah|yup|y|sure|ok|okay|all right|confirm|confirmed|go ahead|do it|please do|correct|right|approve|approved|sounds (?:good|right|great)|looks (?:good|right|fine|great)|exactly|proceed|go on|go for it|carry on|continue|keep going|next|next step|go|let'?s (?:do (?:it|that|this)|go)|make it so|all good|that'?s (?:right|correct)|of course|absolutely|definitely|by all means|works for me|that works|fine(?: by me)?|deal|very well)${courtesy}$`,
)
const repeated =
  /^(?:please )?(?:(?:the )?same(?: thing)? (?:again|once more|one more time)|(?:again|once more|one more time)(?:,? (?:do )?(?:the )?same(?: thing)?)?|try again|retry|do it again|repeat(?: that)?)(?: please)?$/

/** "OK, thanks" takes note of what was said, and asks for nothing. */
const thanked =
  /^(?:(?:ok|okay|great|cool|fine|good|alright|all right|nice|perfect|no|yes|sure|got it)[\s,]+)*(?:many )?(?:thanks|thank you|thx|ty|cheers)\b[\w\s,]*$/

const span = String.raw`(?:an?|one|two|a\s+few|a\s+couple(?:\s+of)?|half\s+an?|\d{1,2})\s*(?:s|secs?|seconds?|m|mins?|minutes?|moments?|hours?|bit|while)`
const pausing = String.raw`(?:wait|hold(?:\s+(?:it|on|up|that|off))?|hang\s+on|(?:just\s+)?${span}|(?:give|gimme)\s+(?:me\s+)?${span}|not\s+(?:yet|so\s+fast|just\s+yet)|pause|brb|be\s+right\s+back|bear\s+with\s+me|easy|slow\s+down)`
/** It says that nothing more comes, and not how much. */
const closing = String.raw`(?:that|this|it)(?:'?s|\s+is|\s+was|(?:'ll|\s+will|\s+would)\s+be)\s+(?:all|it|everything|the\s+(?:max(?:imum)?|lot|limit))(?:\s+(?:folks|i\s+(?:need|want|have)(?:ed)?))?`
/** What one does in the meantime. */
const meanwhile = String.raw`(?:(?:i\s+(?:need|have|want|gotta|got)|let\s+me|lemme|i'?ll|i'?m|i'?d\s+like)\s+(?:to\s+)?(?:(?:first|just|quickly|still|a\s+(?:moment|sec|second|minute))\s+)*(?:(?:to\s+)?(?:think(?:ing)?|check(?:ing)?|see|look(?:ing)?|ask(?:ing)?|read(?:ing)?|verify|reconsider|consider|decide|sleep\s+on|find|get))?(?:\s+(?:about|on|it|that|this|over|up|first|something|someone|somebody|again|properly|the\s+(?:details|address|card)|my\s+(?:wife|husband|partner|friend|boss|notes)))*)`
const waited = new RegExp(
  String.raw`^(?:(?:no|nah|oh|ok|okay|um+|uh+|hmm+|er+|please|sorry|actually|yes|well|just|and|but)[\s,.!]+)*(?:${pausing}|${closing}|(?:let\s+me|lemme)\s+(?:think|see|check)(?:\s+(?:(?:about|on|over)\s+)?(?:it|that|this))?(?:\s+first)?)(?:[\s,.!-]+(?:please|pls|ok|okay|sorry|now|then|thanks|thank\s+you|today|with\s+(?:it|that|this)|for|there|${pausing}|${meanwhile}))*(?:[\s,]+(?:until|till)\s.*)?$`,
)

/**
 * Answers that need no request of their own. `wait`: no answer yet. `text` is cleaned, in lower case, without closing
 * marks.
 */
export function answerIn(text: string): 'cancel' | 'confirm' | 'again' | 'wait' | null {
  const bare = text.replace(/[\s.!?]+$/, '')
  if (thanked.test(bare)) return null
  if (waited.test(bare)) return 'wait'
  if (cancelled.test(bare)) return 'cancel'
  // "Right?" asks.
  if (confirmed.test(bare) && !/\?\W*$/.test(text)) return 'confirm'
  return repeated.test(bare) ? 'again' : null
}

/** "Swap 1 ETH. No, wait, cancel that.": the last word counts. */
export function answerTo(text: string): ReturnType<typeof answerIn> {
  const last = answerIn(sentences(text).at(-1)?.text.toLowerCase() ?? '')
  const whole = answerIn(text.toLowerCase().trim())
  // "That worked! Once more."
  const isOnlyGlad = last === 'again' && !mayObject(text) && !/\d/.test(text)
  return whole ?? (last === 'cancel' || last === 'wait' || isOnlyGlad ? last : null)
}

export function answered(answer: 'confirm' | 'again', dialogue: Dialogue): Understanding {
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
