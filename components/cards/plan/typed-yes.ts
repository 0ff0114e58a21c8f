import type { Work } from '@/components/app/work-context'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Wording } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { isYes } from '@/lib/language/agreement'
import { loadReader, type Reader } from '@/lib/language/reader/reader'
import { namesOf } from '@/lib/language/wallet-names'
import { doSame, offerStateOf } from '@/lib/wire/plan'
import { offersIn } from './offer-state'
import { tokensOf } from './plan-terms'

type Page = { chat: Pick<Work['chat'], 'thread' | 'message'>; planTerms: Pick<Work['planTerms'], 'find' | 'keep'> }

let reader: Reader | null = null
/** Preloads the reader that recognises an answer. Without it, a yes is sent like any other words. */
export const readAnswers = (): void => {
  void loadReader().then(
    (loaded) => {
      reader = loaded
    },
    () => {},
  )
}

/**
 * Returns what is sent with typed words. A yes, and nothing but a yes, to the only plan in the agent's last message
 * confirms that plan like the button on its card: the card with every term was on screen, and the terms are stored as
 * confirmed here. Undefined for any other words, which are sent as they are.
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
  const reading = reader.read(text.replace(/[.!\s]+$/, ''), namesOf(chains), {
    agent: textOf(asked.parts),
  })
  if (!isYes(reading)) return undefined
  return planTerms.keep(offer.id, offer.terms) ? { confirms: offer.id } : undefined
}
