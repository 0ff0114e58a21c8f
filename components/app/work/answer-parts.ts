// Parts that the answer to a message may need. A page on which nobody has begun to write does without them.
import { later } from '@/components/ui/page/later'
import { loadReader } from '@/lib/language/reader/reader'
import { loadReviewing } from './load-reviewing'

/** The messages of a conversation, with their cards. */
export const thread = later(() => import('@/components/chat/thread/thread').then(({ Thread }) => Thread))

/** Loads all of it ahead. What fails to load is asked for again when it is needed, and says so there. */
export function prepareForAnswer(): void {
  for (const part of [thread.load(), loadReviewing(), loadReader()]) part.catch(() => {})
}
