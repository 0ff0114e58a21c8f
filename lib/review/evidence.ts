import { type Address, getAddress, isAddressEqual } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Plan } from '@/lib/tools/plan'
import type { Probe, Trial } from '@/lib/tools/tool'
import type { Learned } from './context'
import { type DecodedPlan, runningCalls } from './facts/decoded-plan'
import { completeFacts, type Facts, readFacts, unique } from './facts/facts'
import { isPrecedented, type KnownAddress } from './facts/known-addresses'
import { unpinnedContracts } from './facts/unpinned-contracts'
import type { Elsewhere } from './findings/environment-rule'
import { rules } from './rules/rules'
import { metadataCalls, metadataReads, type Reading, unlistedTokens, workOutEffects } from './simulation/effects'
import { fittingTime, minuteAfter, type Real, simulateElsewhere, someBlocksAfter } from './simulation/environment'
import { dataFeeCalls, dataFeeOf } from './simulation/fee'
import type { Measured } from './simulation/measures'
import {
  collect,
  isLeaving,
  isListed,
  type Log,
  mostSurprises,
  type PossibleEffects,
  possibleEffectsOfLogs,
  possibleEffectsOfPlan,
  readOf,
} from './simulation/possible-effects'
import { rehearseBlock } from './simulation/rehearsal'
import { rehearse, type Simulated, type Simulation, simulate, simulateTrial } from './simulation/simulate'
import type { NotSimulated } from './simulation/simulated-block'

/** Everything that a review needs to ask the plan's chain. */
export type Inquiry = {
  plan: Plan
  decoded: DecodedPlan
  known: readonly KnownAddress[]
  others: readonly ChainHandle[]
  probes: readonly Probe[]
  trials: readonly Trial[]
}

/** The chain's answers, on which every rule is based. */
export type Evidence = { learned: Learned | null; measured: Measured; there: Elsewhere | null }

export const noEvidence: Evidence = { learned: null, measured: { probed: null, tried: [] }, there: null }

type Setting = Inquiry & {
  chain: ChainHandle
  signal: AbortSignal
  recipients: readonly Address[]
  dataFees: ReturnType<typeof dataFeeCalls>
  /** True if the steps run code that is not vouched for. */
  runsUnvouched: boolean
}

type Run = Awaited<ReturnType<typeof simulateOnce>>
type Tried = Measured['tried']

/** The run that the review uses. `overflow` is true if not everything its logs name was read. */
type Settled = { run: Run; simulated: Simulation; overflow: boolean; tried: Tried }

/**
 * Asks the chain what the plan does. All questions of one tick travel in one batch request. One batch is enough if the
 * plan's bytes name everything it changes; a second follows if the logs name other assets or if the node lacks
 * eth_simulateV1. `now` is in Unix seconds.
 */
export async function gatherEvidence(
  inquiry: Inquiry,
  chain: ChainHandle,
  now: bigint,
  signal: AbortSignal,
): Promise<Evidence> {
  const setting = settingOf(inquiry, chain, signal)
  const factsRequest = factsRequestOf(setting)
  const [firstFacts, first, tried] = await Promise.all([
    readFacts(factsRequest, signal),
    simulateOnce(setting, possibleEffectsOfPlan(inquiry.plan, inquiry.decoded, chain), minuteAfter(now)),
    tryAll(setting),
  ])
  // Sent in the same tick as the second simulation, if there is one.
  const facts = completeFacts(factsRequest, firstFacts, signal)
  const settled =
    first.simulation.kind === 'unsupported'
      ? await rehearseOnce(setting, first, tried)
      : first.simulation.kind === 'simulated'
        ? await simulateAgain(setting, first, first.simulation, { now, firstFacts, tried })
        : { run: first, simulated: first.simulation, overflow: false, tried }
  return conclude(setting, settled, await facts)
}

function settingOf(inquiry: Inquiry, chain: ChainHandle, signal: AbortSignal): Setting {
  const { plan, decoded, known } = inquiry
  return {
    ...inquiry,
    chain,
    signal,
    recipients: unique(decoded.recipients.map(({ address }) => address)),
    dataFees: dataFeeCalls(plan, chain),
    runsUnvouched: runningCalls(decoded).some(({ call }) => !isVouchedFor(call.to, known)),
  }
}

function factsRequestOf({ chain, plan, decoded, known, others, recipients }: Setting) {
  const isOwn = (address: Address) =>
    known.some((each) => each.source === 'own' && isAddressEqual(each.address, address))
  return {
    ...{ chain, account: plan.account, decoded, others, declares: plan.declares },
    unpinned: unpinnedContracts(decoded, known),
    lookBacks: rules.flatMap((rule) => rule.looksBack?.(decoded, known) ?? []),
    newRecipients: recipients.filter((each) => !isOwn(each) && !isPrecedented(each, known, decoded, plan)),
  }
}

/** Simulates the plan with reads of these assets around it, and the same at `time` and under each of `reals`. */
async function simulateOnce(
  setting: Setting,
  possibleEffects: PossibleEffects,
  time: bigint,
  reals: readonly Real[] = [],
) {
  const { chain, plan, recipients, dataFees, signal, runsUnvouched } = setting
  const { account, steps } = plan
  const metadataOf = unique([...unlistedTokens(possibleEffects, chain), ...recipients])
  const metadata = metadataCalls(metadataOf)
  const reads = [...possibleEffects.values()].map((possible) => readOf(possible, account))
  const probes = setting.probes.flatMap((probe) => probe.reads)
  const again = (time: bigint, real?: Real) =>
    simulateElsewhere(
      chain.client,
      { account, steps, reads, once: metadata },
      { time, isApart: runsUnvouched, real },
      signal,
    )
  const request = { account, steps, reads, probes, once: [...metadata, ...dataFees] }
  const [simulation, there, real] = await Promise.all([
    simulate(chain.client, request, signal),
    again(time),
    Promise.all(reals.map((each) => again(time, each))),
  ])
  return { possibleEffects, metadataOf, request, simulation, there, real, again }
}

const tryAll = ({ chain, plan, trials, signal }: Setting, send?: typeof rehearseBlock): Promise<Tried> =>
  Promise.all(trials.map((trial) => simulateTrial(chain.client, plan.account, plan.steps, trial, signal, send)))

/** For nodes without eth_simulateV1: runs the steps by eth_call through code that overrides the account's. */
async function rehearseOnce(setting: Setting, first: Run, tried: Tried): Promise<Settled> {
  const [simulated, rehearsed] = await Promise.all([
    rehearse(setting.chain.client, first.request, setting.signal),
    tryAll(setting, rehearseBlock),
  ])
  return { run: first, simulated, overflow: false, tried: simulated.kind === 'simulated' ? rehearsed : tried }
}

/** Reads in a second run what the logs of the first one named unexpectedly. */
async function simulateAgain(
  setting: Setting,
  first: Run,
  simulation: Simulated,
  {
    now,
    firstFacts,
    tried,
  }: { now: bigint; firstFacts: Pick<Facts, 'maxFeePerGas' | 'balance' | 'code'>; tried: Tried },
): Promise<Settled> {
  const { surprises, confirmed, overflow } = discover(setting, first, simulation)
  const time = fittingTime(minuteAfter(now), simulation.time, setting.chain.isLocal)
  const reals = realsOf(setting, simulation, firstFacts)
  const foreseenAgain = async (): Promise<Run> => {
    const [there, real] = await Promise.all([
      time === minuteAfter(now) ? first.there : first.again(time),
      Promise.all(reals.map((each) => first.again(time, each))),
    ])
    return { ...first, possibleEffects: confirmed, there, real }
  }
  const run =
    surprises.length === 0
      ? await foreseenAgain()
      : await simulateOnce(setting, collect([...confirmed.values(), ...surprises]), time, reals)
  const simulated = run.simulation
  if (simulated.kind !== 'simulated') return { run, simulated, overflow, tried }
  // The logs may differ between runs. What only the second one names has not been read.
  const escaped = assetsIn([simulated, run.there], setting, run.possibleEffects).surprises
  return { run, simulated, overflow: overflow || escaped.length > 0, tried }
}

/** Returns what the logs of the first run name beyond the expected, at most `mostSurprises` entries. */
function discover(setting: Setting, first: Run, simulation: Simulated) {
  const runs = [simulation, first.there]
  const { surprises, confirmed } = assetsIn(runs, setting, first.possibleEffects)
  const overflow = surprises.length > mostSurprises
  if (!overflow) return { surprises, confirmed, overflow }
  // A flood of logs may hide something, so listed assets are read in any case, those that leave first: anybody can
  // cause zero transfers of listed tokens or send a little of each, but an outflow needs the account's approval.
  const leaving = assetsIn(runs, setting, first.possibleEffects, (log) =>
    isLeaving(log, setting.plan.account),
  ).surprises
  const listed = collect([...leaving, ...surprises].filter((each) => isListed(each, setting.chain)))
  return { surprises: [...listed.values()].slice(0, mostSurprises), confirmed, overflow }
}

/**
 * Unvouched code may behave by the gas limit and gas price it sees, so it also runs with the values that will really be
 * paid, and again some blocks later. Those values are known only after the first run.
 */
function realsOf(
  { decoded, known, runsUnvouched }: Setting,
  simulation: Simulated,
  { maxFeePerGas, balance, code }: Pick<Facts, 'maxFeePerGas' | 'balance' | 'code'>,
): Real[] {
  // A plain transfer of coins to a contract runs its code as well.
  const isUnvouched = runsUnvouched || decoded.targets.some((to) => !isVouchedFor(to, known) && hasCode(code, to))
  if (!isUnvouched) return []
  const asPaid: Real = {
    gas: simulation.steps.map(({ gas }) => gas ?? 0n),
    gasPrice: maxFeePerGas.ok ? maxFeePerGas.value : undefined,
    balance: balance.ok ? balance.value : undefined,
  }
  const block = someBlocksAfter(simulation)
  return [asPaid, ...(block ? [{ ...asPaid, block }] : [])]
}

function conclude(setting: Setting, { run, simulated, overflow, tried }: Settled, facts: Facts): Evidence {
  const { plan, chain, dataFees } = setting
  if (simulated.kind !== 'simulated') {
    const dataFee = dataFees.length === 0 ? 0n : null
    const learned = { facts, simulation: simulated, worked: null, overflow: false, dataFee }
    return { learned, measured: { probed: null, tried }, there: null }
  }
  const { metadataOf, possibleEffects, there, real } = run
  const workOut = (each: Reading['simulated']) =>
    workOutEffects(plan, chain, { possibleEffects, metadataOf, simulated: each })
  const read = assetsIn([simulated, there], setting, possibleEffects).all
  const leaves = (log: Log) => isLeaving(log, plan.account)
  const dataFee = dataFeeOf(simulated.once.slice(metadataOf.length * metadataReads))
  return {
    learned: { facts, simulation: simulated, worked: workOut(simulated), overflow, dataFee },
    measured: { probed: simulated.probed, tried },
    there: {
      simulation: there,
      worked: there.kind === 'simulated' ? workOut(there) : null,
      real: real.flatMap((each) =>
        each.kind === 'simulated' && each.steps.every(({ ok }) => ok)
          ? [{ worked: workOut(each), unchecked: assetsIn([each], setting, read, leaves).surprises }]
          : [],
      ),
    },
  }
}

/** Returns the assets in the logs of these runs: those still unread, and those read, now no longer guesses. */
function assetsIn(
  runs: readonly (Pick<Simulated, 'kind' | 'steps'> | NotSimulated)[],
  { plan, chain }: Setting,
  read: PossibleEffects,
  isCounted: (log: Log) => boolean = () => true,
) {
  const logs = runs
    .flatMap((run) => (run.kind === 'simulated' ? run.steps.flatMap((step) => step.logs) : []))
    .filter(isCounted)
  const named = [...possibleEffectsOfLogs(logs, plan.account, chain.id)]
  const known = named.filter(([key]) => read.has(key)).map(([, possible]) => possible)
  return {
    surprises: named.filter(([key]) => !read.has(key)).map(([, possible]) => possible),
    // A map keeps the order of its keys, so the answers still match their possible effects by index.
    confirmed: collect([...read.values(), ...known]),
    all: collect([...read.values(), ...named.map(([, possible]) => possible)]),
  }
}

/** True if the app's configuration vouches for it. A typed address does not count: it may come from a swindler. */
const isVouchedFor = (contract: Address, known: readonly KnownAddress[]): boolean =>
  known.some(({ address, source }) => source === 'pinned' && isAddressEqual(address, contract))

function hasCode(code: Facts['code'], address: Address): boolean {
  const found = code.get(getAddress(address))
  return found?.ok === true && found.value !== '0x'
}
