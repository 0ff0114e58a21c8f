import { smallCounts } from '../tagger/counts'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { doubted } from './step'
import type { Requested, Step } from './understanding'

/** Ways to say "except" that can mean nothing else. */
export const plainExcepting = String.raw`except(?:ing)?(?:\s+for)?|bar(?:ring)?|apart\s+from|aside\s+from|other\s+than|besides|minus|not\s+counting|without`
/** "Save" and "less" have other meanings as well: they count after all there is, and before what is kept. */
const excepting = String.raw`(?:${plainExcepting}|but\s+for|but|save(?:\s+for)?|less|short\s+of|excluding|excl\.?|not\s+including|with\s+the\s+exception\s+of)`
const whole = String.raw`\b(?:all|every|everything|each|entire|whole|max|both)\b`
const counts = [...smallCounts.keys()].slice(1, 11)
const said = new RegExp(
  String.raw`(?<=${whole}[^.!?;]*?[\s,])(?<!\b(?:no|far|much)\s)${excepting}\s+(?:(?:just|only)\s+)?(?:(an?\s+hundred|an?\s+thousand|${counts.join('|')})\b|(?=\$?\.?\d|#|(?:(?:my|the|an?|some|half|few|last|first)\b\s+)?[a-z]+))`,
  'gi',
)
const isOtherwise = /^(?:than|that|to|on|if|when|not|only|keep|leave|hold|save|none|in|for|time|gas|i|it|at|up)\b/i

function digitsOf(count: string): string {
  return String(smallCounts.get(count.toLowerCase()) ?? (/hundred/i.test(count) ? 100 : 1000))
}

/** "All my USDC bar 100", "every badge save one" with "except", which the grammar reads. */
export const exceptionsPlainly = (text: string, lexicon: Lexicon): string =>
  text.replace(said, (found, ...groups: unknown[]) => {
    const [count] = groups
    const after = text.slice(Number(groups.at(-2)) + found.length)
    if (typeof count === 'string') return `except ${digitsOf(count)}`
    const names = /^(?:(?:my|the)\s+)?([a-z]+)/i.exec(after)?.[1]
    const isNamed = names !== undefined && tag(names, lexicon).some(({ is }) => is === 'token')
    return /^(?:\$?\.?\d|#)/.test(after) || isNamed ? 'except ' : found
  })

const kept = new RegExp(String.raw`${whole}[^.!?;]*?[\s,](?<!\b(?:no|far|much)\s)${excepting}\s+(.+)`, 'i')
const keptOfNfts =
  /\b(?:keep(?:ing)?|leav(?:e|ing)|hold(?:ing)?(?:\s+back)?|sav(?:e|ing)|retain(?:ing)?)\b|\bexcepted\b/i

/** What a text leaves out of all there is, in the words for it; null where it leaves out nothing. */
function leftOutIn(text: string, isOfNfts: boolean): string | null {
  const rest = kept.exec(text)?.[1]
  if (rest !== undefined && !isOtherwise.test(rest)) return rest.split(/\s+(?:to|into|for|in|on)\b/i)[0]?.trim() ?? rest
  return isOfNfts ? (keptOfNfts.exec(text)?.[0] ?? null) : null
}

/** Whether a step takes all there is, and leaves out nothing of it. */
function takesAll(step: Step): boolean {
  switch (step.kind) {
    case 'nft':
      return (step.nft.amount === 'all' || step.nft.amount === 'both') && step.nft.not === undefined
    case 'request':
      return step.draft.amount?.kind === 'all'
    case 'job':
      return step.job.amount?.kind === 'all' && step.job.except === undefined
    case 'rebalance':
      return false
  }
}

/** A request for all there is, beside words that leave something out of it: what is to go is asked for, and never all. */
export function withExceptions(understood: Requested, text: string): Requested {
  const { rest = [], ...first } = understood
  if (rest.length > 0) return understood
  const leftOut = takesAll(first) ? leftOutIn(text, first.kind === 'nft') : null
  if (leftOut === null) return understood
  const amount = { kind: 'bad' as const, text: leftOut.slice(0, 60), why: 'I cannot tell how much is to be kept' }
  if (understood.kind === 'nft') return { ...understood, nft: { ...understood.nft, unclear: 'words' } }
  if (understood.kind === 'request')
    return { ...understood, ...doubted({ kind: 'request', draft: { ...understood.draft, amount } }) }
  return understood.kind === 'job'
    ? { ...understood, ...doubted({ kind: 'job', job: { ...understood.job, amount } }) }
    : understood
}
