import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Action } from '@/lib/language/labels'
import type { Requests } from '@/lib/language/request'
import type { Figure } from '@/lib/tools/figure'
import type { Asset, Plan } from '@/lib/tools/plan'
import type { Admin, Age, Implementation } from './facts/contract-facts'
import type { DecodedPlan } from './facts/decoded-plan'
import { type Facts, lookBackKey } from './facts/facts'
import type { History } from './facts/history'
import { isPrecedented, type KnownAddress } from './facts/known-addresses'
import type { Budget, Prices } from './findings/budget'
import type { Earlier } from './request/earlier'
import type { Effects, NetworkFee } from './review'
import { type TokenInfo, tokenInfo, type WorkedOut } from './simulation/effects'
import { networkFee } from './simulation/fee'
import { assetKey } from './simulation/possible-effects'
import type { Fact } from './simulation/rpc'
import type { Simulation } from './simulation/simulate'
import type { AgreedSentence } from './words/agreed'
import type { Basis } from './words/basis'
import type { Reported } from './words/reported'
import type { WrittenAddresses } from './words/written-addresses'
import type { WrittenNames } from './words/written-names'

/** Thrown if a rule needs something that could not be read: it becomes UNVERIFIED. The message tells people why. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** Reason of a check that needs the person's words where no reader could be loaded. */
export const readerMissing = 'the part of this app that reads your words did not load'

/** Thrown if the plan cannot be carried out at all, so a rule has nothing to check. Another rule blocks the plan. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Everything learned from the chain. Null is passed instead if the plan has no single served chain to ask. */
export type Learned = {
  facts: Facts
  simulation: Simulation
  /** Null unless the simulation ran. */
  worked: WorkedOut | null
  /** True if the logs named more tokens than are checked. */
  overflow: boolean
  /** Wei on top of the gas on chains that charge for data, 0 on others. Null if it could not be read. */
  dataFee: bigint | null
}

/**
 * Returns the reason for which every request to the chain failed. Null if anything was answered, or if the reasons
 * differ.
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

/** Everything a rule may look at. Its methods throw Unavailable or NotApplicable, which rules need not catch. */
export type RuleContext = {
  plan: Plan
  decoded: DecodedPlan
  wallet: { account: Address; chainId: number } | null
  /** The chain of the plan's first step, if it is served. */
  chain: ChainHandle | null
  known: readonly KnownAddress[]
  /** The person's messages, oldest first, with each resolved name replaced by its address. */
  userMessages: readonly string[]
  /** Words that only the service reports, if the plan is held against them or they may change what was asked. */
  reported: Reported | null
  /** Terms to check against if the service initiated the plan or names them. Null if it does not. */
  basis: Basis | null
  /** Addresses in all of the person's messages, and in those that can vouch for one. */
  written: WrittenAddresses
  own: WrittenAddresses
  /** True if messages since the proposal refuse the address. */
  isRefusedLater: (address: Address) => boolean
  /** Requests parsed from the person's messages. Null if no reader applies. */
  requests: Requests | 'unreadable' | null
  /** Sentences of drafts that the person confirmed, with what of them they only agreed to. */
  agreed: readonly AgreedSentence[]
  /** Calls of the conversation that were carried out before this one. */
  earlier: readonly Earlier[]
  /** Actions that the plan's tool performs. Empty if only the bytes tell. */
  actions: readonly Action[]
  /** Mark before the decimals of figures as the person reads them. Null if unknown. */
  decimalMark: string | null
  /** Names the person wrote, with what they resolve to. */
  names: WrittenNames
  chains: Chains
  /** The person's spending limits and what counts towards them. Null if there are none. */
  budget: Budget | 'unreadable' | null
  /** Prices of the chain's assets and of what was spent. */
  prices: Prices
  /** Returns the one reason for which nothing could be learned from the chain. Null if anything was. */
  failure: () => string | null
  /** The chain id as reported by the node. */
  nodeChainId: () => bigint
  simulation: () => Simulation
  /** Effects of the steps, if all of them succeed. */
  effects: () => Effects
  /** The account's balance of an asset before the first step. Null if it was not read. */
  held: (asset: Asset) => bigint | null
  /** Says in words what the effects leave out because it could not be read. Null if they are complete. */
  incomplete: () => string | null
  fee: () => NetworkFee
  /** Values that the tool read inside the simulation, such as the position in a lending market. */
  figures: readonly Figure[]
  /** Native balance of the account, in wei. */
  balance: () => bigint
  code: (address: Address) => Hex
  /** Contracts that are called or given a permission without being vouched for. */
  contracts: () => readonly Address[]
  runs: (contract: Address) => readonly Implementation[]
  admin: (contract: Address) => Admin | null
  /** Age of an address. The rule's `looksBack` must name the same address and days. */
  age: (contract: Address, days: number) => Age
  /** Code at a recipient's address on the other served chains. Null if a chain does not answer. */
  elsewhere: (recipient: Address) => readonly { chain: string; code: Hex | null }[]
  /** Recent recipients of the same assets. Null if unknown. */
  history: () => History | null
  /** Number of transactions sent by a recipient, and its balance in wei. */
  activity: (recipient: Address) => { nonce: bigint; balance: bigint }
  /** True if the recipient is a listed token, or a contract that answers like a token. */
  isToken: (recipient: Address) => boolean
  /** True if `approve` on the contract takes a token id, by the simulation. False without a simulation. */
  isCollection: (contract: Address) => boolean
  token: (asset: Asset) => TokenInfo
  /** True if this is one of the sources that vouch for the address. */
  isKnownAs: (source: KnownAddress['source'], address: Address) => boolean
  /** True if the account has sent the like to this recipient before. */
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
  | 'reported'
  | 'basis'
  | 'written'
  | 'own'
  | 'isRefusedLater'
  | 'requests'
  | 'agreed'
  | 'earlier'
  | 'actions'
  | 'decimalMark'
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
    figures: [],
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
