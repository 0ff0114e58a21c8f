import type { Work } from '@/components/app/work-context'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Wording } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { loadReader, type Reader, type Reading } from '@/lib/language/reader/reader'
import { walletNames } from '@/lib/language/wallet-names'
import { doSame, offerStateOf } from '@/lib/wire/plan'
import { offersIn } from './offer-state'
import { tokensOf } from './plan-terms'

type Page = { chat: Pick<Work['chat'], 'thread' | 'message'>; planTerms: Pick<Work['planTerms'], 'find' | 'keep'> }

/** Least certainty that words are a yes. It moves nothing, and every term is on the card. */
const sure = 0.5

let reader: Reader | null = null
/** Loads the reader before somebody answers. Without it, a yes is sent like any other words. */
export const readAnswers = (): void => {
  void loadReader().then(
    (loaded) => {
      reader = loaded
    },
    () => {},
  )
}

/**
 * What goes with words that the person has typed: a yes, and nothing but a yes, to the one plan that the agent’s last words
 * offer confirms that plan as the button on its card does. The card was on screen, with every term, and the terms are kept
 * as confirmed here. Whatever is not plainly that goes out as it is.
 */
export function wordingOfAnswer(
  { chat, planTerms }: Page,
  conversationId: string,
  text: string,
  { chains, now }: { chains: Chains; now: number },
): Wording | undefined {
  const { messageIds } = chat.thread(conversationId).getSnapshot()
  const last = messageIds.at(-1)
  const asked = last === undefined ? null : chat.message(last).getSnapshot()
  if (!reader || asked?.role !== 'agent' || asked.status !== 'complete') return undefined
  const offered = asked.parts.flatMap((part) =>
    part.type === 'plan' && part.offer.number === undefined ? [part.offer] : [],
  )
  const [offer, ...others] = offered
  if (!offer || others.length > 0) return undefined
  const isOpen = offerStateOf(offer.id, offersIn(chat, messageIds))?.is === 'open' && now < offer.until
  const kept = planTerms.find(offer.id)
  const mayConfirm = isOpen && tokensOf(offer.terms, chains) !== null && (kept === null || doSame(kept, offer.terms))
  if (!mayConfirm) return undefined
  const reading = reader.read(text.replace(/[.!\s]+$/, ''), walletNames([...chains.values()]), {
    agent: textOf(asked.parts),
  })
  if (!isYes(reading)) return undefined
  return planTerms.keep(offer.id, offer.terms) ? { confirms: offer.id } : undefined
}

/** True if the words name nothing beside the plan. */
function isYes({ clauses, entities, unexplained }: Reading): boolean {
  const plans = entities.filter(({ is }) => is === 'plan')
  return (
    clauses.length > 0 &&
    clauses.every(({ kind, p }) => kind === 'agreement' && p >= sure) &&
    plans.length === entities.length &&
    unexplained.every((span) => plans.some(({ start, end }) => start <= span.start && span.end <= end))
  )
}
