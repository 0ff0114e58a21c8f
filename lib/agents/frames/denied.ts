import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { jobVerbs } from './job'
import { commandsIn } from './tagged'

/** Where one part of a message ends and another begins. A mark inside a number separates nothing. */
const marks =
  /\s*(?:[;!?\n]|[,.](?!\d))+\s*|\s+(?=but\b)|\s+-+\s+|(?<!\b(?:do|does|did|is|are|am|was|were|be|i|will|would|should|could|can|may|might|must|have|has|had|if|or|why))\s+(?=not\s+(?:(?:with|from|to|into|on|my)\s+)?[a-z]+\W*$)/gi
const denial =
  /\b(?:don['’]?t|do\s+not|doesn['’]?t|does\s+not|not|never|no|nothing|won['’]?t|without|isn['’]?t|rather\s+than|instead\s+of)\b/i

/**
 * "Don't bridge my ETH, bridge 200 USDC": what is left without the parts that say what is not wanted. Null where nothing
 * is, or where such a part may be about what is left: "swap 1 ETH to USDC. No, don't".
 */
export function withoutDenied(text: string, lexicon: Lexicon): string | null {
  if (/["“”]/.test(text)) return null
  const parts = text.split(marks).filter((part) => part.trim() !== '')
  const denied = parts.filter((part) => denial.test(part))
  const kept = parts.filter((part) => !denial.test(part))
  if (denied.length === 0 || kept.length === 0) return null
  // It names something of its own, and is more than a word on the rest.
  const names = (part: string): boolean => {
    const items = tag(part, lexicon)
    return (
      items.some(({ is }) => is === 'token' || is === 'chain' || is === 'amount') ||
      /\bplans?\b/i.test(part) ||
      ((commandsIn(items).length > 0 || jobVerbs(items).length > 0) && !/\b(?:it|that|this|so)\b/i.test(part))
    )
  }
  return denied.every(names) ? kept.join(', ').replace(/^but\s+/i, '') : null
}

/** "Not from the vault", "except the lending market". */
const otherPlace =
  /[\s,]*\(?\b(?:not|except|but\s+for)\s+(?:(?:from|out\s+of|in|into|to|at|with)\s+)?(?:(?:the|my|a|an|any|one\s+of\s+the)\s+)*(?:(?:[a-z]+\s+)?(vault)|(?:lending\s+)?market)s?\b\)?/i

/** "From the lending market (not from the vault)": without the place that is not meant, where the other one is named. */
export function withoutOtherPlace(text: string): string {
  const found = otherPlace.exec(text)
  if (!found) return text
  const [denial, vault] = found
  const after = text.slice(found.index + denial.length)
  if (!/^\s*(?:$|[,.;!])/.test(after)) return text
  const rest = text.slice(0, found.index) + after
  return (vault ? /\b(?:lending|market)\b/i : /\bvaults?\b/i).test(rest) ? rest : text
}

/** "Not from the lending market", where nothing says from where then. */
export const deniesPlace = (text: string): boolean => otherPlace.test(withoutOtherPlace(text))
