import type { Draft } from '@/lib/language/steps/draft'
import type { Job } from '@/lib/language/steps/job'
import type { ChainMention, TokenMention } from '@/lib/language/steps/mention'
import { namedIn, type Said, type World } from '../intake/intake'
import type { Insight, PriceQuery } from '../meaning/queries'
import { atCall, dialogueAt, isDoubted, isRequested, newDialogue, receiverOf, stepOf } from '../meaning/step'
import type { Dialogue, Understanding } from '../meaning/understanding'

/** Returns the dialogue after words of the person, with what they name for the next ones that leave it out. */
export function afterWords(before: Dialogue, understood: Understanding, said: Said, world: World): Dialogue {
  const after = advance(before, understood, world)
  if (isRequested(understood)) {
    const receiver = receiverOf(understood)
    return { ...after, told: receiver?.kind === 'address' || receiver?.kind === 'name' ? receiver : before.told }
  }
  const { token, chain, person } = namedIn(said, world)
  return { ...after, about: token ?? after.about, aboutOn: chain ?? after.aboutOn, told: person ?? before.told }
}

/** True if the words ask for what is already on a card. */
export const isOnCard = (understood: Understanding): boolean =>
  isRequested(understood) && understood.again !== undefined && !isDoubted(understood)

function advance(dialogue: Dialogue, understood: Understanding, world: World): Dialogue {
  const same = { ...dialogue, topic: null }
  // A "yes" to an open card changes nothing: it is answered on the card.
  if (isOnCard(understood)) return same
  switch (understood.kind) {
    case 'request':
    case 'job':
    case 'nft':
    case 'rebalance': {
      const { rest = [], replaces = null } = understood
      const offered = understood.kind === 'request' ? [] : dialogue.offered
      return { ...dialogueAt(understood), rest, revises: replaces, offered }
    }
    case 'plan':
      return { ...newDialogue, plan: understood.plan, topic: 'plans' }
    case 'plans':
      return { ...dialogue, topic: 'plans' }
    case 'insight':
      return understood.insight.of === 'yields' ? afterYields(dialogue, understood.insight) : same
    case 'cancel':
      return afterCancel(dialogue, understood)
    // A request that was withdrawn or cannot be done must not live on in a later "yes".
    case 'several':
    case 'which-step':
    case 'abstain':
      return newDialogue
    case 'price': {
      const { query } = understood
      const draft = stepOf(dialogue) ? null : asSwap(query)
      if (draft) return { ...newDialogue, draft, topic: 'price' }
      return { ...dialogue, topic: 'price', about: onlyOne(query.tokens.map(({ symbol }) => symbol)), aboutOn: null }
    }
    case 'balances': {
      const { symbols, chainIds } = understood.query
      return { ...dialogue, topic: 'balances', about: onlyOne(symbols), aboutOn: placeOf(chainIds, world) }
    }
    case 'explain':
      return { ...same, about: understood.about ?? dialogue.about }
    default:
      return same
  }
}

/** "Stake 100 in the first" takes the token, and what else was named, from the question before. */
function afterYields(dialogue: Dialogue, insight: Extract<Insight, { of: 'yields' }>): Dialogue {
  const { token, chain, hint, isIdle, isCautious, amount } = insight
  const sum = amount ? { amount } : sumOf(dialogue, token)
  const job: Job = {
    act: 'stake',
    ...{ ...(token && { token }), ...(chain && { chain }), ...(hint && { hint }) },
    ...(isIdle && token ? { amount: { kind: 'all' }, best: isCautious ? { isCautious } : {} } : sum),
  }
  return { ...newDialogue, job, topic: 'yields', sought: insight }
}

/** What is left after words that drop something: the call that was proposed last, or the only one. */
function afterCancel(dialogue: Dialogue, { was, withdraws }: Extract<Understanding, { kind: 'cancel' }>): Dialogue {
  const { standing, calls, open } = dialogue
  const isElse = standing === 'proposed' && calls.every((id) => !withdraws.includes(id))
  if (was === 'done' || was === 'uncertain' || isElse) return { ...dialogue, topic: null }
  const [left, ...others] = open.filter(({ id }) => !withdraws.includes(id))
  return left && others.length === 0 ? atCall(left, dialogue) : newDialogue
}

/** Returns the amount of a deposit, if it was given before its place. */
function sumOf({ job, standing }: Dialogue, token: TokenMention | undefined): Pick<Job, 'amount'> {
  const isDeposit = standing === 'open' && (job?.act === 'stake' || job?.act === 'supply')
  return isDeposit && job.amount && token?.symbol === job.token?.symbol ? { amount: job.amount } : {}
}

/** "What is 2 ETH in USDC?": returns the swap that a following "do it" asks for, to be confirmed. */
function asSwap({ tokens, amount, into }: PriceQuery): Draft | null {
  const [from, ...others] = tokens
  return from && amount && into && others.length === 0 ? { action: 'swap', amount, from, to: into, unsure: true } : null
}

/** Returns the token that was mentioned, if it was a single one. */
function onlyOne([symbol, ...others]: readonly (string | undefined)[]): TokenMention | null {
  return symbol !== undefined && others.length === 0 ? { text: symbol, symbol } : null
}

/** Returns the network that was named, if it was a single one. */
function placeOf([wanted, ...others]: readonly number[], { chains }: World): ChainMention | null {
  const chain = wanted === undefined ? undefined : chains.get(wanted)
  return chain && others.length === 0 ? { text: chain.name, id: chain.id } : null
}
