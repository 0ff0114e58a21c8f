import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Action } from '@/lib/language/labels'
import type { Requests } from '@/lib/language/request'
import type { Asset, Plan } from '@/lib/tools/plan'
import type { Admin, Age, Implementation } from './facts/contract-facts'
import type { DecodedPlan } from './facts/decoded-plan'
import { type Facts, lookBackKey } from './facts/facts'
import type { History } from './facts/history'
import { isPrecedented, type KnownAddress } from './facts/known-addresses'
import type { Budget, Prices } from './findings/budget'
import type { Effects, NetworkFee } from './review'
import { type TokenInfo, tokenInfo, type WorkedOut } from './simulation/effects'
import { networkFee } from './simulation/fee'
import { assetKey } from './simulation/possible-effects'
import type { Fact } from './simulation/rpc'
import type { Simulation } from './simulation/simulate'
import type { AgreedSentence } from './words/agreed'
import type { Basis } from './words/basis'
import type { RequestedSend } from './words/receivers'
import type { WrittenNames } from './words/written-names'
import { type PersonsRequest, requestOf } from './words/written-request'

/** A rule needs something that could not be read. It becomes UNVERIFIED; the message says why, for a person. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** A rule has nothing to ask, because the plan cannot be carried out at all; another rule blocks it and says so. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** What was learned of the chain, or null where there is no chain to ask: not served, or more than one. */
export type Learned = {
  facts: Facts
  simulation: Simulation
  /** Set where the simulation ran. */
  worked: WorkedOut | null
  /** The logs named more tokens than are checked. */
  overflow: boolean
  /** Wei on top of the gas, on chains that charge for data. */
  dataFee: bigint | null
}

/**
 * Why nothing at all could be learned of the chain, if all that was asked failed for the same reason; null if anything
 * was answered, or if the reasons differ.
 */
function commonFailure({ facts, simulation }: Learned): string | null {
  if (simulation.kind !== 'unreachable' && simulation.kind !== 'unsupported') return null
  const { chainId, block, balance, maxFeePerGas, code, activity, contracts, ages } = facts
  const ofRecipients = [...activity.values()].flatMap(({ nonce, balance }) => [nonce, balance])
  const looked = [...contracts.values()].flatMap(({ runs, admin }): Fact<unknown>[] => [runs, admin])
  const ofContracts = [...code.values(), ...looked, ...ages.values()]
  const asked: Fact<unknown>[] = [chainId, block, balance, maxFeePerGas, ...ofContracts, ...ofRecipients]
  return asked.every((fact) => !fact.ok && fact.reason === simulation.reason) ? simulation.reason : null
}

/** What a rule may look at. The methods throw Unavailable or NotApplicable; a rule need not catch them. */
export type RuleContext = {
  plan: Plan
  decoded: DecodedPlan
  wallet: { account: Address; chainId: number } | null
  /** The chain of the plan's first step, if it is served. */
  chain: ChainHandle | null
  known: readonly KnownAddress[]
  /** The person's messages, oldest first, with an address in the place of each name that stands for one. */
  userMessages: readonly string[]
  /** What they have written since it was proposed, in the same form. */
  laterMessages: readonly string[]
  /** Those that can speak for an address (see `Conversation`), in the same form. */
  ownWords: readonly string[]
  /** What of the person's messages is asked for last. */
  request: PersonsRequest
  /** What it is held against where the service has begun it by itself; null where the person asked for it. */
  basis: Basis | null
  /** Whom the person's own words have asked to send something to; null where they ask for no send. */
  requestedSend: RequestedSend | null
  /** What the person's messages come to ask for; null where nobody reads them. */
  requests: Requests | 'unreadable' | null
  /** Sentences of drafts that the person confirmed, with what of them they only agreed to. */
  agreed: readonly AgreedSentence[]
  /** What people call what the plan does; empty where the bytes alone tell. */
  actions: readonly Action[]
  /** What the names stand for that the person has written. */
  names: WrittenNames
  chains: Chains
  /** The person's spending limits and what they are counted with; null where there are none. */
  budget: Budget | 'unreadable' | null
  /** Prices of what the plan declares and of what was spent, where a rule needs them. */
  prices: Prices
  /** The one reason for which nothing at all could be learned of the chain; null if anything was. */
  failure: () => string | null
  /** The chain id that the node itself gives. */
  nodeChainId: () => bigint
  simulation: () => Simulation
  /** What the steps do, if all of them succeed. */
  effects: () => Effects
  /** What the account held of an asset before the first step; null if it was not read. */
  held: (asset: Asset) => bigint | null
  /** What the effects leave out because it could not be read, in words; null if they are complete. */
  incomplete: () => string | null
  fee: () => NetworkFee
  /** Native balance of the account, in wei. */
  balance: () => bigint
  code: (address: Address) => Hex
  /** The contracts that are called or given a permission and that nobody vouches for. */
  contracts: () => readonly Address[]
  runs: (contract: Address) => readonly Implementation[]
  admin: (contract: Address) => Admin | null
  /** Of an address that the rule's `looksBack` names, for as many days. */
  age: (contract: Address, days: number) => Age
  /** What stands at a recipient's address on the other chains that are served; null where a chain does not answer. */
  elsewhere: (recipient: Address) => readonly { chain: string; code: Hex | null }[]
  /** To whom the same assets went before, of late; null where nobody could tell. */
  history: () => History | null
  /** Transactions sent and wei held by a recipient. */
  activity: (recipient: Address) => { nonce: bigint; balance: bigint }
  /** True for a listed token and for a contract that answers like one. */
  isToken: (recipient: Address) => boolean
  /** Whether `approve` gives a token by its number there, as far as the simulation tells: false where there is none. */
  isCollection: (contract: Address) => boolean
  token: (asset: Asset) => TokenInfo
  /** Whether one of the sources of an address is this one. */
  isKnownAs: (source: KnownAddress['source'], address: Address) => boolean
  /** Whether the account has sent something like this to a recipient before. */
  isPrecedented: (recipient: Address) => boolean
}

type Given = Pick<
  RuleContext,
  | 'plan'
  | 'decoded'
  | 'wallet'
  | 'chain'
  | 'known'
  | 'userMessages'
  | 'laterMessages'
  | 'ownWords'
  | 'basis'
  | 'requestedSend'
  | 'requests'
  | 'agreed'
  | 'actions'
  | 'names'
  | 'chains'
  | 'budget'
  | 'prices'
>

export function ruleContext(given: Given, learned: Learned | null): RuleContext {
  const { plan, chain, known } = given
  const all = (): Learned => {
    if (!learned) throw new NotApplicable('The plan has no single chain that could be asked.')
    return learned
  }
  const read = <T>(fact: Fact<T> | undefined): T => {
    if (!fact) throw new Unavailable('it was not requested')
    if (!fact.ok) throw new Unavailable(fact.reason)
    return fact.value
  }
  const context: RuleContext = {
    ...given,
    request: requestOf(given.userMessages),
    failure: () => learned && commonFailure(learned),
    nodeChainId: () => read(all().facts.chainId),
    simulation: () => all().simulation,
    effects: () => worked(all()).effects,
    held: (asset) => worked(all()).held.get(assetKey(asset)) ?? null,
    incomplete: () => {
      const { simulation, overflow } = all()
      const { unreadable } = worked(all())
      if (simulation.kind === 'simulated' && simulation.method === 'eth_call')
        return 'this node answers what it is asked, but does not show what else a transaction moves'
      if (overflow) return 'the transaction touches more tokens than can be checked'
      const [first] = unreadable
      return first ? `the ${first.what} of the token ${first.token} could not be read` : null
    },
    fee: () => {
      const { facts, simulation, dataFee } = all()
      const maxFeePerGas = read(facts.maxFeePerGas)
      if (dataFee === null) throw new Unavailable('this chain’s data fee could not be read')
      return networkFee(plan, gasUsed(simulation, plan), maxFeePerGas, dataFee)
    },
    balance: () => read(all().facts.balance),
    code: (address) => read(all().facts.code.get(getAddress(address))),
    contracts: () => [...all().facts.contracts.keys()],
    runs: (contract) => read(all().facts.contracts.get(contract)?.runs),
    admin: (contract) => read(all().facts.contracts.get(contract)?.admin),
    age: (address, days) => read(all().facts.ages.get(lookBackKey({ address, days }))),
    elsewhere: (recipient) =>
      (all().facts.elsewhere.get(getAddress(recipient)) ?? []).map(({ chain, code }) => ({
        chain,
        code: code.ok ? code.value : null,
      })),
    history: () => {
      const { history } = all().facts
      return history?.ok ? history.value : null
    },
    activity: (recipient) => {
      const found = all().facts.activity.get(getAddress(recipient))
      return { nonce: read(found?.nonce), balance: read(found?.balance) }
    },
    isToken: (recipient) => {
      if (chain && findToken(chain, recipient)) return true
      if (context.code(recipient) === '0x') return false
      return worked(all()).answersAsToken.has(getAddress(recipient))
    },
    isCollection: (contract) => learned?.worked?.collections.has(getAddress(contract)) === true,
    token: (asset) => {
      if (!chain) throw new NotApplicable('The chain is not supported.')
      return tokenInfo(asset, chain, learned?.worked?.tokens ?? new Map())
    },
    isKnownAs: (source, address) =>
      known.some((each) => each.source === source && isAddressEqual(each.address, address)),
    isPrecedented: (recipient) => isPrecedented(recipient, known, given.decoded, plan),
  }
  return context
}

function worked({ simulation, worked }: Learned): WorkedOut {
  switch (simulation.kind) {
    case 'simulated':
      if (simulation.steps.some(({ ok }) => !ok)) throw new NotApplicable('A step fails.')
      break
    case 'called':
      if (!simulation.ok) throw new NotApplicable('The first step fails.')
      throw new Unavailable('this node cannot simulate what a transaction changes')
    case 'underfunded':
      throw new NotApplicable('The account cannot pay.')
    case 'unsupported':
    case 'unreachable':
      throw new Unavailable(simulation.reason)
  }
  if (!worked) throw new Unavailable('the simulation could not be read')
  return worked
}

function gasUsed(simulation: Simulation, plan: Plan): bigint[] {
  switch (simulation.kind) {
    case 'simulated':
      if (simulation.steps.some(({ ok }) => !ok)) throw new NotApplicable('A step fails.')
      return simulation.steps.map(({ gas }) => {
        if (gas === null) throw new Unavailable('this node cannot say how much gas each step needs')
        return gas
      })
    case 'called':
      if (!simulation.ok) throw new NotApplicable('The first step fails.')
      if (simulation.gas === null || plan.steps.length > 1)
        throw new Unavailable('this node cannot say how much gas each step needs')
      return [simulation.gas]
    case 'underfunded':
      throw new NotApplicable('The account cannot pay.')
    case 'unsupported':
    case 'unreachable':
      throw new Unavailable(simulation.reason)
  }
}
