import { type Address, isAddressEqual } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { Yields } from '@/lib/chain/yields/yields'
import type { Action } from '@/lib/language/labels'
import type { Review } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import type { Check, Consent, PastCall, Pinned, Prepared, Probe, Tool, Trial } from '@/lib/tools/tool'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { type CallClaims, notWaitedFor } from '../claims/call-claims'
import type { CardStore } from '../ledger/cards/card-store'
import type { LedgerEntry } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { isOpen } from '../ledger/machine'
import type { Prediction } from '../ledger/stored-effects'
import { permissionTypes } from '../signing/permission-types'
import type { Runner } from '../signing/runner'
import type { Atomicity, Wallet } from '../signing/wallet'
import { type ProposalFacts, repeatedFinding } from './comparison/repeated'
import { type ReadableCall, readCall } from './readable-call'
import { withFindings } from './verdict'

/** The part of `reviewPlan`'s input (lib/review) that this room knows; the page adds the rest. */
export type ReviewRequest = {
  /** With `callId`, identifies what the person wrote in the conversation, and when the agent proposed this. */
  taskId: string
  callId: string
  plan: Plan
  /** Names that people use for the tool's action. */
  actions: readonly Action[]
  preparedFindings: readonly Finding[]
  probes: readonly Probe[]
  trials: readonly Trial[]
  checks: readonly Check[]
  pinned: readonly Pinned[]
  wallet: { account: Address; chainId: number } | null
  signal: AbortSignal
}

/** The same for `reviewTerms`: the part that this room knows. */
export type TermsRequest = {
  taskId: string
  callId: string
  consent: Consent
  preparedFindings: readonly Finding[]
}

/** Dependencies of a call's controller; one object per page. */
export type CallDeps = {
  ledger: Ledger
  runner: Runner
  wallet: Wallet
  chains: Chains
  routing: Routing
  yields: Yields
  /** Returns the number of the agent that a task belongs to; null if unknown. */
  agentOf?: (taskId: string) => number | null
  /** Returns what the agent of a task has written since a moment, in milliseconds since the epoch. */
  agentSaid?: (taskId: string, since: number) => readonly string[]
  /** Keeps what cards showed, for their receipts. */
  cards?: Pick<CardStore, 'keep' | 'read'>
  /** Returns the slippage that the person has set for requests that name none, as a fraction; null if there is none. */
  ownSlippage?: () => number | null
  /** Account that may redeem permissions enforced by wallets (ERC-7715), if one is configured. */
  sessionAddress?: Address
  /** Milliseconds since the epoch. */
  now: () => number
  /** Finds a tool by any of its names. */
  findTool: (name: string) => Tool | null
  review: (request: ReviewRequest) => Promise<Review>
  reviewTerms: (request: TermsRequest) => Promise<Review>
  /** Tells whether the agent still waits for a call, and who signs it. */
  claims: CallClaims
  /** The browser's view of whether there is a network. */
  network?: { isOnline: () => boolean; subscribe: (listener: () => void) => () => void }
  /** Milliseconds before each retry while nobody answers; set by tests. */
  lookAgainAfter?: readonly number[]
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Aborts when the page is done with this account. */
  signal: AbortSignal
}

/** When a call is checked; see `CallClaims.check`. */
export type CheckStage = Parameters<CallClaims['check']>[1]

/** Prepares the call's exact plan or terms, for the account it was proposed to. Throws what the tool throws. */
export async function prepareCall(
  { chains, routing, yields, now, ledger, wallet, agentOf, ownSlippage, sessionAddress, claims }: CallDeps,
  entry: LedgerEntry,
  tool: Tool,
  parameters: unknown,
  adjustments: Record<string, unknown> | undefined,
  at: CheckStage,
  signal: AbortSignal,
): Promise<Prepared<unknown>> {
  const prepared = tool.prepare(
    parameters,
    {
      account: entry.owner,
      chains,
      routing,
      yields,
      past: () => pastCalls(ledger.all(), entry.owner),
      call: { taskId: entry.taskId, callId: entry.callId, agentId: agentOf?.(entry.taskId) ?? null },
      ownSlippage: ownSlippage?.() ?? null,
      ...(sessionAddress && wallet.requestExecutionPermission
        ? { session: { address: sessionAddress, permissionTypes: (chainId) => permissionTypes(wallet, chainId) } }
        : {}),
      now,
      signal,
    },
    adjustments,
  )
  // A plan's claims are checked with its review, beside the simulation.
  if (tool.kind !== 'permission') return prepared
  const [terms, objection] = await Promise.all([prepared, claims.check(entry, at, signal)])
  const found = objection ?? letGo(entry)
  return found ? { ...terms, findings: [...terms.findings, found] } : terms
}

/**
 * Reviews a plan with the wallet as it is now, checks that the call still stands, and looks for an earlier equal one.
 */
export async function reviewCall(
  { review, wallet, claims, ledger, now, agentSaid, findTool }: CallDeps,
  entry: LedgerEntry,
  { findings, probes = [], trials = [], checks = [], pinned = [] }: Prepared<unknown>,
  plan: Plan,
  at: CheckStage,
  signal: AbortSignal,
): Promise<Review> {
  const account = wallet.account()
  const connected = account ? { account, chainId: await wallet.chainId() } : null
  const call = readCall(entry, findTool)
  const actions = call.readable ? call.tool.actions(call.parameters) : []
  const request = {
    plan,
    actions,
    preparedFindings: findings,
    probes,
    trials,
    checks,
    pinned,
    wallet: connected,
    signal,
  }
  const [result, objection] = await Promise.all([
    review({ ...request, taskId: entry.taskId, callId: entry.callId }),
    claims.check(entry, at, signal),
  ])
  const proposed: ProposalFacts = {
    plan,
    effects: result.effects,
    agentSaid: (since) => agentSaid?.(entry.taskId, since) ?? [],
    headlineOf: (other) => {
      const call = readCall(other, findTool)
      return call.readable ? call.tool.headline(call.parameters) : null
    },
  }
  const repeated = repeatedFinding(ledger.all(), entry, proposed, now())
  const beside = [objection ?? letGo(entry), repeated].filter((finding) => finding !== null)
  return beside.length > 0 ? withFindings(result, beside, plan) : result
}

const letGo = ({ unawaited }: LedgerEntry): Finding | null => (unawaited ? notWaitedFor : null)

/** Says why a call cannot be executed here and now, whatever its plan; in words for a person. Null if it can. */
export function obstacleTo(
  entry: LedgerEntry,
  call: ReadableCall,
  { wallet, ledger, runner }: CallDeps,
): string | null {
  if (!call.readable) return call.problem
  if (!isOpen(entry.state)) return null
  const account = wallet.account()
  if (account && !isAddressEqual(account, entry.owner))
    return `This proposal is for ${entry.owner}, but your wallet uses ${account}. Switch accounts in your wallet to continue.`
  return ledger.problem() ?? runner.problem
}

/**
 * Asks whether the wallet would execute the plan's steps as one (EIP-5792). Null also if it does not answer or has
 * refused once: then the steps are signed in order.
 */
async function atomicityFor({ wallet }: CallDeps, entry: LedgerEntry, plan: Plan): Promise<Atomicity | null> {
  const [first, ...others] = plan.steps
  if (others.length === 0 || entry.stepwise || others.some(({ chainId }) => chainId !== first.chainId)) return null
  if (!wallet.atomicity || !wallet.sendBatch) return null
  return wallet.atomicity(plan.account, first.chainId).catch(() => null)
}

/** Reviews the plan and asks whether the wallet would execute its steps as one: the person approves both. */
export const reviewWithAtomicity = (
  deps: CallDeps,
  entry: LedgerEntry,
  prepared: Prepared<unknown>,
  plan: Plan,
  at: CheckStage,
  signal: AbortSignal,
): Promise<[Review, Atomicity | null]> =>
  Promise.all([reviewCall(deps, entry, prepared, plan, at, signal), atomicityFor(deps, entry, plan)])

/** Builds what the ledger keeps of a review when the wallet is asked, for the receipt to compare with. */
export const predictionOf = (tool: Tool, parameters: unknown, plan: Plan, review: Review): Prediction => ({
  headline: tool.headline(parameters),
  block: review.block,
  effects: review.effects,
  declared: plan.declares,
  fee: review.fee?.total ?? null,
})

/**
 * Lists the calls an account has carried out, newest first: confirmed, every transaction mined as reviewed. Leaves out
 * the calls of unknown tools and of other accounts.
 */
const pastCalls = (entries: readonly LedgerEntry[], account: Address): PastCall[] =>
  entries
    .filter(({ state, owner }) => state === 'confirmed' && isAddressEqual(owner, account))
    .flatMap(({ toolName, parameters, steps, updatedAt }): PastCall[] => {
      const tool = canonicalToolName(toolName)
      if (!tool || steps.some(({ outcome, altered }) => outcome !== 'success' || altered)) return []
      const sent = steps.map(({ chainId, to, data, value }) => ({ chainId, to, data, value: BigInt(value) }))
      return [{ tool, parameters, steps: sent, at: updatedAt }]
    })
    .toSorted((a, b) => b.at - a.at)
