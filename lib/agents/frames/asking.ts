import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { jobVerbs } from './job'
import { isRebalancing } from './rebalance'
import { stepOf } from './step'
import type { Dialogue } from './understanding'

const courtesy =
  /^(?:(?:(?:i\s+know\s+)?(?:this|it|that)(?:'s|\s+is|\s+may\s+be|\s+might\s+be)\s+(?:probably\s+)?an?\s+(?:silly|stupid|dumb|basic|simple|quick|noob)\s+question|before\s+i\s+do\s+(?:anything|that|it|so)(?:\s+else)?|hey|hi|hello|gm|yo|so|ok|okay|well|please|pls|plz|and|but|um|hmm|also|then|now|just|quick question|quickly|sorry|thanks|thank you|thx|ty|great|cool|nice|perfect|awesome|got it|there)\b[\s,:.!-]*)+/i

/** "I don't want to stake now, just curious what the vaults pay": only what follows is asked. */
export const curious =
  /^.*\b(?:just|only|merely|simply)\s+(?:curious|asking|wondering|wanted\s+to\s+(?:know|ask)|want\s+to\s+know)\b[\s,:]*(?:about\s+|if\s+|whether\s+)?(?=\S)|^[^.!?]*\b(?:don['’]?t|do\s+not|not)\b[^.!?]*[,.;!-]\s*(?:(?:just|only|but|first|i\s+only\s+want\s+you\s+to)\s+)*(?=(?:tell|show|what|how\s+(?:much|many)|let\s+me\s+know)\b)/is

const reports =
  'overview|picture|summary|rundown|list|breakdown|report|quote|price|prices|balances?|examples?|idea|rates?|update|status|info|information|details'
/** "Can you tell me", "I'd like to know": what is asked comes after it. */
const lead = new RegExp(
  String.raw`^(?:(?:can|could|would|will)\s+(?:you|u|ya)\s+(?:please\s+|pls\s+|just\s+)?)?(?:tell\s+(?:me|us)|show\s+(?:me|us)|let\s+me\s+(?:know|see)|remind\s+me|i(?:'d|\s+would|\s+should|\s+just)?\s+(?:like|want|wanna|love|need)\s+(?:to\s+)?(?:know|see|check)|do\s+you\s+know|any\s+idea|quote\s+me|(?:can|could|may)\s+i\s+(?:see|get|have)(?=\s+(?:a|an|the|my|some|all)\b)|(?:give|get)\s+(?:me|us)(?=\s+(?:(?:a|an|the|my|some|all|your|current|latest|quick|short|full)\s+)*(?:\w+\s+)?(?:${reports})\b))\b[\s,:]*`,
  'i',
)
const opener =
  /^(?:what|whats|what's|wat|wats|which|where|wheres|where's|how|hows|how's|who|whos|who's|why|when|is|isn't|are|aren't|am|do|does|did|have|has|was|were|will|any|anything|anyone|got|show|list|display|explain|describe|check|compare|see|view|analy[sz]e|review|assess|summari[sz]e|sum|breakdown|break|find|search|look|tell|curious|wondering|remind|cheapest|lowest)\b/i
/** "Can you explain": asked, and not to be done. */
const politeOpener =
  /^(?:can|could|would|will)\s+(?:you|u|ya)\s+(?:please\s+|pls\s+)?(?:show|tell|list|display|explain|describe|check|compare|analy[sz]e|review|assess|summari[sz]e|sum|find|look|give me an?)\b/i
const possible =
  /^(?:can|could|may)\s+(?:i|we)\s+(?:borrow\s+(?:more|anything|any)|lose|get|see|earn|make|trust|undo|reverse|cancel|buy\s+(?:crypto|coins))\b|^(?:can|could|may)\s+(?:i|we)\b.*\b(?:early|any\s?time|whenever|safely)\b/i
/** "Make me an overview", "take a look": no more than reading. */
const looks = /\b(?:overview|summary|analysis|analy[sz]e|review|look|report|rundown|breakdown|check|balances?|list)\b/i
/** Requests by verbs that are read elsewhere, or that nobody here carries out. */
const done =
  /\bre-?balanc(?:e|es|ing)\b|^(?:burn|mint|destroy|delete|deploy|vote|claim|approve|revoke|drain|wrap|unwrap|keep|pay|close|settle|clear|use|make|set|start|stop|enable|disable|turn|allow|auto|watch|hold|add|get|take|pull|put|make|use|park|spend|replace|fund|top up|let(?! me))\b/i
export const able = /^(?:can|do|does|are|will|could)\s+(?:you|u|this|it|the app|countersign)\b/i

/** "Borrow rate", "swap fees": what stands before is no request. */
const named =
  /\b(?:borrow|lend|lending|supply|deposit|stake|staking|swap|transfer|bridge|withdrawal)(?:ing)? (?:rates?|apys?|aprs?|fees?|costs?|interest|limits?|power|capacity)\b/i
/** "What does it pay" asks for a rate, and so does "how much do I get". */
const ofRates = /^(?:pay|give)$/
const whatOneGets = /\b(?:how\s+much|what)\b.*\b(?:do|would|will)\s+(?:i|we)\s+get\b/i

type Asked = { text: string; items: readonly Item[]; verbs: boolean; jobs: boolean }

/** What a message asks, without the words that lead to it. Null where it asks for something to be done. */
export function askedIn(raw: string, lexicon: Lexicon, dialogue: Dialogue): Asked | null {
  const bare = raw.trim().replace(curious, '').replace(courtesy, '')
  const text = bare.replace(lead, '')
  const items = tag(text, lexicon)
  const isQuestion = opener.test(text) || politeOpener.test(text) || /\?\s*$/.test(text)
  const verbs = items.some(
    (item) =>
      item.is === 'verb' &&
      item.form === 'base' &&
      !(isQuestion && ofRates.test(item.text)) &&
      !(item.text === 'get' && whatOneGets.test(text)),
  )
  const asked = { text, items, verbs, jobs: jobVerbs(items).length > 0 }
  if (isRebalancing(text)) return null
  if (commandsLater(text, lexicon)) return null
  const opens = [opener, politeOpener, possible, named].some((each) => each.test(text)) || (text !== bare && !verbs)
  if (opens || (able.test(text) && !items.some(({ is }) => is === 'amount' || is === 'recipient'))) return asked
  // "Can I withdraw at any time?", "can I stake ETH": whether it can be done at all.
  const isBare = items.filter(({ is }) => is === 'token' || is === 'chain').length < 2 && !/\bmy\b/i.test(text)
  if (
    /^(?:can|could|may)\s+(?:i|we)\b/i.test(text) &&
    isBare &&
    !items.some(({ is }) => is === 'amount' || is === 'recipient')
  )
    return asked
  const sayings = items.some(({ is }) => is === 'amount' || is === 'token' || is === 'chain' || is === 'recipient')
  if (stepOf(dialogue) && (sayings || !/\?\s*$/.test(text))) return null
  if (/^(?:if|suppose|say|imagine)\b.*\b(?:how (?:much|many)|what)\b/i.test(text)) return asked
  return verbs || asked.jobs || (done.test(text) && !looks.test(text)) ? null : asked
}

/** "What is ETH worth and swap 1 of it": a part of its own that is to be done. */
const commandsLater = (text: string, lexicon: Lexicon): boolean =>
  text
    .split(/[,;.!?](?=\s)|\b(?:and|then|also)\b/i)
    .slice(1)
    .some((part) => {
      const items = tag(part.replace(courtesy, ''), lexicon)
      const [first] = items.filter(
        (item) => !(item.is === 'word' && /^(?:please|pls|then|just|can|could|you)$/.test(item.text)),
      )
      return (
        first?.is === 'verb' && first.form === 'base' && items.some(({ is }) => is === 'amount' || is === 'recipient')
      )
    })
