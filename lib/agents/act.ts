import type { Display } from '@/lib/wire/display'
import { answerAccount } from './abilities/account'
import { answerApprovals } from './abilities/approvals/approvals'
import { cancelledWords, lookFirst, oddWords, onCard, outcomeWords, replacing } from './abilities/dialogue-words'
import { answerLoan, answerPositions } from './abilities/earning/earn'
import { answerEarned, answerEarnings } from './abilities/earning/earnings'
import { answerYields } from './abilities/earning/yields'
import { answerBalances } from './abilities/holdings/balances'
import { answerGas } from './abilities/holdings/gas'
import { answerChanges, answerPortfolio } from './abilities/holdings/portfolio'
import { answerPrices } from './abilities/holdings/prices'
import { answerBorrowRates } from './abilities/lending/borrow-rates'
import { answerNfts } from './abilities/nfts/nfts'
import { askAgain } from './abilities/options'
import { abilitiesFor, type Part } from './abilities/part'
import { answerAdjustment } from './abilities/plans/adjust-plan'
import { answerPlan, answerPlans } from './abilities/plans/plans'
import { answerSteps } from './abilities/proposals'
import { chainNames, type KeptScene } from './abilities/reading'
import { type Reply, say } from './abilities/reply'
import { isOnCard } from './dialogue/after-words'
import type { Insight } from './meaning/queries'
import { isRequested } from './meaning/step'
import type { Requested, Step, Understanding } from './meaning/understanding'
import { ask } from './replies/questions'
import { abstain, smallTalk } from './replies/talk'
import { dollarsOnly } from './replies/texts'

/** Answers words as they were understood, with the abilities of an agent. */
export async function act(understanding: Understanding, scene: KeptScene, part: Part): Promise<Reply> {
  const reply = await answer(understanding, scene, part)
  const currency = 'currency' in understanding ? understanding.currency : undefined
  return currency ? { ...reply, text: `${dollarsOnly(currency)}\n\n${reply.text}` } : reply
}

async function answer(understanding: Understanding, scene: KeptScene, part: Part): Promise<Reply> {
  for (const each of [understanding, ...restOf(understanding)]) {
    const needed = abilitiesFor(each)
    if (needed.length > 0 && !needed.some((name) => part.abilities.includes(name))) return say(part.elsewhere(needed))
  }
  switch (understanding.kind) {
    case 'request':
    case 'job':
    case 'nft':
    case 'rebalance':
      if (isOnCard(understanding)) return say(onCard[understanding.again ?? 'agreed'])
      return said(await answerSteps(understanding, restOf(understanding), scene), understanding)
    case 'plan':
      return understanding.plan.do === 'adjust'
        ? answerAdjustment(understanding.plan, scene)
        : answerPlan(understanding.plan, scene)
    case 'plans':
      return answerPlans(scene, understanding.about)
    case 'insight':
      return answerInsight(understanding.insight, scene)
    case 'balances':
      return answerBalances(understanding.query, scene)
    case 'price':
      return answerPrices(understanding.query, scene)
    case 'approvals':
      return answerApprovals(understanding.query, scene)
    case 'abstain':
      return say(abstain(understanding.topic, understanding.said))
    case 'talk':
      return say(smallTalk(understanding.topic, chainNames(scene.chains)))
    case 'explain':
      if (understanding.shows) return { ...say(understanding.text), display: { type: understanding.shows } }
      return say(`${understanding.text}\n\n(From this app’s own explanations.)`)
    case 'cancel':
      return say(cancelledWords[understanding.was])
    case 'bound':
      return say(
        ask(
          'action',
          `I cannot hold it to “${understanding.text}”, so nothing has been prepared: the only bound I can set is the slippage of a swap or bridge, such as “with 0.3% slippage”. The card shows the least you get and the fees before you sign. Say it without that bound, or with a slippage.`,
        ),
      )
    case 'several':
      return say(ask('one', 'That is more than one thing, and I prepare them one at a time.'))
    case 'choice':
      return askAgain(understanding.labels)
    case 'which-step':
    case 'which-open':
    case 'kept':
      // Told of with the open calls.
      return say('')
    case 'settled':
      return say(
        ask(
          'action',
          'The last one has been carried out, or may have been. If you want another, say it again in full.',
        ),
      )
    case 'outcome':
      return { ...say(outcomeWords(understanding.of)), ...(understanding.of === null && { display: activity }) }
    case 'odd':
      return say(ask('retype', oddWords(understanding.oddity)))
  }
}

const activity: Display = { type: 'activity' }

const restOf = (understanding: Understanding): readonly Step[] =>
  isRequested(understanding) ? (understanding.rest ?? []) : []

/** Completes the reply to words that change a proposal. */
function said(reply: Reply, { replaces, unsettled }: Requested): Reply {
  if (reply.calls.length === 0) return reply
  const last = replaces ? ` ${replacing}` : unsettled ? ` ${lookFirst}` : ''
  return { ...reply, text: `${reply.text}${last}` }
}

async function answerInsight(insight: Insight, scene: KeptScene): Promise<Reply> {
  switch (insight.of) {
    case 'yields':
      return answerYields(insight, scene)
    case 'positions':
      return answerPositions(scene)
    case 'earnings':
      // Of a token that earns nothing yet, what it would earn.
      return (await answerEarnings(insight, scene)) ?? answerYields({ ...insight, of: 'yields' }, scene)
    case 'earned':
      return answerEarned(scene)
    case 'loan':
      return answerLoan(scene)
    case 'portfolio':
      return answerPortfolio(scene)
    case 'changes':
      return answerChanges(scene)
    case 'borrow-rates':
      return answerBorrowRates(insight, scene)
    case 'account':
      return answerAccount(scene)
    case 'gas':
      return answerGas(scene)
    case 'nfts':
      return answerNfts(insight, scene)
  }
}
