import { verbOf } from '../tagger/vocabulary'
import { type Abstention, abstentionIn } from './abstain'
import { correction } from './corrections'
import { jobVerbNames } from './job'
import { numbered } from './nft-words'
import { isRebalancing } from './rebalance'
import { dialogueAt, isRequested } from './step'
import type { Dialogue, Understanding } from './understanding'

/** Subjects that a request may have. */
const subjects: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'nft'])
const ofRebalancing: ReadonlySet<Abstention> = new Set([...subjects, 'conditional', 'scheduled'])

/** The word that the next step would begin with. */
const next = /\b(?:and|then)\s+(?:(?:also|then|please)\s+)*([a-z]+)/gi
type Read = (text: string, dialogue: Dialogue) => Understanding

/**
 * "Send 20 USDC, no sorry, 25": a request and, in the same breath, its correction, which counts as if it had come as the
 * next message. Null where there is none, or where it does not come to one request.
 */
export function repaired(text: string, dialogue: Dialogue, read: Read): Understanding | null {
  const found = [...text.matchAll(correction)].at(-1)
  if (!found) return null
  const said = text.slice(0, found.index)
  const meant = text.slice(found.index + found[0].length)
  const allowed = isRebalancing(said) ? ofRebalancing : subjects
  if (
    said.trim() === '' ||
    meant.trim() === '' ||
    abstentionIn(numbered(`${said} ${meant}`.toLowerCase()), true, allowed)
  )
    return null
  // What comes after that is a step of its own, and the steps are read one by one.
  if (
    [...meant.matchAll(next)].some(
      ([, word = '']) => verbOf(word.toLowerCase()) || jobVerbNames.has(word.toLowerCase()),
    )
  )
    return null
  const first = read(said, dialogue)
  if (!isRequested(first) || (first.rest ?? []).length > 0) return null
  const last = read(linkedLike(said, meant), { ...dialogueAt(first), contacts: dialogue.contacts })
  return isRequested(last) ? last : null
}

/** "To USDC, no, DAI": a name alone takes the place of the name before it. */
function linkedLike(said: string, meant: string): string {
  const link = /\b(to|into|onto|for|from|with|on)\s+\S+\s*$/i.exec(said)?.[1]
  return link && /^[a-z]+\W*$/i.test(meant) ? `${link} ${meant}` : meant
}
