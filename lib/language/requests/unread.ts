import type { Reading } from '../reader/reader'
import type { Mention, Receiver, Request, RequestedChain, Sum } from '../request'
import { among } from './pieces'

/** Certainty of what entities of words in another language may mean: none of their role. */
const withoutRole = 0.7

/** Returns what the entities alone say of a message in another language. */
export function unreadRequest(text: string, mentions: readonly Mention[], { entities }: Reading): Request {
  const p = withoutRole
  // "50 USDC" is one sum in any language.
  const counted = entities.flatMap((amount, at): Sum[] => {
    const what = entities[at + 1]
    if (amount.is !== 'number' || what?.is !== 'token' || text.slice(amount.end, what.start).trim() !== '') return []
    return [{ part: 'unsaid', amount, what, text: text.slice(amount.start, what.end), said: 0, p }]
  })
  const isSingle = ({ meanings }: Mention) =>
    !counted.some(({ amount, what }) => meanings.some((each) => each === amount || each === what))
  const singles = mentions.filter(isSingle).flatMap(({ meanings, text }): Sum[] => {
    const [amount, what] = [among(meanings, ['number', 'dollars', 'percent']), among(meanings, ['token'])]
    return amount || what ? [{ part: 'unsaid', amount, what, text, said: 0, p }] : []
  })
  const sums = [...counted, ...singles]
  const receivers = mentions.flatMap(({ meanings, text }): Receiver[] => {
    const meaning = among(meanings, ['address', 'name', 'contact'])
    return meaning ? [{ meaning, text, p }] : []
  })
  const chains = mentions.flatMap(({ meanings, text }): RequestedChain[] => {
    const chain = among(meanings, ['chain'])
    return chain ? [{ end: 'on', chain, text, p }] : []
  })
  const sure = { kind: 1, action: 0 }
  const none = { former: [], limits: [], unexplained: [], message: 0 }
  return { action: 'revise', texts: [text], sums, receivers, chains, ...none, p: 0, sure }
}
