import { optionsIn } from '@/lib/language/options'
import { type Display, displaySchema } from '@/lib/wire/display'
import { ask } from '../replies/questions'
import { type Reply, say } from './reply'

/**
 * One of several places, each under a name that stays the same at every turn, in the order in which they are listed.
 */
export type Option<T> = { label: string; about: string; of: T }

/** "1. Flexible USDC on Base: 4.8% a year". The next turn reads the names back; see `offeredIn`. */
export const numbered = (options: readonly Option<unknown>[]): string =>
  options.map(({ label, about }, index) => `${index + 1}. ${label}: ${about}`).join('\n')

/** Reads the names that a message of the agent listed, in order. Other lists of its texts say nothing about their items. */
export const offeredIn = (text: string): readonly string[] =>
  optionsIn(text).flatMap(({ name, isDescribed }) => (isDescribed ? [name] : []))

/** Cleans a name from a service or a contract for use in a label, without the colon that ends one. */
export const labelPart = (name: string): string => name.replaceAll(':', ' ').replace(/\s+/g, ' ').trim()

type Chosen<T> = { one: T } | { question: Reply }

/**
 * Returns the picked option or the only one, else a question that lists all of them. `preferred` narrows the options
 * down before anybody is asked.
 */
export function choose<T>(
  options: readonly Option<T>[],
  pick: string | null | undefined,
  lead: string,
  preferred: (of: T) => boolean,
): Chosen<T> {
  if (typeof pick === 'string') {
    const [picked, ...alike] = options.filter(({ label }) => label === pick)
    if (picked && alike.length === 0) return { one: picked.of }
  }
  const narrowed = options.filter(({ of }) => preferred(of))
  const fitting = narrowed.length > 0 ? narrowed : options
  const [only, ...more] = fitting
  // If the picked option is gone, another must not take its place.
  if (only && more.length === 0 && pick === undefined) return { one: only.of }
  const gone = pick === undefined ? '' : ' I could not tell which of them you mean.'
  return {
    question: {
      ...say(`${lead}${gone}\n\n${numbered(options)}\n\n${ask('which')}`),
      ...choicesOf(options.map(({ label }) => label)),
    },
  }
}

/** Names the options again of a question that has not been answered, without what was said about each. */
export const askAgain = (labels: readonly string[]): Reply => ({
  ...say(
    `You have not picked one yet, so that choice is still open:\n\n${labels.map((label, at) => `${at + 1}. ${label}`).join('\n')}\n\n${ask('which')}`,
  ),
  ...choicesOf(labels),
})

/** A button for each option, if a display can hold them. */
export function choicesOf(labels: readonly string[]): { display?: Display } {
  const { data } = displaySchema.safeParse({ type: 'choices', options: labels })
  return data ? { display: data } : {}
}

/** The number of an option, if the text is exactly its name; else the text. */
export function asNumber(text: string, offered: readonly string[]): string {
  const at = offered.indexOf(text.trim())
  return at < 0 ? text : String(at + 1)
}
