// Parts that the answer to a message may need. A page on which nobody has begun to write does without them.
import { richText } from '@/components/chat/thread/text/rich-text-part'
import { later } from '@/components/ui/page/later'
import { loadReader } from '@/lib/language/reader/reader'

/** The messages of a conversation that begins, with what reviews their cards. */
export const thread = later(async () => (await import('../whole/answer')).answer.Thread)

/** The same for messages that are there already, with the parser of their markdown: without, they would jump. */
export const keptThread = later(async () => {
  const [{ Thread }] = await Promise.all([import('@/components/chat/thread/thread'), richText.load()])
  return Thread
})

/** Loads all of it ahead. What fails to load is asked for again when it is needed, and says so there. */
export function prepareForAnswer(): void {
  // The reader's code comes with the thread, and its weights after it.
  thread
    .load()
    .then(loadReader)
    .catch(() => {})
}
