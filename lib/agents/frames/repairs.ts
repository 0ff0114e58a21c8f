import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { verbsOfLending } from '../tagger/verbs'
import { fillers, verbOf } from '../tagger/vocabulary'
import { type Abstention, abstentionIn } from './abstain'
import { isTold } from './beside'
import { takesBack } from './core'
import { correction, turnsAround } from './corrections'
import { withoutRejected } from './gist'
import { numbered } from './nft-words'
import { isRebalancing } from './rebalance'
import { dialogueAt, doubted, isRequested, newDialogue } from './step'
import type { Dialogue, Read, Understanding } from './understanding'

/** Subjects that a request may have. */
const subjects: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'nft'])
const ofRebalancing: ReadonlySet<Abstention> = new Set([...subjects, 'conditional', 'scheduled'])

/** Who corrects more in one breath is not followed: each is read with all that stands before it. */
const mostRepairs = 4

/** The word that the next step would begin with. */
const next = /\b(?:and|then)\s+(?:(?:also|then|please)\s+)*([a-z]+)/gi
/**
 * "Send 20 USDC, no sorry, 25": a request and, in the same breath, its correction, which counts as if it had come as the
 * next message. Null where there is none, or where it does not come to one request.
 */
export function repaired(text: string, lexicon: Lexicon, dialogue: Dialogue, read: Read): Understanding | null {
  const surely = [...text.matchAll(correction)]
  const maybe = [...text.matchAll(turnsAround)]
  const sure = surely.at(-1)
  const found = sure ?? maybe.at(-1)
  if (!found || Math.max(surely.length, maybe.length) > mostRepairs) return null
  const said = text.slice(0, found.index).replace(rejection, '')
  const meant = withoutOther(text.slice(found.index + found[0].length), lexicon)
  const told = sure ? toldInstead(said, meant, dialogue, read) : null
  if (told) return told
  const corrected = [meant, ...(sure ? [] : withoutRemarks(meant))].reduce<Understanding | null>(
    (known, each) => known ?? asCorrected(said, each, dialogue, read),
    null,
  )
  if (corrected || !sure) return corrected
  // "0.05, I always misplace the zero": what is said of it last may bear on it.
  const [bare = '', ...remark] = meant.split(/,\s+/)
  const isPlain = remark.length > 0 && !/\d|0x/.test(remark.join()) && !takesBack.test(remark.join())
  const last = isPlain ? asCorrected(said, bare, dialogue, read) : null
  return last && isRequested(last) ? { ...last, ...doubted(last) } : null
}

/** "Show me my ETH, actually no, everything": what is asked last, by itself or as what was asked first is asked of it. */
function toldInstead(said: string, meant: string, { contacts, offered }: Dialogue, read: Read): Understanding | null {
  const alone = { ...newDialogue, contacts, offered }
  const first = read(said, alone)
  if (!isTold(first)) return null
  const last = read(meant, alone)
  if (isTold(last) || isRequested(last)) return last
  const lead = first.kind === 'balances' ? 'show me my' : first.kind === 'price' ? 'price of' : null
  const same = lead === null ? null : read(`${lead} ${meant.replace(/^(?:of|for|in|about|my|the)\s+/i, '')}`, alone)
  return same?.kind === first.kind ? same : { kind: 'talk', topic: 'unclear' }
}

/** "Actually USDC, not DAI": what is meant, where what is not is a name or a sum and nothing else. */
function withoutOther(meant: string, lexicon: Lexicon): string {
  const wanted = withoutRejected(meant)
  const [other, ...more] = tag(meant.slice(wanted.length), lexicon).filter(
    (item) => item.is !== 'comma' && !(item.is === 'word' && (fillers.has(item.text) || rejecting.test(item.text))),
  )
  const isNamed = other?.is === 'token' || other?.is === 'amount' || other?.is === 'chain'
  return isNamed && more.length === 0 ? wanted : meant
}
const rejecting = /^(?:not|and|instead|of|rather|than|[^a-z\d]+)$/i

/** "No, that's too little": why what was said is corrected. */
const rejection =
  /[\s,.;!-]+(?:(?:no|nah|nope|hmm+|wait|well|oh)\b[\s,]*)*(?:that|this|it)(?:'?s|\s+is)\s+(?:\w+\s+)?(?:too|a\s+bit|quite)\s+(?:much|little|many|few|high|low|small|big|large|short|long)\b[^\d]*$/i

/** What is meant, without what is said of it first: "that'd be risky, 300 will do". */
const withoutRemarks = (meant: string): readonly string[] => {
  const [remark = '', ...rest] = meant.split(/,\s+/)
  return rest.length > 0 && !/\d|0x/.test(remark) ? [rest.join(', ')] : []
}

function asCorrected(said: string, meant: string, dialogue: Dialogue, read: Read): Understanding | null {
  const allowed = isRebalancing(said) ? ofRebalancing : subjects
  if (said.trim() === '' || meant.trim() === '') return null
  // What comes after that is a step of its own, and the steps are read one by one.
  if (
    [...meant.matchAll(next)].some(
      ([, word = '']) => verbOf(word.toLowerCase()) || verbsOfLending.has(word.toLowerCase()),
    )
  )
    return null
  const first = read(said, dialogue)
  if (first.kind === 'plan' && first.plan.do === 'create') {
    const plan = read(meant, { ...newDialogue, plan: first.plan, topic: 'plans', contacts: dialogue.contacts })
    return plan.kind === 'plan' && plan.plan.do === 'create' ? plan : null
  }
  if (abstentionIn(numbered(`${said} ${meant}`.toLowerCase()), true, allowed)) return null
  if (!isRequested(first) || (first.rest ?? []).length > 0) return null
  const last = read(linkedLike(said, meant), { ...dialogueAt(first), contacts: dialogue.contacts })
  return isRequested(last) ? last : null
}

/** "To USDC, no, DAI": a name alone takes the place of the name before it. */
function linkedLike(said: string, meant: string): string {
  const link = /\b(to|into|onto|for|from|with|on)\s+\S+\s*$/i.exec(said)?.[1]
  return link && /^[a-z]+\W*$/i.test(meant) ? `${link} ${meant}` : meant
}
