import { setImmediate } from 'node:timers/promises'
import { answerBalances } from './abilities/balances'
import { objection } from './abilities/check'
import { answerLoan, answerPositions } from './abilities/earn'
import { jobObjection } from './abilities/job-check'
import { answerLending } from './abilities/lend'
import { answerNftSend, answerNfts } from './abilities/nfts'
import { abilitiesFor, type Part } from './abilities/part'
import { answerPortfolio } from './abilities/portfolio'
import { answerPrices } from './abilities/prices'
import { ChainUnreadableError, chainNames, list, type Scene } from './abilities/reading'
import { answerRebalance } from './abilities/rebalance'
import { type Reply, say } from './abilities/reply'
import { answerResults } from './abilities/results'
import { answerSend } from './abilities/send'
import { answerUnstake } from './abilities/stake'
import { answerSwap } from './abilities/swap'
import { YieldsUnreadableError } from './abilities/yield-words'
import { answerEntry, answerYields } from './abilities/yields'
import type { AgentContext, AgentOutput, AgentTurn } from './agent'
import { readTurn, type Turn } from './dialogue'
import type { Draft } from './frames/draft'
import type { Insight } from './frames/insights'
import type { Job } from './frames/job'
import { type Understanding, understand } from './frames/understand'
import { deltas } from './replies/deltas'
import { ask } from './replies/questions'
import { abstain, smallTalk } from './replies/talk'
import { longestMessage, type Oddity } from './tagger/clean'
import { buildLexicon, type Lexicon } from './tagger/lexicon'

/**
 * The built-in agent: fixed rules, no model, no key. The same history and the same chains give the same answer. Throws
 * the signal's reason when the turn is aborted.
 */
export async function* answerByRules(turn: AgentTurn, context: AgentContext, part: Part): AsyncGenerator<AgentOutput> {
  const { owner, signal } = turn
  signal.throwIfAborted()
  const lexicon = buildLexicon(context.chains)
  const scene: Scene = { ...context, account: owner.address, signedInOn: owner.chainId, signal }
  const reply = await replyTo(readTurn(turn.history, lexicon), lexicon, scene, part)
  for (const delta of deltas(reply.text)) {
    yield { type: 'text', delta }
    await setImmediate()
    signal.throwIfAborted()
  }
  for (const call of reply.calls) {
    signal.throwIfAborted()
    yield { type: 'call', ...call }
  }
}

async function replyTo({ dialogue, text, results }: Turn, lexicon: Lexicon, scene: Scene, part: Part): Promise<Reply> {
  const settled = answerResults(results, scene.chains)
  if (text === null) return settled ?? say('')
  const understanding = understand(text, lexicon, dialogue)
  const reply = await act(understanding, scene, part).catch((error: unknown) => {
    if (error instanceof ChainUnreadableError) return say(unreadable(error))
    if (error instanceof YieldsUnreadableError) return say(yieldsUnreadable)
    throw error
  })
  return settled ? { ...reply, text: `${settled.text}\n\n${reply.text}` } : reply
}

const unreadable = ({ chainName }: ChainUnreadableError): string =>
  `I could not read ${chainName} just now, so I have prepared nothing. Please try again in a moment.`

const yieldsUnreadable =
  'I could not read all that I need of yields just now, so I have prepared nothing. Please try again in a moment.'

async function act(understanding: Understanding, scene: Scene, part: Part): Promise<Reply> {
  const needed = abilitiesFor(understanding)
  if (needed.length > 0 && !needed.some((name) => part.abilities.includes(name))) return say(part.elsewhere(needed))
  switch (understanding.kind) {
    case 'request':
      return said(await answerRequest(understanding.draft, scene), understanding.again)
    case 'job':
      return said(await answerJob(understanding.job, scene), understanding.again)
    case 'nft':
      return said(await answerNftSend(understanding.nft, scene), understanding.again)
    case 'rebalance':
      return said(await answerRebalance(understanding.wish, scene), understanding.again)
    case 'insight':
      return answerInsight(understanding.insight, scene)
    case 'balances':
      return answerBalances(understanding.query, scene)
    case 'price':
      return answerPrices(understanding.query, scene)
    case 'abstain':
      return say(abstain(understanding.topic))
    case 'talk':
      return say(smallTalk(understanding.topic, chainNames(scene.chains)))
    case 'cancel':
      return say(understanding.had ? 'Dropped. Nothing was sent.' : 'All right. Nothing was sent.')
    case 'several':
      return say(ask('one', 'That is more than one thing, and I prepare them one at a time.'))
    case 'settled':
      return say(
        ask('action', 'The last one has been carried out, or may have been. If you want another, say all of it again.'),
      )
    case 'bare':
      return say(ask('action', `You named ${understanding.mention.text}, but not what to do with it.`))
    case 'odd':
      return say(ask('retype', odd(understanding.oddity)))
  }
}

async function answerRequest(draft: Draft, scene: Scene): Promise<Reply> {
  const refused = objection(draft, scene.chains)
  if (refused) return refused
  return draft.action === 'send' ? answerSend(draft, scene) : answerSwap(draft, scene)
}

/** The reply to a "yes" that was meant as an approval. */
const said = (reply: Reply, again: true | undefined): Reply =>
  again && reply.calls.length > 0 ? { ...reply, text: `Approving happens on the card, not here. ${reply.text}` } : reply

function answerJob(job: Job, scene: Scene): Promise<Reply> | Reply {
  const refused = jobObjection(job, scene.chains)
  if (refused) return refused
  const { act } = job
  if (act === 'stake') return answerEntry(job, scene)
  return act === 'unstake' ? answerUnstake(job, scene) : answerLending({ ...job, act }, scene)
}

function answerInsight(insight: Insight, scene: Scene): Promise<Reply> {
  switch (insight.of) {
    case 'yields':
      return answerYields(insight, scene)
    case 'positions':
      return answerPositions(scene)
    case 'loan':
      return answerLoan(scene)
    case 'portfolio':
      return answerPortfolio(scene)
    case 'nfts':
      return answerNfts(scene)
  }
}

function odd(oddity: Oddity): string {
  switch (oddity.kind) {
    case 'hidden':
      return 'Your message has characters in it that cannot be seen, so I will not act on it.'
    case 'long':
      return `Your message is longer than the ${longestMessage} characters that I read, so I have prepared nothing.`
    case 'foreign': {
      const words = list(oddity.words.slice(0, 3).map((word) => `“${word.slice(0, 40)}”`))
      return `I cannot read ${words} for certain: letters or digits outside plain English may only look like the usual ones.`
    }
  }
}
