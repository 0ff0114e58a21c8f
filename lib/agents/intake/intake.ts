import type { Names } from '@/lib/language/entity'
import type { Context } from '@/lib/language/reader/features'
import type { Reader } from '@/lib/language/reader/reader'
import { type Contacts, contactsIn, withoutDoubted } from '../frames/contacts'
import { type Either, eitherIn } from '../frames/either'
import { mayObject } from '../frames/objections'
import { isRequested } from '../frames/step'
import { understand } from '../frames/understand'
import type { Dialogue, Understanding } from '../frames/understanding'
import type { Lexicon } from '../tagger/lexicon'
import { understandReading } from './by-reader'
import { combined } from './combined'

/** A person's words, and what was said before them. */
export type Said = { text: string; before: Context }

/** A way of reading what people write. */
export type Intake = {
  /** Tells its readings from another's. */
  name: ReadsBy
  understand: (said: Said, lexicon: Lexicon, dialogue: Dialogue) => Understanding
  /** Who has which address, as far as a message says so. */
  contactsIn: (text: string, lexicon: Lexicon) => Contacts
  withoutDoubted: (text: string, known: Contacts) => Contacts
  eitherIn: (text: string, lexicon: Lexicon) => Either | null
  /** True if words that were not understood may have been against what stands. */
  mayObject: (text: string) => boolean
}

/** By fixed rules, by the trained reader, or by both. */
export type ReadsBy = 'rules' | 'reader' | 'both'

export const byRules: Intake = {
  name: 'rules',
  understand: ({ text }, lexicon, dialogue) => understand(text, lexicon, dialogue),
  contactsIn: (text, lexicon) => contactsIn(text, lexicon).found,
  withoutDoubted,
  eitherIn,
  mayObject,
}

/** Returns the intake; with the rules alone where there is no reader. */
export function intakeOf(reads: ReadsBy, reader: Reader | null, names: Names): Intake {
  if (!reader || reads === 'rules') return byRules
  const read = ({ text, before }: Said, lexicon: Lexicon, dialogue: Dialogue) =>
    understandReading(text, reader.read(text, names, before), dialogue, lexicon)
  if (reads === 'both')
    return {
      ...byRules,
      name: 'both',
      understand: (said, lexicon, dialogue) =>
        combined(understand(said.text, lexicon, dialogue), read(said, lexicon, dialogue)),
    }
  return {
    name: 'reader',
    understand: (said, lexicon, dialogue) => {
      const { is, certainty } = read(said, lexicon, dialogue)
      if (!isRequested(is)) return is
      return certainty === 'weak' ? { kind: 'talk', topic: 'unclear' } : { ...is, isRead: true }
    },
    contactsIn: () => new Map(),
    withoutDoubted: (_, known) => known,
    eitherIn: () => null,
    // Whatever was not understood may have been against what stands, but for a question.
    mayObject: (text) => reader.read(text, names).clauses.some(({ kind }) => kind !== 'question'),
  }
}
