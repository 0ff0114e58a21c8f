import type { QuestionTopic } from '../replies/questions'
import type { Oddity } from '../tagger/clean'
import type { Arrival, ChainMention, TokenMention } from '../tagger/item'
import type { Abstention } from './abstain'
import type { Contacts } from './contacts'
import type { Draft } from './draft'
import type { Either } from './either'
import type { Halt } from './halts'
import type { Insight } from './insights'
import type { Job } from './job'
import type { Bare } from './loose'
import type { NftSend } from './nft'
import type { PlanRequest } from './plan-request'
import type { ApprovalsQuery, BalancesQuery, PriceQuery, SmallTalk } from './reads'
import type { RebalanceWish } from './rebalance'

/** What the conversation has come to. Worked out anew from the history at every turn. */
export type Dialogue = {
  /** The request that is being put together, or the last one. */
  draft: Draft | null
  /** The same for a lending market or a vault; then `draft` is null. */
  job: Job | null
  /** The same for an NFT; then the others are null. */
  nft: NftSend | null
  /** The same for a position that is to be watched; then the others are null. */
  rebalance: RebalanceWish | null
  /** The same for a plan; then the others are null. */
  plan: PlanRequest | null
  /** The number of the plan that the agent spoke of last: "cancel it" means that. */
  planTold: number | null
  /** The places that the agent listed last, by their names. */
  offered: readonly string[]
  /** What the last request was said of, where it named two. */
  either: Either | null
  /** Whom the person named with an address so far. */
  contacts: Contacts
  /** The last question that has not been answered. */
  asked: QuestionTopic | null
  /** How far it has come. `declined`: nothing was moved. `uncertain`: it failed in a way that may have moved money. */
  standing: 'open' | 'proposed' | 'declined' | 'done' | 'uncertain'
  /** What was asked for in the same message, to be done after that, in order. */
  rest: readonly Step[]
  /** The request that was taken back last: "do it after all" asks whether it is wanted again. */
  shelved: Step | null
  /** The calls that were proposed last. More than one were proposed together, `rest` included. */
  calls: readonly string[]
  /** The open calls in whose place the request stands that is being put together. */
  revises: readonly string[]
  /** The last call, if it was carried out and was the only one. */
  arrival: Arrival | null
  /** The last call with its result, whatever that was, if it was the only one. */
  ended: Arrival | null
  /** The network of the last proposal; null before there was one, and where another sits in `draft`. */
  on: ChainMention | null
  /** The one token that the person asked about last. */
  about: TokenMention | null
  /** The one network that was named with it. */
  aboutOn: ChainMention | null
  topic: 'price' | 'balances' | 'plans' | 'yields' | null
  /** The person's last words were not understood. */
  missed: boolean
  /** They may have been against what stands, or of something else than it. */
  objected: boolean
}

/** One thing to be done, as far as it was said. */
export type Step =
  | { kind: 'request'; draft: Draft }
  | { kind: 'job'; job: Job }
  | { kind: 'nft'; nft: NftSend }
  | { kind: 'rebalance'; wish: RebalanceWish }

/** What was asked beside a request. */
export type Beside =
  | { kind: 'insight'; insight: Insight }
  | { kind: 'balances'; query: BalancesQuery }
  | { kind: 'price'; query: PriceQuery }
  | { kind: 'explain'; text: string }

/**
 * `again`: said again by a "yes". `replaces`: it stands in place of the proposal that is open. `objected`: a part of that was
 * wrong, and is not there any more.
 */
export type Requested = Step & {
  rest?: readonly Step[]
  again?: true
  replaces?: true
  objected?: true
  /** The one before may have moved money. */
  unsettled?: true
  /** It is the trained reader's reading, so that no other draft of it is looked for. */
  isRead?: true
  beside?: Beside
}

/** What one message of the person comes to. Pure: no balance, price or route has been looked at. */
export type Understanding =
  | Requested
  | { kind: 'plan'; plan: PlanRequest }
  /** `about`: beside what there is, why no date is left out, or where what was bought can be seen. */
  | { kind: 'plans'; about?: 'skip' | 'bought' }
  | Beside
  /** Who may spend the person's tokens. Only the trained reader finds this. */
  | { kind: 'approvals'; query: ApprovalsQuery }
  | { kind: 'abstain'; topic: Abstention }
  | {
      kind: 'talk'
      topic: SmallTalk | 'unclear' | 'beyond' | 'unknown' | 'quoted' | 'nothing-open' | 'rebalance' | 'rebalance-end'
    }
  /** Nothing but who has which address. */
  | { kind: 'contacts'; found: Contacts }
  /** Somebody whose address is not to be used any more. */
  | { kind: 'forgotten'; who: string }
  | Halt
  /** A bound was said that no card can hold to. */
  | { kind: 'bound'; text: string }
  | { kind: 'several' }
  /** A correction after several proposals at once. */
  | { kind: 'which-step' }
  | { kind: 'settled' }
  /** Whether it went through. `of`: null where nothing has been asked for. */
  | { kind: 'outcome'; of: Pick<Dialogue, 'standing' | 'arrival' | 'ended'> | null }
  /** How much something that was carried out has brought. */
  | { kind: 'brought'; by: Arrival }
  | { kind: 'bare'; mention: Bare }
  | { kind: 'odd'; oddity: Oddity }

/** Reads a part of a message in the light of what was said before it. */
export type Read = (text: string, dialogue: Dialogue) => Understanding
