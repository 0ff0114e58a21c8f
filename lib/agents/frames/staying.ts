import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { tokenOf } from './step'
import type { Requested, Step } from './understanding'

const what = String.raw`(?:(?:the|my)\s+(?:(?:rest|remainder|other\s+(?:half|part|one|ones)|others)|([a-z]+)(?:\s+(?:one|ones|part))?)(?:\s+(?:of|in)\s+(?:it|them|that|(?:my|the)\s+\w+))?)`
const will = String.raw`(?:(?:just|simply|all|of\s+course|can|should|must|shall|will|may|has\s+to|have\s+to|needs?\s+to)\s+)*`
const where = String.raw`(?:\s+(?:put|there|here|where\s+(?:it|they)(?:\s+(?:is|are)|'s)|(?:as|like)\s+(?:it|they)\s+(?:is|are)|untouched|as\s+(?:it|they)\s+(?:is|are)|in\s+(?:the|my)\s+\w+|on\s+[a-z]+|with\s+me|for\s+(?:me|now)))*`
const keep = String.raw`i(?:'ll|\s+will|\s+want\s+to|'d\s+like\s+to|\s+would\s+like\s+to)?\s+keep`
const staying = new RegExp(
  String.raw`(?:\s*[,.;!?\n]+\s*(?:(?:and|but|while)\s+)?|\s+(?:and|but|while)\s+)(?:${what}\s+(?:${will}(?:stays?|remains?|sits?)${where}|${keep}${where})|(?:${keep}|leave|keep)\s+${what}${where})(?=\s*(?:$|[,.;!?\n]))`,
  'gi',
)

/** A text without what it says stays as it is, and the tokens and networks that are named there. */
export type WithoutStaying = { text: string; stays: readonly (string | number)[] }

/**
 * "Swap 700 DAI to ETH, the USDC stays where it is", "and I keep the rest": of that nothing is to be done. Where nothing else
 * names a sum or a token, the text is left as it is: "no, the USDC stays".
 */
export function withoutStaying(said: string, lexicon: Lexicon): WithoutStaying {
  const stays: (string | number)[] = []
  const text = said.replace(staying, (whole, ...names: unknown[]) => {
    const name = names.slice(0, 2).find((each) => typeof each === 'string')
    if (typeof name !== 'string') return ''
    const known = lexicon.tokens.get(name.toLowerCase()) ?? lexicon.chains.get(name.toLowerCase())
    if (known === undefined || known === null) return whole
    stays.push(known)
    return ''
  })
  const isNamed = tag(text, lexicon).some(({ is }) => is === 'amount' || is === 'token')
  return isNamed ? { text, stays } : { text: said, stays: [] }
}

/** Whether a request takes something of which it is said that it stays. */
export const takesStaying = ({ rest = [], ...first }: Requested, { stays }: WithoutStaying): boolean =>
  [first, ...rest].some((step) => takenBy(step).some((each) => each !== undefined && stays.includes(each)))

function takenBy(step: Step): readonly (string | number | undefined)[] {
  const chain = step.kind === 'request' ? step.draft.fromChain : step.kind === 'job' ? step.job.chain : undefined
  return [tokenOf(step)?.symbol, chain?.id]
}
