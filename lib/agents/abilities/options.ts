import { type Display, displaySchema } from '@/lib/wire/display'
import { ask } from '../replies/questions'
import { type Reply, say } from './reply'

/**
 * One of several places, each under a name that stays the same at every turn, in the order in which they are listed.
 */
export type Option<T> = { label: string; about: string; of: T }

const listed = /^\d{1,2}\. (.+?): /

/** "1. Flexible USDC on Base: 4.8% a year". The next turn reads the names back; see `offeredIn`. */
export const numbered = (options: readonly Option<unknown>[]): string =>
  options.map(({ label, about }, index) => `${index + 1}. ${label}: ${about}`).join('\n')

/** Reads the names that a message of the agent listed, in order. */
export const offeredIn = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => listed.exec(line)?.[1] ?? [])

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
  return { question: { ...say(`${lead}${gone}\n\n${numbered(options)}\n\n${ask('which')}`), ...choicesOf(options) } }
}

/** A button for each option, if a display can hold them. */
export function choicesOf(options: readonly Option<unknown>[]): { display?: Display } {
  const { data } = displaySchema.safeParse({ type: 'choices', options: options.map(({ label }) => label) })
  return data ? { display: data } : {}
}

/** The number of an option, if the text is exactly its name; else the text. */
export function asNumber(text: string, offered: readonly string[]): string {
  const at = offered.indexOf(text.trim())
  return at < 0 ? text : String(at + 1)
}
