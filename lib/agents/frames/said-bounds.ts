import { written } from './step'
import type { Requested, Step } from './understanding'

const percent = String.raw`(?:\d*\.?\d+\s?(?:%|percent\b|per\s+cent\b|bps\b|bips\b|basis\s+points?\b)|(?:half|a\s+quarter|quarter|a\s+tenth)\s+(?:of\s+)?(?:an?\s+|one\s+)?percent\b|(?:one|two|three)\s+percent\b)`
const over = String.raw`(?:(?:any\s?thing\s+)?(?:more|higher|greater|larger|bigger)\s+than|(?:any\s?thing\s+)?(?:over|above|beyond|past)|exceed(?:ing)?)`
const never = String.raw`(?:won'?t|will\s+not|wouldn'?t|would\s+not|don'?t|do\s+not|can'?t|cannot|can\s+not|mustn'?t|must\s+not|should\s?n[o']?t|should\s+not|may\s+not|shall\s+not|never|refuse|reject|no|not)`
const slip = String.raw`(?:price\s+)?(?:slippage|slip)\b`
const lead = String.raw`[\s,.;:-]*(?:\b(?:and|but|also|so|though|while)\s+)*`

/** Ways to bind the slippage, as "with 0.3% slippage". */
const bounds: readonly RegExp[] = [
  // "And I won't accept more than 0.3 % slippage", "I refuse anything over 0.2 % slippage"
  new RegExp(
    String.raw`${lead}\b(?:please\s+)?(?:(?:i|we)\s+)?(?:${never})\s+(?:[a-z']+\s+){0,5}?${over}\s+(${percent})\s+(?:of\s+|in\s+|on\s+|to\s+)?(?:the\s+)?${slip}(?:\s+(?:is|would\s+be)\s+(?:fine|ok(?:ay)?|acceptable))?`,
    'gi',
  ),
  // "Don't let it slip by more than 0.2 %", "no slippage above 0.2 %", "slippage must not exceed 0.2 %"
  new RegExp(
    String.raw`${lead}\b(?:please\s+)?(?:(?:i|we)\s+)?(?:${never})\s+(?:[a-z']+\s+){0,4}?${slip}\s+(?:by\s+)?${over}\s+(${percent})(?:\s+(?:is|would\s+be)\s+(?:fine|ok(?:ay)?|acceptable))?`,
    'gi',
  ),
  new RegExp(
    String.raw`${lead}\b(?:(?:please|keep|hold|set|make|want|cap|limit|leave|i|need|it|the|my|with|a|any|total|max(?:imum)?)\s+)*${slip}(?:\s+tolerance)?\s+(?:(?:must|should|may|can|shall|has\s+to|needs\s+to|is|be|to|${never})\s+)*(?:(?:stay|remain|go|be|get|kept)\s+)?(?:${over}|at\s+most|under|below|within|less\s+than|lower\s+than|up\s+to|capped\s+at|no\s+${over})\s+(${percent})`,
    'gi',
  ),
  // "And don't let me lose more than 1 % on slippage"
  new RegExp(
    String.raw`${lead}\b(?:please\s+)?${never}\s+(?:let\s+(?:me|us|it)\s+|make\s+me\s+)?(?:lose|slip|pay|go|give\s+up)\s+${over}\s+(${percent})\s+(?:(?:on|in|to|through|of|with|by)\s+)?(?:the\s+)?${slip}`,
    'gi',
  ),
  // "At most a quarter of a percent slippage", "I can live with 1 % slippage"
  new RegExp(
    String.raw`${lead}\b(?:i\s+(?:can|could|will|would)\s+(?:live\s+with|accept|take|tolerate|stand)|at\s+most|less\s+than|no\s+more\s+than|not\s+more\s+than|under|below|max(?:imum)?)\s+(?:at\s+most\s+|up\s+to\s+)?(${percent})\s+(?:of\s+)?${slip}`,
    'gi',
  ),
]

function plainPercent(said: string): string {
  const lower = said.toLowerCase()
  if (lower.includes('quarter')) return '0.25%'
  if (lower.includes('tenth')) return '0.1%'
  if (lower.startsWith('half')) return '0.5%'
  const word = ['one', 'two', 'three'].findIndex((each) => lower.startsWith(each))
  if (word >= 0) return `${word + 1}%`
  return lower.replace(/\s*(?:percent|per\s+cent)$/, '%').replace(/\s*(?:bips|basis\s+points?)$/, ' bps')
}

/** "…, and I won't accept more than 0.3 % slippage" as "… with 0.3 % slippage". */
export const slippagePlainly = (text: string): string =>
  bounds.reduce((each, bound) => each.replace(bound, (_, said: string) => ` with ${plainPercent(said)} slippage`), text)

const limit = String.raw`(?:at\s+least|at\s+most|min(?:imum)?(?:\s+of)?|max(?:imum)?(?:\s+of)?|(?:no|not|never|n'?t\s+\w+)\s+(?:more|less|fewer|lower|higher)\s+than|(?:more|less|fewer)\s+than|exceed|under|below|over|above)`
/** A bound that no swap, bridge or transfer has: of what arrives, of a fee or of the gas. */
const bound = new RegExp(
  String.raw`(?<!\b(?:have|had|got|hold|own|has)\s)\b${limit}\s+\$?\.?\d[\d.,]*(?<=\d)(?![\d.]*\d)(?!\s+0x)\s?(?:%|[a-z]+)?(?:\s+(?:in|for|of|on)\s+(?:the\s+)?(?:fees?|gas|costs?))?|\b(?:max(?:imum)?|cap(?:ped)?(?:\s+at)?|up\s+to)\s+\d+\s*gwei\b|\btolerat\w+\s+\S+`,
  'i',
)
const plainSlippage = /(\d*\.?\d+\s?(?:%|percent\b|bps\b))\s+(?:slippage|slip)\b/i
const figure = /\d[\d,]*\.?\d*|\.\d+/

/** The bound that was said of a request and is in no part of what was understood; null where there is none. */
export function unheardBound({ rest = [], ...first }: Requested, text: string): string | null {
  const steps: readonly Step[] = [first, ...rest]
  if (!steps.every((step) => step.kind === 'request')) return null
  const [slipping, ofSlippage] = plainSlippage.exec(text) ?? []
  const isLost = steps.some(({ kind, draft }) => kind === 'request' && draft.slippage === undefined && !draft.unclear)
  if (slipping && ofSlippage && isLost) return slipping
  const found = bound.exec(text)?.[0]
  if (!found) return null
  const digits = figure.exec(found)?.[0].replaceAll(',', '') ?? ''
  const value = Number(digits)
  const heard = written(steps)
  const isHeard =
    heard.includes(`"value":"${digits}"`) ||
    steps.some(({ kind, draft }) => kind === 'request' && draft.amount?.kind === 'bad') ||
    steps.some(
      ({ draft: { slippage } }) =>
        slippage !== undefined && [slippage * 100, slippage * 10_000].some((each) => Math.abs(each - value) < 1e-9),
    ) ||
    steps.some(({ draft }) => draft.unclear !== undefined)
  return isHeard ? null : found.trim()
}
