// Parts that the answer to a message may need. A page on which nobody has begun to write does without them.
import { richText } from '@/components/chat/thread/text/rich-text-part'
import { later } from '@/components/ui/page/later'
import { loadReader } from '@/lib/language/reader/reader'
import { missingParts } from '@/lib/missing-parts'
import { loadReviewing } from './load-reviewing'

const loadThread = () => import('@/components/chat/thread/thread').then(({ Thread }) => Thread)

/** The messages of a conversation that begins, with their cards. */
export const thread = later(loadThread)

/**
 * The same for messages that are there already, with the parser of their markdown: without, they would jump. If the parser
 * does not load, each text that needs it is shown as written.
 */
export const keptThread = later(async () => {
  const [Thread] = await Promise.all([loadThread(), missingParts.orMissing(richText.load()).catch(() => null)])
  return Thread
})

/** Loads all of it ahead. What fails to load is asked for again when it is needed, and says so there. */
export function prepareForAnswer(): void {
  for (const part of [thread.load(), loadReviewing(), loadReader()]) part.catch(() => {})
}
