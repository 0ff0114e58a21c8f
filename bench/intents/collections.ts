import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Phrasing, phrasingSchema } from './phrasing'

/** `dev` and `frozen` are the halves of the first collection. `later` was added when `dev` had little left to teach. */
export const collections = ['dev', 'frozen', 'later'] as const
export type Collection = (typeof collections)[number]

/**
 * Hash of the unpacked frozen half. A corrected label changes it; the README lists the corrections and their reasons.
 */
const frozenSha256 = 'f1f078dcd7b999327584a04b676a9e146dca3fd63b9ca6e1983e952d76ee5f4e'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns the half of a conversation, by the first byte of the SHA-256 of the person's messages. */
export function halfOf({ turns }: Pick<Phrasing, 'turns'>): 'dev' | 'frozen' {
  const said = turns.filter((turn) => typeof turn === 'string').join('\n')
  return (createHash('sha256').update(said).digest()[0] ?? 0) % 2 === 0 ? 'dev' : 'frozen'
}

/** Returns the text of a collection, one conversation per line. Throws if the frozen half has changed. */
function textOf(collection: Collection): string {
  if (collection !== 'frozen') return read(`./${collection}.jsonl`)
  const text = gunzipSync(Buffer.from(read('./frozen.txt'), 'base64')).toString('utf8')
  if (createHash('sha256').update(text).digest('hex') !== frozenSha256)
    throw new Error('The frozen half is not the one that was frozen.')
  return text
}

/** Returns the conversations of a collection. */
export const readCollection = (collection: Collection): Phrasing[] => phrasingsIn(textOf(collection))

/** Returns the conversations of another file, such as a sample that nobody has read yet. */
export const readFile = (path: string): Phrasing[] => phrasingsIn(readFileSync(path, 'utf8'))

const phrasingsIn = (text: string): Phrasing[] =>
  text
    .trim()
    .split('\n')
    .map((line) => phrasingSchema.parse(JSON.parse(line)))
