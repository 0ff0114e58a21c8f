import { type Address, getAddress, isAddressEqual } from 'viem'
import { type ChainHandle, type Chains, isNative } from '@/lib/chain/chains/chain'
import type { Finding } from '@/lib/tools/finding'
import type { Asset, Plan } from '@/lib/tools/plan'
import type { Check, Pinned, Probe, Trial } from '@/lib/tools/tool'
import { type Learned, Moot, type RuleContext, ruleContext, Unread } from './context'
import { contractStates } from './facts/contract-states'
import { completeFacts, type Facts, readFacts, unique } from './facts/facts'
import { type Conversation, gatherKnown, isPrecedented, type KnownAddress } from './facts/known-addresses'
import { questionableContracts } from './facts/questionable'
import { findSubjects, runningCalls, type Subjects } from './facts/subjects'
import { type Budget, readAssetPrices } from './findings/budget'
import { type Elsewhere, environmentRule } from './findings/environment-rule'
import { planHash } from './findings/hash'
import { verdictOf, worstFirst } from './findings/verdict'
import type { Effects, NetworkFee, Review } from './review'
import { rules } from './rules/rules'
import { runRules } from './rules/run'
import type { NotSimulated } from './simulation/bundle'
import {
  type Candidates,
  candidatesOfLogs,
  candidatesOfPlan,
  collect,
  isLeaving,
  isListed,
  type Log,
  mostSurprises,
  readOf,
} from './simulation/candidates'
import { metadataCalls, metadataReads, type Reading, unlistedTokens, workOutEffects } from './simulation/effects'
import { fittingTime, minuteAfter, type Real, simulateElsewhere, someBlocksAfter } from './simulation/environment'
import { dataFeeCalls, dataFeeOf } from './simulation/fee'
import { judgeMeasures, type Measured, makeChecks } from './simulation/measures'
import { rehearseBundle } from './simulation/rehearsal'
import { rehearse, type Simulated, type Simulation, simulate, simulateTrial } from './simulation/simulate'
import { askedSend } from './words/receivers'
import { namesByAddress, namesIn, readNames, withAddressesOf } from './words/written-names'

export type ReviewRequest = {
  plan: Plan
  /** What `prepare` found. It becomes part of the review. */
  preparedFindings: readonly Finding[]
  /** The tool's own reads and trials inside the simulation, its checks beside it, and the contracts that its configuration vouches for. */
  probes?: readonly Probe[]
  trials?: readonly Trial[]
  checks?: readonly Check[]
  pinned?: readonly Pinned[]
  chains: Chains
  /** The connected account and the chain that its wallet is on. */
  wallet: { account: Address; chainId: number } | null
  /**
   * Addresses that the caller vouches for: the person's other accounts, and contracts that the app ships or is set up
   * with (markets, vaults); and those that the account has sent to before. The plan's account, listed tokens and the chain's router are known without being named.
   */
  knownAddresses: readonly KnownAddress[]
  /** Addresses and figures in the person's own messages count; without a conversation nothing was typed. */
  conversation?: Conversation
  /** The person's spending limits, and what counts towards them. Absent or null: there are none. */
  budget?: Budget | 'unreadable' | null
  /** Milliseconds since the epoch. */
  now: () => number
  /** Aborting it rejects the review with its reason. */
  signal: AbortSignal
  /** How long the chain may take to answer, in milliseconds. What has not been answered then is UNVERIFIED. */
  timeoutMs?: number
}

/** A person is waiting for the card; a node that takes longer than this is as good as down. */
const patience = 15_000

/**
 * Decides whether a plan may be countersigned. One round trip to the chain when the plan's own bytes name all that it
 * changes, one more when the logs of the simulated steps name other tokens, or when the node lacks eth_simulateV1.
 * Never rejects for want of an answer: that gives UNVERIFIED findings. Rejects only when `signal` is aborted.
 */
export async function reviewPlan(request: ReviewRequest): Promise<Review> {
  const { plan, chains, wallet, conversation, signal, budget = null } = request
  const { probes = [], trials = [], checks = [], pinned = [] } = request
  signal.throwIfAborted()
  const written = conversation?.userMessages ?? []
  const own = conversation?.ownWords ?? written
  const subjects = findSubjects(plan)
  const chain = chains.get(plan.steps[0].chainId) ?? null
  const isOneChain = plan.steps.every(({ chainId }) => chainId === plan.steps[0].chainId)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs ?? patience)])
  const vouched = pinned.map(({ address, label }): KnownAddress => ({ address, source: 'pinned', label }))
  const knownBy = (ownWords: readonly string[]) =>
    gatherKnown(plan, chain, [...request.knownAddresses, ...vouched], ownWords)
  const others = [...chains.values()].filter((each) => each !== chain)
  const asked = { plan, subjects, known: knownBy(own), others, probes, trials }
  const now = BigInt(Math.floor(request.now() / 1000))
  // All of it is asked in one tick.
  const [{ learned, measured, there }, checked, prices, names] = await Promise.all([
    chain && isOneChain ? learn(asked, chain, now, deadline) : nothingLearned,
    makeChecks(checks, deadline),
    readAssetPrices([...(chain ? pricedTokens(chain) : []), ...spentAssets(budget)], chains, request.now(), deadline),
    readNames(subjects.recipients.length > 0 ? namesIn(written) : [], chain, chains, deadline),
  ])
  signal.throwIfAborted()

  const userMessages = withAddressesOf(names, written)
  const ownWords = withAddressesOf(names, own)
  const known = knownBy(ownWords)
  const words = { userMessages, ownWords, asked: askedSend(ownWords), names }
  const given = { plan, subjects, wallet, chain, known, ...words, chains, budget, prices }
  const context = ruleContext(given, learned)
  const measures = judgeMeasures({ probes, trials }, measured, context)
  // The tool's own checks say what is wrong; that such a plan fails as well, the simulation says.
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
    contracts: learned ? contractStates(learned.facts, subjects) : [],
    figures: [...measures.figures, ...checked.figures],
    findings,
    verdict: verdictOf(findings, plan, effects),
  }
}

/** What a tool has found by its own reads, a rule may find again by the simulation. */
const eachOnce = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(Object.entries(finding).sort()), finding])).values(),
]

/** Whether nobody vouches for it: a person who writes an address may have it from a swindler. */
const isStranger = (contract: Address, known: readonly KnownAddress[]): boolean =>
  !known.some(({ address, source }) => source === 'pinned' && isAddressEqual(address, contract))

const spentAssets = (budget: Budget | 'unreadable' | null): Asset[] =>
  budget === null || budget === 'unreadable' ? [] : budget.spent.map(({ asset }) => asset)

/** All that a chain has prices of: few enough to be asked for at once, before it is known what moves. */
const pricedTokens = (chain: ChainHandle): Asset[] =>
  chain.tokens
    .filter(({ priceFeed }) => priceFeed)
    .map(({ chainId, address }) =>
      isNative(address) ? { kind: 'native', chainId } : { kind: 'erc20', chainId, address },
    )

type Asked = {
  plan: Plan
  subjects: Subjects
  known: readonly KnownAddress[]
  others: readonly ChainHandle[]
  probes: readonly Probe[]
  trials: readonly Trial[]
}

type Lesson = { learned: Learned | null; measured: Measured; there: Elsewhere | null }

/** What is measured beside the simulation itself. */
type Rest = {
  tried: Lesson['measured']['tried']
  there: Elsewhere['simulation']
  real?: readonly Elsewhere['simulation'][]
}

const nothingLearned: Lesson = { learned: null, measured: { probed: null, tried: [] }, there: null }

/** Everything that is asked in one tick travels in one request. `now` in Unix seconds. */
async function learn(asked: Asked, chain: ChainHandle, now: bigint, signal: AbortSignal): Promise<Lesson> {
  const { plan, subjects, known, others } = asked
  const { client } = chain
  const { account, steps } = plan
  const foreseen = candidatesOfPlan(plan, subjects, chain)
  const recipients = unique(subjects.recipients.map(({ address }) => address))
  const dataFees = dataFeeCalls(plan, chain)
  const probes = asked.probes.flatMap(({ reads }) => reads)
  const isApart = runningCalls(subjects).some(({ call }) => isStranger(call.to, known))
  const run = async (candidates: Candidates, time: bigint, reals: readonly Real[] = []) => {
    const metadataOf = unique([...unlistedTokens(candidates, chain), ...recipients])
    const reads = [...candidates.values()].map((candidate) => readOf(candidate, account))
    const metadata = metadataCalls(metadataOf)
    const again = (time: bigint, real?: Real) =>
      simulateElsewhere(client, { account, steps, reads, once: metadata }, { time, isApart, real }, signal)
    const request = { account, steps, reads, probes, once: [...metadata, ...dataFees] }
    const [simulation, there, real] = await Promise.all([
      simulate(client, request, signal),
      again(time),
      Promise.all(reals.map((each) => again(time, each))),
    ])
    return { candidates, metadataOf, request, simulation, there, real, again }
  }
  const tryAll = (send?: typeof rehearseBundle) =>
    Promise.all(asked.trials.map((trial) => simulateTrial(client, account, steps, trial, signal, send)))
  const questionable = questionableContracts(subjects, known)
  const isOwn = (address: Address) =>
    known.some((each) => each.source === 'own' && isAddressEqual(each.address, address))
  const strangers = recipients.filter((each) => !isOwn(each) && !isPrecedented(each, known, subjects, plan))
  const lookBacks = rules.flatMap((rule) => rule.looksBack?.(subjects, known) ?? [])
  const factsRequest = { chain, account, subjects, questionable, lookBacks, others, strangers, declares: plan.declares }
  const [firstFacts, first, tried] = await Promise.all([
    readFacts(factsRequest, signal),
    run(foreseen, minuteAfter(now)),
    tryAll(),
  ])
  // Goes out beside the second simulation, where there is one.
  const facts = completeFacts(factsRequest, firstFacts, signal)
  const without = async (simulation: Simulation): Promise<Lesson> => ({
    learned: {
      facts: await facts,
      simulation,
      worked: null,
      overflow: false,
      dataFee: dataFees.length === 0 ? 0n : null,
    },
    measured: { probed: null, tried },
    there: null,
  })
  const leaves = (log: Log) => isLeaving(log, account)
  const lesson = async (last: Reading & { simulated: Simulated }, overflow: boolean, rest: Rest): Promise<Lesson> => {
    const workOut = (simulated: Reading['simulated']) => workOutEffects(plan, chain, { ...last, simulated })
    const { simulated, metadataOf } = last
    const { tried, there, real = [] } = rest
    const seen = heed([simulated, there], account, chain.id, last.candidates).all
    return {
      learned: {
        facts: await facts,
        simulation: simulated,
        worked: workOut(simulated),
        overflow,
        dataFee: dataFeeOf(simulated.once.slice(metadataOf.length * metadataReads)),
      },
      measured: { probed: simulated.probed, tried },
      there: {
        simulation: there,
        worked: there.kind === 'simulated' ? workOut(there) : null,
        real: real.flatMap((each) =>
          each.kind === 'simulated' && each.steps.every(({ ok }) => ok)
            ? [{ worked: workOut(each), unread: heed([each], account, chain.id, seen, leaves).surprises }]
            : [],
        ),
      },
    }
  }
  if (first.simulation.kind === 'unsupported') {
    const [simulated, tried] = await Promise.all([rehearse(client, first.request, signal), tryAll(rehearseBundle)])
    if (simulated.kind !== 'simulated') return without(simulated)
    return lesson({ ...first, simulated }, false, { tried, there: first.there })
  }
  if (first.simulation.kind !== 'simulated') return without(first.simulation)

  const runs = [first.simulation, first.there]
  const { surprises, confirmed } = heed(runs, account, chain.id, foreseen)
  const overflow = surprises.length > mostSurprises
  // A flood may be there to hide something: what is in our lists is read in any case, and of that first what leaves.
  // Anybody can let listed tokens log a transfer of nothing, or send a little of each; what leaves has to be allowed.
  const leaving = overflow ? heed(runs, account, chain.id, foreseen, leaves).surprises : []
  const listed = collect([...leaving, ...surprises].filter((each) => isListed(each, chain)))
  const heeded = overflow ? [...listed.values()].slice(0, mostSurprises) : surprises
  const time = fittingTime(minuteAfter(now), first.simulation.time, chain.isLocal)
  // A stranger may look at what gas there is, and what it costs: how much that will be is known only now.
  const { maxFeePerGas, balance } = firstFacts
  const asPaid: Real = {
    gas: first.simulation.steps.map(({ gas }) => gas ?? 0n),
    gasPrice: maxFeePerGas.ok ? maxFeePerGas.value : undefined,
    balance: balance.ok ? balance.value : undefined,
  }
  const block = someBlocksAfter(first.simulation)
  // Coins that are plainly sent to a contract run its code as well.
  const runsStranger = isApart || subjects.targets.some((to) => isStranger(to, known) && hasCode(firstFacts, to))
  const reals = runsStranger ? [asPaid, ...(block ? [{ ...asPaid, block }] : [])] : []
  const foreseenAgain = async () => {
    const [there, real] = await Promise.all([
      time === minuteAfter(now) ? first.there : first.again(time),
      Promise.all(reals.map((each) => first.again(time, each))),
    ])
    return { ...first, candidates: confirmed, there, real }
  }
  const last =
    heeded.length === 0 ? await foreseenAgain() : await run(collect([...confirmed.values(), ...heeded]), time, reals)
  const { simulation: simulated, there, real } = last
  if (simulated.kind !== 'simulated') return without(simulated)
  // Logs that differ from one run to the next: what they name now has not been read.
  const escaped = heed([simulated, there], account, chain.id, last.candidates).surprises
  return lesson({ ...last, simulated }, overflow || escaped.length > 0, { tried, there, real })
}

const hasCode = ({ code }: Pick<Facts, 'code'>, address: Address): boolean => {
  const found = code.get(getAddress(address))
  return found?.ok === true && found.value !== '0x'
}

/** What the logs name: what has not been read yet, and what has, of which guesses are certain from now on. */
function heed(
  runs: readonly (Pick<Simulated, 'kind' | 'steps'> | NotSimulated)[],
  account: Address,
  chainId: number,
  read: Candidates,
  isHeeded: (log: Log) => boolean = () => true,
) {
  const logs = runs
    .flatMap((run) => (run.kind === 'simulated' ? run.steps.flatMap((step) => step.logs) : []))
    .filter(isHeeded)
  const named = [...candidatesOfLogs(logs, account, chainId)]
  const known = named.filter(([key]) => read.has(key)).map(([, candidate]) => candidate)
  return {
    surprises: named.filter(([key]) => !read.has(key)).map(([, candidate]) => candidate),
    // Keys keep their place in a map, so the answers still stand beside the right candidates.
    confirmed: collect([...read.values(), ...known]),
    all: collect([...read.values(), ...named.map(([, candidate]) => candidate)]),
  }
}

const blockOf = (simulation: Simulation): bigint | null => (simulation.kind === 'simulated' ? simulation.number : null)

function methodOf(simulation: Simulation | undefined): Review['method'] {
  if (simulation?.kind === 'simulated') return simulation.method
  return simulation?.kind === 'called' ? 'eth_call' : 'none'
}

/** The effects for the card; null where there are none to show. The findings say why. */
const effectsOf = (context: RuleContext): Effects | null => orNull(context.effects)
const feeOf = (context: RuleContext): NetworkFee | null => orNull(context.fee)

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unread || error instanceof Moot) return null
    throw error
  }
}
