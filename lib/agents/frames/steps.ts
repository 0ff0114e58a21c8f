import type { Amount, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, moodOf } from './abstain'
import { type Clause, clausesIn, inOrder } from './clauses'
import { withoutDenials } from './corrections'
import { eachIn, paymentsIn, withShareOfEach, withTokenOfAll } from './each'
import { joinElided, sharesAll } from './elided'
import { jobVerbs } from './job'
import { splitIn } from './splits'
import { amountOf, doubted, tokenOf } from './step'
import type { Step, Understanding } from './understanding'

/** More in one message is no everyday request. */
const mostSteps = 5

/** Subjects that a step may have: each step is read by itself, and says what it cannot do. */
const subjects: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'nft'])

type Read = (text: string, before?: Step) => Understanding

/**
 * Reads a message that asks for several things, each in words of its own. Null where it asks for one, or where one of
 * its parts cannot be read by itself. `read` reads one part as if nothing had been said before, or nothing but a step.
 */
export function readSteps(text: string, lexicon: Lexicon, read: Read): readonly [Step, ...Step[]] | null {
  const items = tag(text, lexicon)
  const payments = paymentsIn(text, items.some(({ is }) => is === 'verb') || jobVerbs(items).length > 0)
  const ordered = withoutDenials(inOrder(payments?.text ?? text))
  const moods = sentences(ordered).map(({ text: each, question }) => moodOf(each.toLowerCase(), question))
  if (moods.includes('question') || /["“”]/.test(text) || abstentionIn(ordered.toLowerCase(), true, subjects))
    return null
  // A question mark at the end is about all of it: its mood has been read, and it is left to no single part.
  const plain = withShareOfEach(withTokenOfAll(ordered.replaceAll('?', ' '), lexicon), lexicon)
  const each = splitIn(plain, lexicon)
  const steps = each
    ? stepsOf(each, read)
    : (stepsOf(expanded(clausesIn(plain, lexicon, true)), read) ??
      stepsOf(expanded(clausesIn(plain, lexicon, false)), read))
  const [first, ...rest] = steps ?? []
  if (!first || rest.length >= mostSteps) return null
  return [moods.includes('permission') || payments?.isPaste ? doubted(first) : first, ...rest]
}

/** A part without what only ties it to the part before. */
const plainPart = (text: string): string => text.replace(/\s+(?:too|as well)\b\W*$/i, '').replace(/#\s*(?=\d)/g, '')

/** Each part once for each of those whom it names in a row. */
const expanded = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses.flatMap((clause) => eachIn(clause.text) ?? [clause])

/** By what the part before has brought. */
const goesBack = /^\W*(?:then\s+)?(?:swap|convert|exchange|trade|turn|change)\s+(?:it|that)(?:\s+all)?\s+back\b/i

/** "The other half", after a step that takes half of what another brings, or of all that there is of a token. */
function withOtherHalf(text: string, before: Step): string {
  const taken = amountOf(before)
  if (!(taken?.kind === 'brought' || taken?.kind === 'share') || taken.part * 2n !== taken.whole) return text
  const token = tokenOf(before)?.text
  const left = taken.kind === 'brought' ? 'half' : token && `all my ${token}`
  return left ? text.replace(/\b(?:the\s+)?other\s+half\b(?:\s+of\s+(?:it|my\s+\w+))?/i, left) : text
}

function stepsOf(clauses: readonly Clause[], read: Read): readonly Step[] | null {
  if (clauses.length < 2) return null
  const steps: Step[] = []
  let from: number = clauses.length
  for (const { text, elided, isOne } of clauses) {
    // Too many already: the caller refuses them.
    if (steps.length > mostSteps && from === clauses.length) return steps
    const before = steps.at(-1)
    const refers = before !== undefined && (/\b(?:same|again|him|her|them)\b/i.test(text) || goesBack.test(text))
    const said = before ? withOtherHalf(withIt(elided ? plainPart(text) : text), before) : text
    const understood = refers ? read(text, before) : read(said)
    if (understood.kind !== 'request' && understood.kind !== 'job' && understood.kind !== 'nft') return null
    if (isOne && understood.rest?.length) return null
    if (!elided) {
      const { rest = [], ...step } = understood
      const next = before ? (leftBy(before, step, text) ?? bound(step, said, outputOf(before))) : step
      const sold = before && rest.length === 0 ? intoNext(before, next) : null
      if (sold) steps.splice(-1, 1, sold)
      else steps.push(next, ...rest)
      continue
    }
    const joined = before && joinElided(before, understood)
    if (!joined) return null
    steps.splice(-1, 1, ...joined)
    from = Math.min(from, steps.length - 2)
  }
  return from === clauses.length || sharesAll(steps, from) ? steps : null
}

/** "Get rid of half my DAI, put it in USDC": a sale, and what it is for. Null where they are two. */
function intoNext(before: Step, next: Step): Step | null {
  if (before.kind !== 'request' || next.kind !== 'request') return null
  const { action, to, toChain, unclear } = before.draft
  const { amount, from, to: wanted, toChain: there } = next.draft
  const isAll = amount?.kind === 'brought' && amount.part === amount.whole
  // "I need 0.1 ETH on Base, can you move that over": the same, asked for twice.
  const isSame =
    next.draft.action === 'bridge' && action === 'bridge' && isAll && !wanted && !there && !next.draft.recipient
  if (isSame && !next.draft.fromChain && !next.draft.unclear) return before
  if (next.draft.action !== 'swap' || action !== 'swap' || to || toChain || unclear || !isAll || from) return null
  if (!wanted || there) return null
  return { kind: 'request', draft: { ...before.draft, to: wanted } }
}

/** "Send half of it to 0x… and lend the other half": what the step before leaves of the same. Null where it leaves nothing. */
function leftBy(before: Step, step: Step, text: string): Step | null {
  const taken = amountOf(before)
  const amount = amountOf(step)
  const isRest = /\bother\s+half\b/i.test(text) || (amount?.kind === 'all' && remainder.test(text))
  if (taken?.kind !== 'brought' || taken.part === taken.whole || !isRest || step.kind === 'nft') return null
  const left: Amount = { kind: 'brought', part: taken.whole - taken.part, whole: taken.whole, isShared: true }
  const token = tokenOf(before)
  if (step.kind === 'request' && !step.draft.from && token)
    return { ...step, draft: { ...step.draft, amount: left, from: token } }
  return step.kind === 'job' && !step.job.token && token
    ? { kind: 'job', job: { ...step.job, amount: left, token } }
    : null
}

/** Words for what the step before brings, as "it". */
export const withIt = (text: string): string =>
  text
    .replace(
      /\b(?:whatever|what|everything|all)(?: that)? (?:i|we) (?:get|got|receive|received)\b(?: back| out)?/gi,
      'it',
    )
    .replace(
      /\b(?:whatever|what) (?:comes?|came|arrives?|arrived|is left)(?: back| out| in)*(?: (?:of|from) (?:it|that|this))?\b/gi,
      'it',
    )
    .replace(/\b(the \w+) (?:that )?(?:i|we) (?:get|got|receive|received)\b(?: back| out)?/gi, '$1')
    .replace(/\b(?:all (?:of )?)?(?:the )?(?:proceeds|outcome|results?|outputs?)\b/gi, 'it')
    .replace(/\b(?:the )?(?:resulting|received|swapped|bought|withdrawn|unstaked|bridged) (?=\w)/gi, 'the ')
    .replace(/\b(?:them|those|these)\b/gi, 'it')

/** What a step brings to the wallet. Without a token, what it is shows when it is there. `isOwed`: as a loan. */
type Output = { token?: TokenMention; isOwed?: true }

/** What a step brings to the wallet; null for nothing. */
export function outputOf(step: Step): Output | null {
  if (step.kind === 'request')
    return step.draft.action === 'send' ? null : step.draft.to ? { token: step.draft.to } : {}
  if (step.kind !== 'job') return null
  const { act, token } = step.job
  if (act === 'borrow') return { ...(token ? { token } : {}), isOwed: true }
  return act === 'withdraw' || act === 'unstake' ? (token ? { token } : {}) : null
}

/** What is left of something else. */
const remainder = /\b(?:rest|remaining|remainder|left|leftover)\b/i

/** The step with "it" as what the step before brings. */
export function bound(step: Step, text: string, output: Output | null): Step {
  if (!output || !(step.kind === 'request' || step.kind === 'job') || remainder.test(text)) return step
  const isMine = /\bmy\b/i.test(text)
  const isIt = /\b(?:it|that|this)\b/i.test(withIt(text))
  const bind = <T extends { amount?: Amount }>(asked: T, named: TokenMention | undefined, place: keyof T): T => {
    if (named && named.symbol !== output.token?.symbol) return asked
    const amount = named && isMine && !isIt ? asked.amount : broughtOf(asked.amount, !isIt)
    return { ...asked, ...(output.token ? { [place]: output.token } : {}), ...(amount ? { amount } : {}) }
  }
  if (step.kind === 'request') return { ...step, draft: bind(step.draft, step.draft.from, 'from') }
  const { act, token, amount } = step.job
  // "Repay all" is all that is owed, and so is "repay it" of a loan: what it brought would leave the interest.
  if (
    act === 'repay' &&
    output.isOwed &&
    (!token || token.symbol === output.token?.symbol) &&
    (!amount || amount.kind === 'all')
  )
    return { ...step, job: { ...step.job, amount: { kind: 'all' }, ...(output.token ? { token: output.token } : {}) } }
  if (act === 'repay' && amount?.kind === 'all' && !isIt) return step
  const spends = act === 'supply' || act === 'stake' || act === 'repay'
  return spends ? { ...step, job: bind(step.job, token, 'token') } : step
}

function broughtOf(amount: Amount | undefined, isLoose: boolean): Amount {
  if (!amount) return { kind: 'brought', part: 1n, whole: 1n }
  const loose = isLoose ? { isLoose } : {}
  if (amount.kind === 'all') return { kind: 'brought', part: 1n, whole: 1n, ...loose }
  return amount.kind === 'share' ? { kind: 'brought', part: amount.part, whole: amount.whole, ...loose } : amount
}
