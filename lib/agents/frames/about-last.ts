import { ofRisk } from '../replies/topics'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { stepOf } from './step'
import type { Dialogue, Step, Understanding } from './understanding'

const lead = String.raw`^(?:(?:great|cool|nice|perfect|awesome|good|thanks|so|and|ok|okay|hey|hi|wait|hmm+|please|well|but|yes|no|sorry|now)[\s,.!]+)*`
const thing = String.raw`(?:it|that|this|they|all|everything|anything|any\s+of\s+(?:it|that)|(?:the|my|any)\s+(?:last\s+)?(?:swap|send|transfer|bridge|payment|transaction|tx|money|funds|deposit|withdrawal|loan|trade|repayment|nft|order|one))`
const came = String.raw`(?:gone?\s+through|been\s+(?:sent|done|confirmed|carried\s+out|taken|moved|spent|charged)|taken|moved|spent|charged|arrived?|work(?:ed)?|done|land(?:ed)?|confirmed|finish(?:ed)?|completed?|succeed(?:ed)?|successful|fail(?:ed)?|sent|there|happen(?:ed)?|come\s+through|came\s+through|settled?|executed?|mined|through|stuck|pending|go\s+(?:ok(?:ay)?|well|fine)|make\s+it)`
const outcome = new RegExp(
  String.raw`${lead}(?:(?:did|has|have|was|is|are|were|does)\s+${thing}\s+(?:(?:all|already|now|really|actually|still|go)\s+)*${came}(?:\s+(?:yet|already|now|ok(?:ay)?|fine|correctly|in\s+the\s+end|or\s+not|(?:from|out\s+of)\s+my\s+(?:account|wallet|balance)))*|(?:any|what(?:'?s|\s+is)\s+the)\s+(?:news|status|update|progress|outcome)(?:\s+(?:on|of|about)\s+${thing})?|what\s+happened(?:\s+(?:to|with)\s+${thing})?|where(?:'?s|\s+is)\s+(?:it|that|my\s+(?:transaction|tx|transfer))|how\s+did\s+(?:it|that)\s+go|(?:is\s+(?:it|that)\s+)?(?:all\s+)?done(?=\s*\?))\W*$`,
)
const brings = new RegExp(
  String.raw`${lead}(?:how\s+(?:much|many)|what)\s+(?:(?:of\s+it|exactly|roughly|about|in\s+total)\s+)*(?:(?:will|would|do|can|am|should|did)\s+i(?:'ll)?|i'?ll|i'?d|do\s+you\s+think\s+i(?:'ll)?|(?:will|would|does)\s+(?:it|that|this)|it'?ll)\s+(?:be\s+)?(?:(?:end\s+up\s+)?(?:get(?:ting)?|receiv(?:e|ing)|bring|give\s+me|make)|end\s+up\s+with)(?:\s+(?:for\s+(?:it|that|this|them)|out\s+of\s+(?:it|that)|in\s+the\s+end|in\s+return|back|then|exactly|roughly|about|me|at\s+the\s+end))*\W*$`,
)
const whereNow = new RegExp(
  String.raw`${lead}where(?:'?s|\s+is|\s+are)\s+(?:all\s+)?(?:my|the)\s+(?:money|funds|coins?|tokens?|crypto|eth|ether|usdc|usdt|dai|weth|wbtc)(?:\s+(?:now|right\s+now|gone|then))*\W*$`,
)
const got = new RegExp(
  String.raw`${lead}(?:how\s+(?:much|many)|what)\s+(?:(?:of\s+it\s+)?[a-z]+\s+)?(?:did|have)\s+(?:i|we)\s+(?:(?:actually|really|finally)\s+)?(?:get|got|receive|received|end\s+up\s+with)(?:\s+(?:for\s+(?:it|that)|out\s+of\s+(?:it|that)|in\s+the\s+end|back|then))*\W*$`,
)
const worth = new RegExp(
  String.raw`${lead}(?:how\s+(?:much|many\s+\w+)|what(?:'?s|\s+is)?)\s+(?:is\s+|would\s+|are\s+)?(?:that|it|this|those)(?:\s+be)?(?:\s+(?:all|altogether|currently|now|worth|about|roughly))*(?:\s+in\s+(?:us\s+)?(?:dollars?|usd|bucks|money|\$|[a-z]+))?(?:\s+(?:now|right\s+now|today))*\W*$`,
)
const safe = new RegExp(
  String.raw`${lead}(?:is|would|will)\s+(?:that|it|this)\s+(?:be\s+)?(?:(?:still|really|too|a\s+bit)\s+)*(?:safe|risky|dangerous|ok(?:ay)?|a\s+(?:risk|problem)|healthy)(?:\s+(?:for\s+(?:me|my\s+\w+)|to\s+do|then|tho(?:ugh)?|enough))*\W*$`,
)
const left = new RegExp(
  String.raw`${lead}(?:how\s+many|which(?:\s+ones?)?)\s+(?:(?:of\s+(?:them|those|these))\s+)?(?:(?:are|do\s+i\s+(?:still\s+)?have|have\s+i(?:\s+got)?|is|remain)\s*)(?:still\s+|there\s+)*(?:left|now|remaining|still\s+there)?(?:\s+(?:now|then))*\W*$`,
)

const costs = new RegExp(
  String.raw`${lead}(?:how\s+much|what)\s+(?:(?:would|will|does|do|is)\s+)?(?:(?:that|it|this)\s+)?cost(?:s)?\b(?:\s+(?:that|it|this|me|be|a\s+(?:year|month)|per\s+(?:year|month)))*\W*$`,
)
const inThere = new RegExp(
  String.raw`${lead}how\s+much\s+(?:is|do\s+i\s+have|have\s+i(?:\s+got)?|did\s+i\s+put)\s+(?:(?:still|now|left)\s+)*(?:in\s+(?:there|it|that)|there)(?:\s+(?:now|still|left|already))*\W*$`,
)

/**
 * What is asked of the request that is open, or of the one that was carried out last: whether it went through, what it
 * brings, what it is worth, whether it is safe, and how many are left. Null for anything else. `text` is in lower case.
 */
export function understandAboutLast(text: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const step = stepOf(dialogue)
  const isOfPlaces = dialogue.topic === 'yields' || (step?.kind === 'job' && step.job.act === 'stake')
  if (isOfPlaces && safe.test(text)) return { kind: 'explain', text: `No place is without risk: ${ofRisk}` }
  const isFailed = dialogue.standing === 'declined' || dialogue.standing === 'uncertain'
  if (step && isFailed && whereNow.test(text)) return { kind: 'outcome', of: dialogue }
  if (outcome.test(text)) return { kind: 'outcome', of: step ? dialogue : null }
  if (dialogue.standing === 'done' && dialogue.arrival && got.test(text))
    return { kind: 'brought', by: dialogue.arrival }
  if (!step || dialogue.topic !== null) return null
  if (step.kind === 'job' && step.job.act === 'borrow' && costs.test(text)) {
    const { token } = step.job
    return { kind: 'insight', insight: { of: 'borrow-rates', ...(token ? { token } : {}) } }
  }
  if (step.kind === 'job' && inThere.test(text)) return { kind: 'insight', insight: { of: 'positions' } }
  if (step.kind === 'nft' && left.test(text)) return { kind: 'insight', insight: { of: 'nfts' } }
  if (step.kind === 'job' && /^(?:borrow|repay|withdraw|supply)$/.test(step.job.act) && safe.test(text))
    return { kind: 'insight', insight: { of: 'loan' } }
  return worthOf(step, text, lexicon)
}

function worthOf(step: Step, text: string, lexicon: Lexicon): Understanding | null {
  const sum = step.kind === 'request' ? step.draft : step.kind === 'job' ? step.job : null
  const token = step.kind === 'request' ? step.draft.from : step.kind === 'job' ? step.job.token : undefined
  if (!sum || !token?.symbol) return null
  const into = step.kind === 'request' && step.draft.action !== 'send' ? step.draft.to : undefined
  const isOther = into?.symbol !== undefined && into.symbol !== token.symbol
  const isHowMuch = into && new RegExp(String.raw`^how (?:much|many) ${into.text}\W*$`, 'i').test(text)
  if (isOther && (brings.test(text) || isHowMuch)) {
    // Dollars are worth so much of what is bought.
    const isDollars = sum.amount?.kind === 'usd'
    const query = isDollars ? { tokens: [into] } : { tokens: [token], into }
    return { kind: 'price', query: { ...query, ...(sum.amount ? { amount: sum.amount } : {}) } }
  }
  if (!worth.test(text)) return null
  const named = tag(text, lexicon).flatMap((item) => (item.is === 'token' ? [item.token] : []))
  return {
    kind: 'price',
    query: { tokens: [token], ...(sum.amount ? { amount: sum.amount } : {}), ...(named[0] ? { into: named[0] } : {}) },
  }
}
