import { formatUnits } from 'viem'
import { z } from 'zod'
import { effectsOf, type ProposedCall, usual } from './effects'
import type { Expectation, ExpectedCall, Phrasing, Rule, Slot } from './phrasing'

export type { ProposedCall } from './effects'

/**
 * The agent's last text, and all that it proposed since the person's last message. `clicked` is the same for its answer
 * to its own draft, confirmed as it stood.
 */
export type Heard = { text: string; calls: readonly ProposedCall[]; clicked?: Omit<Heard, 'clicked'> }

/**
 * `question`: no wrong proposal, but not the expected answer either: asked although the request was clear, asked for
 * something else, or fell silent before the last step. `wrong`: a call that was not requested, or not like that.
 */
export type Verdict = 'right' | 'question' | 'wrong'

/** Phrases by which a question asks for a slot. */
const slotWords: Readonly<Record<Slot, RegExp>> = {
  amount: /how (much|many)|amount|what share/i,
  token: /token|coin|which (one|of)|into what|for what|what (do|would|should|shall) (you|it|I)/i,
  chain: /network|chain/i,
  recipient: /to whom|who |address|recipient|where should .*go/i,
  position: /which (one|of|vault|yield|position|place)|vault|position|lending market|flexible/i,
  nft: /which|collectible|nft|number/i,
  action: /what (would|do|should|shall|can)|mean|understand|tell me|try|I can/i,
  bounds: /at least|increase|better|lock|percent|%|gain/i,
  confirm: /shall I|should I|do you (want|mean)|is that|correct|right\?/i,
}

const questioning = /\?|please|tell me|say |give me|I need|which|choose/i
/** Not an answer to anything, although it may name any of the agent's abilities. */
const helpless = /(did not|didn['’]t) understand|could not (tell|place|make sense)|than I could place/i
/** Took a word of a question for a token or a network. */
const astray = /do not know a token called|do not support a network called/i
const refusing = /\b(cannot|can['’]t|not|no|never|only|unable|nothing|none)\b|n['’]t\b/i

const balancesSchema = z.array(z.looseObject({ symbol: z.string(), chainId: z.number(), amount: z.string() }))

const isWithin = (text: string, [least, most]: readonly [string, string]): boolean =>
  /^\d+$/.test(text) && BigInt(text) >= BigInt(least) && BigInt(text) <= BigInt(most)

/** True if a parameter satisfies its rule. */
export function meets(rule: Rule, value: unknown, owner: string): boolean {
  if (typeof rule === 'number') return value === rule
  if (typeof rule === 'string')
    return typeof value === 'string' && (value === rule || (isHex(rule) && value.toLowerCase() === rule.toLowerCase()))
  if ('any' in rule) return true
  if ('owner' in rule) return meets(owner, value, owner)
  if ('contains' in rule) return typeof value === 'string' && value.includes(rule.contains)
  if ('between' in rule) return typeof value === 'string' && isWithin(value, rule.between)
  if ('near' in rule) return typeof value === 'number' && value >= rule.near[0] && value <= rule.near[1]
  if ('tokens' in rule) return typeof value === 'string' && isAmount(value, rule)
  if ('oneOf' in rule) return rule.oneOf.some((each) => meets(each, value, owner))
  if ('items' in rule)
    return (
      Array.isArray(value) &&
      value.length === rule.items.length &&
      rule.items.every((each, index) => meets(each, value[index], owner))
    )
  const balances = balancesSchema.safeParse(value)
  return (
    balances.success &&
    balances.data.length === rule.holdings.length &&
    rule.holdings.every((held) =>
      balances.data.some(
        (shown) =>
          shown.symbol === held.symbol && shown.chainId === held.chainId && Number(shown.amount) === held.amount,
      ),
    )
  )
}

const isHex = (text: string): boolean => /^0x[0-9a-fA-F]+$/.test(text)

function isAmount(text: string, { tokens, decimals, all }: Extract<Rule, { tokens: unknown }>): boolean {
  if (all && /^(all|max|maximum|everything)$/i.test(text)) return true
  if (isWithin(text, tokens)) return true
  if (!/^\d+(\.\d+)?$/.test(text)) return false
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > decimals) return false
  return isWithin(whole + fraction.padEnd(decimals, '0'), tokens)
}

const isAny = (rule: Rule | undefined): boolean => typeof rule === 'object' && 'any' in rule

/** True if a call has the expected effects, one by one. */
export function meetsCall(expected: ExpectedCall, proposed: ProposedCall, owner: string): boolean {
  const effects = effectsOf(proposed)
  if (!effects) return false
  const rules: Record<string, Rule> = { ...usual[expected.does], ...expected }
  return Object.keys({ ...rules, ...effects }).every((key) => {
    const rule = rules[key]
    return rule !== undefined && (isAny(rule) || (key in effects && meets(rule, effects[key], owner)))
  })
}

/** Tells how far the calls follow a sequence: `none` if one of them is not the next that is expected. */
function follows(expected: readonly ExpectedCall[], calls: readonly ProposedCall[], owner: string) {
  const fit = calls.every((call, index) => {
    const next = expected[index]
    return next !== undefined && meetsCall(next, call, owner)
  })
  if (!fit || calls.length === 0) return 'none'
  return calls.length === expected.length ? 'whole' : 'part'
}

function isRight(expectation: Expectation, { text, calls }: Heard, owner: string): boolean {
  if ('calls' in expectation) {
    const fit = follows(expectation.calls, calls, owner)
    return fit === 'whole' || (fit === 'part' && expectation.prefix === true)
  }
  if (calls.length > 0 || text.trim() === '') return false
  if ('says' in expectation && expectation.says.length === 0 && !expectation.refuses) return true
  if (helpless.test(text)) return 'says' in expectation && expectation.says.length === 0
  if ('asks' in expectation)
    return questioning.test(text) && expectation.asks.some((slot) => slotWords[slot].test(text))
  if (!expectation.refuses && astray.test(text)) return false
  const said = text.toLowerCase()
  return (
    expectation.says.some((words) => said.includes(words.toLowerCase())) ||
    Boolean(expectation.refuses && refusing.test(text))
  )
}

/** Judges an answer. */
export function judge({ expect }: Pick<Phrasing, 'expect'>, heard: Heard, owner: string): Verdict {
  if (expect.some((each) => isRight(each, heard, owner))) return 'right'
  const isBegun = expect.some((each) => 'calls' in each && follows(each.calls, heard.calls, owner) === 'part')
  return heard.calls.length === 0 || isBegun ? 'question' : 'wrong'
}

/**
 * Verdict on an answer with a draft. `one click`: confirmed as it stands, it brings what was due. `wrong draft`: it
 * brings something else, or something when nothing was to be proposed.
 */
export type DraftVerdict = Verdict | 'one click' | 'wrong draft'

export function judgeWithDraft(phrasing: Pick<Phrasing, 'expect'>, heard: Heard, owner: string): DraftVerdict {
  const verdict = judge(phrasing, heard, owner)
  const { clicked } = heard
  if (!clicked || clicked.calls.length === 0 || verdict === 'wrong') return verdict
  const isOffer = phrasing.expect.some((each) => 'asks' in each && each.asks.includes('confirm'))
  const isDue = judge(phrasing, clicked, owner) !== 'wrong'
  if (isDue) return verdict === 'right' ? verdict : 'one click'
  return verdict === 'right' && isOffer ? verdict : 'wrong draft'
}

/** Describes an expectation briefly, for a list of failures. */
export function describeExpectation(expectation: Expectation): string {
  if ('asks' in expectation) return `asks for ${expectation.asks.join(' or ')}`
  if ('says' in expectation)
    return `${expectation.refuses ? 'refuses' : 'answers'}${expectation.says.length > 0 ? ` with ${expectation.says.join(' | ')}` : ''}`
  return expectation.calls.map(({ does, ...effects }) => `${does} ${JSON.stringify(effects, short)}`).join(', then ')
}

/** Base units with 18 decimals are hard to read. */
const short = (_: string, value: unknown): unknown =>
  typeof value === 'string' && /^\d{16,}$/.test(value) ? `${formatUnits(BigInt(value), 18)}e18` : value
