import type { Address } from 'viem'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import type { Action } from '@/lib/language/labels'
import type { Reader } from '@/lib/language/reader/reader'
import type { ReadMessage, Requests } from '@/lib/language/request'
import { requestsIn } from '@/lib/language/requests/requests-in'
import type { Finding } from '@/lib/tools/finding'
import type { Asset, Plan } from '@/lib/tools/plan'
import { assetOf } from '@/lib/tools/shared/approval'
import type { Check, Pinned, Probe, Trial } from '@/lib/tools/tool'
import { isPurchase } from '@/lib/wire/plan'
import { NotApplicable, type RuleContext, ruleContext, Unavailable } from './context'
import { gatherEvidence, noEvidence } from './evidence'
import { type DecodedPlan, decodePlan } from './facts/decoded-plan'
import { contractStates } from './facts/facts'
import { type Conversation, gatherKnown, type KnownAddress } from './facts/known-addresses'
import { type Budget, readAssetPrices } from './findings/budget'
import { environmentRule } from './findings/environment-rule'
import { planHash } from './findings/hash'
import { verdictOf, worstFirst } from './findings/verdict'
import { answered } from './request/compare'
import type { Earlier } from './request/earlier'
import { planEffects } from './request/effects'
import { type Heard, type Held, heldAgainst, textsHeld } from './request/heard'
import { plannedRequest } from './request/planned-request'
import { quotesOf } from './request/quotes'
import { readMessages } from './request/read-requests'
import type { Effects, NetworkFee, Review } from './review'
import { rules } from './rules/rules'
import { runRules } from './rules/run'
import { judgeMeasures, makeChecks } from './simulation/measures'
import type { Simulation } from './simulation/simulate'
import type { Basis, Prompt } from './words/basis'
import { noAddresses, type RequestedSend, type WrittenAddresses, writtenAddresses } from './words/written-addresses'
import {
  addressesIn,
  type NamesToRead,
  namesByAddress,
  namesIn,
  prepareNames,
  readNames,
  type WrittenNames,
  withAddressesOf,
} from './words/written-names'

export type ReviewRequest = {
  plan: Plan
  /** Findings of `prepare`, which become part of the review. */
  preparedFindings: readonly Finding[]
  /** The tool's reads and trials inside the simulation, its checks beside it, and the contracts it vouches for. */
  probes?: readonly Probe[]
  trials?: readonly Trial[]
  checks?: readonly Check[]
  pinned?: readonly Pinned[]
  chains: Chains
  /** The connected account and the chain its wallet is on. */
  wallet: { account: Address; chainId: number } | null
  /**
   * Addresses that the caller vouches for: the person's other accounts, contracts that the app ships or is configured
   * with (markets, vaults), and addresses the account has sent to before. The plan's account, listed tokens and the
   * chain's router are always known.
   */
  knownAddresses: readonly KnownAddress[]
  /** The person's messages, whose addresses and figures count. Without a conversation nothing was typed. */
  conversation?: Conversation
  /** Actions that the plan's tool performs (`Tool.actions`). Empty if only the bytes tell. */
  actions?: readonly Action[]
  /** Parses the person's words. Null if it failed to load: what needs them is UNVERIFIED. */
  reader: Reader | null
  /** Terms to check against if the service initiated the plan or names them. Absent or null if it does not. */
  basis?: Basis | null
  /** How the plan relates to the conversation. Absent: it answers the person's words. */
  prompt?: Prompt
  /** Calls of the conversation that were carried out before. Absent: none. */
  earlier?: readonly Earlier[]
  /** The person's spending limits, and what counts towards them. Absent or null if there are none. */
  budget?: Budget | 'unreadable' | null
  /** Milliseconds since the epoch. */
  now: () => number
  /** Aborting it rejects the review with its reason. */
  signal: AbortSignal
  /** Milliseconds the chain may take to answer. Whatever is unanswered by then is UNVERIFIED. */
  timeoutMs?: number
}

/** Milliseconds. A person is waiting for the card: a node that takes longer is as good as down. */
const patience = 15_000

/**
 * Decides whether a plan may be countersigned. Takes one round trip to the chain if the plan's bytes name everything it
 * changes, and a second if the logs of the simulated steps name other tokens or if the node lacks eth_simulateV1.
 * Missing answers give UNVERIFIED findings. Rejects only when `signal` is aborted.
 */
export async function reviewPlan(request: ReviewRequest): Promise<Review> {
  request.signal.throwIfAborted()
  const subject = subjectOf(request)
  const { decoded, written, later } = subject
  const names = await prepareNames(decoded.recipients.length > 0 ? namesIn([...written, ...later]) : [])
  request.signal.throwIfAborted()
  const answers = await askChains(request, subject, names)
  request.signal.throwIfAborted()
  return judge(request, subject, answers, contextOf(request, subject, answers))
}

/** The subject of a review, as far as it is known before any chain is asked. */
type Subject = {
  decoded: DecodedPlan
  /** Null if the chain is not served. */
  chain: ChainHandle | null
  /** What the person wrote and the plan is held against, the part that is their own words, and what they wrote since. */
  written: readonly string[]
  own: readonly string[]
  later: readonly string[]
  /** The same as read. Null if there is no reader. */
  read: { written: Held; own: Heard; later: Heard } | null
}

const heard = (messages: readonly ReadMessage[]): Heard => ({ messages, requests: requestsIn(messages) })

const addressesOf = ({ messages, requests }: Heard, names: WrittenNames): WrittenAddresses =>
  writtenAddresses(messages, requests, names)

function subjectOf({
  plan,
  chains,
  conversation = { userMessages: [] },
  reader,
  basis,
  prompt,
}: ReviewRequest): Subject {
  const { laterMessages: later = [] } = conversation
  // What answers a plan's own proposal may change what it proposes: "make it 2".
  const begun = prompt === 'reply' && basis?.is === 'plan' ? plannedRequest(basis.terms) : undefined
  const held = reader && heldAgainst(reader, conversation, chains, begun)
  const written = held ? held.messages.map(({ text }) => text) : textsHeld(conversation)
  const own = conversation.ownWords ?? written
  return {
    decoded: decodePlan(plan),
    chain: chains.get(plan.steps[0].chainId) ?? null,
    ...{ written, own, later },
    read:
      reader && held
        ? {
            written: held,
            own: heard(theirs(held.messages, own)),
            later: heard(readMessages(reader, { userMessages: later }, chains)),
          }
        : null,
  }
}

/** Returns those of the messages whose texts these are, in order. */
function theirs(messages: readonly ReadMessage[], texts: readonly string[]): ReadMessage[] {
  let next = 0
  return messages.filter(({ text }) => {
    if (text !== texts[next]) return false
    next++
    return true
  })
}

/** Returns the known addresses: named by the plan, by the app, or in these words of the person. */
function knownTo({ plan, pinned = [], knownAddresses }: ReviewRequest, { chain }: Subject, typed: readonly Address[]) {
  const vouched = pinned.map(({ address, label }): KnownAddress => ({ address, source: 'pinned', label }))
  return gatherKnown(plan, chain, [...knownAddresses, ...vouched], typed)
}

/** Returns what the person's own words say of addresses. */
const ownAddresses = ({ own, read }: Subject, names: WrittenNames): WrittenAddresses =>
  read ? addressesOf(read.own, names) : { ...noAddresses, typed: own.flatMap(addressesIn) }

/** Returns the requests in the messages. Null if the person wrote nothing, `unreadable` without a reader. */
const requestsOf = ({ written, read }: Subject): RuleContext['requests'] =>
  written.length === 0 ? null : (read?.written.requests ?? 'unreadable')

type Answers = Awaited<ReturnType<typeof askChains>>

/** Sends every request in one tick. */
async function askChains(request: ReviewRequest, subject: Subject, names: NamesToRead) {
  const { plan, chains, probes = [], trials = [], checks = [], budget = null, signal } = request
  const { decoded, chain } = subject
  const isOneChain = plan.steps.every(({ chainId }) => chainId === plan.steps[0].chainId)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs ?? patience)])
  const others = [...chains.values()].filter((each) => each !== chain)
  const inquiry = {
    plan,
    decoded,
    known: knownTo(request, subject, ownAddresses(subject, new Map()).typed),
    others,
    probes,
    trials,
  }
  const now = BigInt(Math.floor(request.now() / 1000))
  const [evidence, checked, prices, meanings] = await Promise.all([
    chain && isOneChain ? gatherEvidence(inquiry, chain, now, deadline) : noEvidence,
    makeChecks(checks, deadline),
    readAssetPrices([...(chain ? pricedTokens(chain) : []), ...spentAssets(budget)], chains, request.now(), deadline),
    readNames(names, chain, chains, deadline),
  ])
  return { ...evidence, checked, prices, names: meanings }
}

/** Assembles the context of the rules: the plan, the person's request, and the chain's answers. */
function contextOf(request: ReviewRequest, subject: Subject, { learned, prices, names }: Answers): RuleContext {
  const {
    plan,
    chains,
    wallet,
    conversation,
    actions = [],
    budget = null,
    basis = null,
    prompt,
    earlier = [],
  } = request
  const { decoded, chain, written, read } = subject
  const said = ownAddresses(subject, names)
  // What the service proposed by itself is checked against its terms alone: the person's words are about something else.
  const isAlone = basis !== null && prompt === 'none'
  const words = {
    requests: isAlone ? null : requestsOf(subject),
    reported: isAlone ? null : (read?.written.reported ?? null),
    agreed: conversation?.agreed ?? [],
    earlier: earlier.map((each) => ({ ...each, after: read?.written.placeOf(each.after) ?? each.after })),
    actions,
    userMessages: withAddressesOf(names, written),
    written: read ? addressesOf(read.written, names) : noAddresses,
    own: { ...said, send: said.send ?? plannedSend(basis) },
    isRefusedLater: read ? addressesOf(read.later, names).isRefused : () => false,
    basis,
    names,
  }
  const known = knownTo(request, subject, said.typed)
  return ruleContext({ plan, decoded, wallet, chain, known, ...words, chains, budget, prices }, learned)
}

function judge(
  request: ReviewRequest,
  { decoded }: Subject,
  { learned, measured, there, checked, prices, names }: Answers,
  bare: RuleContext,
): Review {
  const { plan, probes = [], trials = [], reader } = request
  const measures = judgeMeasures({ probes, trials }, measured, bare)
  const figures = [...measures.figures, ...checked.figures]
  const context = { ...bare, figures }
  const { requests } = context
  // The tool's checks come first: they name the cause of a failure, the simulation only the failure.
  const everyRule = [...checked.rules, ...rules, environmentRule(there), ...measures.rules]
  const findings = worstFirst(eachOnce([...request.preparedFindings, ...runRules(everyRule, context)]))
  const effects = effectsOf(context)
  return {
    planHash: planHash(plan),
    at: request.now(),
    block: learned ? blockOf(learned.simulation) : null,
    method: methodOf(learned?.simulation),
    effects,
    fee: feeOf(context),
    prices,
    names: namesByAddress(names),
    ...(reader &&
      requests &&
      requests !== 'unreadable' && { request: answeredRequest(requests, reader.version, context) }),
    contracts: learned ? contractStates(learned.facts, decoded) : [],
    figures,
    findings,
    verdict: verdictOf(findings, plan, effects),
  }
}

/** A confirmed payment plan counts as a request to send to its recipient. */
const plannedSend = (basis: Basis | null): RequestedSend | null =>
  basis?.is === 'plan' && !isPurchase(basis.terms) ? { receivers: [basis.terms.to] } : null

/** Removes duplicates: a rule may find in the simulation what the tool already found by its own reads. */
const eachOnce = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(Object.entries(finding).sort()), finding])).values(),
]

const spentAssets = (budget: Budget | 'unreadable' | null): Asset[] =>
  budget === null || budget === 'unreadable' ? [] : budget.spent.map(({ asset }) => asset)

/** Returns every asset of a chain that has a price feed: few enough to read before it is known what moves. */
const pricedTokens = (chain: ChainHandle): Asset[] => chain.tokens.filter(({ priceFeed }) => priceFeed).map(assetOf)

const blockOf = (simulation: Simulation): bigint | null => (simulation.kind === 'simulated' ? simulation.number : null)

function methodOf(simulation: Simulation | undefined): Review['method'] {
  if (simulation?.kind === 'simulated') return simulation.method
  return simulation?.kind === 'called' ? 'eth_call' : 'none'
}

/** Returns the answered request for the card. Undefined if nothing was asked or nothing could be simulated. */
const answeredRequest = (requests: Requests, reader: string, context: RuleContext): Review['request'] => {
  const answer = orNull(() => answered(requests, planEffects(context), context))
  const isReported = context.reported?.is === 'asking'
  return answer
    ? { ...quotesOf(answer.request), parts: answer.parts, reader, ...(isReported && { isReported }) }
    : undefined
}

/** Returns the effects for the card. Null if there are none to show; the findings say why. */
const effectsOf = (context: RuleContext): Effects | null => orNull(context.effects)
const feeOf = (context: RuleContext): NetworkFee | null => orNull(context.fee)

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unavailable || error instanceof NotApplicable) return null
    throw error
  }
}
