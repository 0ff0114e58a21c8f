import type { Draft } from '@/lib/language/steps/draft'
import type { Job } from '@/lib/language/steps/job'
import type { Arrival, ChainMention, Recipient, TokenMention } from '@/lib/language/steps/mention'
import type { Oddity } from '../intake/oddity'
import type { QuestionTopic } from '../replies/questions'
import type { NftSend } from './nft-send'
import type { PlanRequest } from './plan-request'
import type { ApprovalsQuery, BalancesQuery, Insight, PriceQuery } from './queries'
import type { RebalanceWish } from './rebalance-wish'

/** Why nothing is proposed, whatever else the text says. */
export type Abstention =
  | 'negated'
  | 'past'
  | 'hypothetical'
  | 'conditional'
  | 'scheduled'
  | 'contract'
  | 'weights'
  | 'alarm'
  | 'scam'

/** What is answered in words that the topic alone decides. */
export type SmallTalk = 'help' | 'about' | 'greeting' | 'thanks' | 'networks'

/** What is answered in words alone. `language`: the message is not in English. */
export type TalkTopic =
  | SmallTalk
  | 'unclear'
  | 'unknown'
  | 'language'
  | 'quoted'
  | 'nothing-open'
  | 'final'
  | 'rebalance'
  | 'rebalance-end'

/** State of the conversation. Worked out anew from the history at every turn. */
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
  /** The last question that has not been answered. */
  asked: QuestionTopic | null
  /**
   * Progress of the request. `declined`: nothing was moved. `uncertain`: it failed in a way that may have moved money.
   */
  standing: 'open' | 'proposed' | 'declined' | 'done' | 'uncertain'
  /** Steps asked for in the same message, to be done after this one, in order. */
  rest: readonly Step[]
  /** The calls that were proposed last. More than one were proposed together, `rest` included. */
  calls: readonly string[]
  /** All calls that wait for an answer, in order. */
  open: readonly OpenCall[]
  /** The open call in whose place the request stands that is being put together. */
  revises: string | null
  /** The last call, if it was carried out and was the only one. */
  arrival: Arrival | null
  /** The last call with its result, whatever that was, if it was the only one. */
  ended: Arrival | null
  /** The one token that the person asked about last. */
  about: TokenMention | null
  /** The one network that was named with it. */
  aboutOn: ChainMention | null
  /** The person whose address was told last: "send him 20" may mean them. */
  told: Recipient | null
  topic: 'price' | 'balances' | 'plans' | 'yields' | null
  /** The yields that were asked about last: "and in 90 days?" may be about those. */
  sought: Extract<Insight, { of: 'yields' }> | null
  /** The person's last words were not understood. */
  missed: boolean
  /** They may have been against what stands, or of something else than it. */
  objected: boolean
}

/** A call that waits for an answer. `step`: what it was proposed for; null if nobody asked for it. */
export type OpenCall = { id: string; step: Step | null }

/** One thing to be done, as far as it was said. */
export type Step =
  | { kind: 'request'; draft: Draft }
  | { kind: 'job'; job: Job }
  | { kind: 'nft'; nft: NftSend }
  | { kind: 'rebalance'; wish: RebalanceWish }

/** A request. `again`: it is on a card, and the person says yes to it or asks for it once more. `replaces`: the open call in whose place it stands. */
export type Requested = Step & {
  rest?: readonly Step[]
  again?: 'agreed' | 'asked'
  replaces?: string
  /** The one before may have moved money. */
  unsettled?: true
}

type Valued = { currency?: string }

/** The meaning of one message of the person. Pure: no balance, price or route has been looked at. */
export type Understanding =
  | Requested
  | { kind: 'plan'; plan: PlanRequest }
  /** `about`: one date of a plan, or what it has bought. */
  | { kind: 'plans'; about?: 'skip' | 'bought' }
  /** `currency`: the code of one that values were asked for in, if it is not the dollar. */
  | ({ kind: 'insight'; insight: Insight } & Valued)
  | ({ kind: 'balances'; query: BalancesQuery } & Valued)
  | ({ kind: 'price'; query: PriceQuery } & Valued)
  /** `about`: the one token that the question names. */
  /** `shows`: what the page draws beside the text. */
  | { kind: 'explain'; text: string; about?: TokenMention; shows?: 'activity' }
  /** Asks who may spend the person's tokens. */
  | { kind: 'approvals'; query: ApprovalsQuery }
  | { kind: 'abstain'; topic: Abstention; said?: string }
  | { kind: 'talk'; topic: TalkTopic }
  /**
   * `was`: what the words are about: a proposal or question that is open, what has been done here or elsewhere, or
   * nothing. `withdraws`: the open calls that are dropped with it.
   */
  | {
      kind: 'cancel'
      was: 'open' | 'done' | 'uncertain' | 'sent' | 'nothing'
      withdraws: readonly string[]
    }
  /** It could be one of these open calls, or something else with the only one. */
  | { kind: 'which-open'; of: readonly string[] }
  /** Asks again for what one of these is still to be picked for. */
  | { kind: 'choice'; labels: readonly string[] }
  /** What is open stays so. */
  | { kind: 'kept' }
  /** A bound was said that no card can hold to. */
  | { kind: 'bound'; text: string }
  | { kind: 'several' }
  /** A correction after several proposals at once. */
  /** `around`: the words that change one of the proposals, before and behind its name. */
  | { kind: 'which-step'; around: readonly [string, string] }
  | { kind: 'settled' }
  /** Asks whether it went through. `of`: null if nothing has been asked for. `isUnderWay`: a wallet may be carrying it out. */
  | { kind: 'outcome'; of: (Pick<Dialogue, 'standing' | 'arrival' | 'ended'> & { isUnderWay?: true }) | null }
  | { kind: 'odd'; oddity: Oddity }
