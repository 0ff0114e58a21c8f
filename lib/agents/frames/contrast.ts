import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { isWhole } from './core'
import { doubted, isRequested, written } from './step'
import type { Understanding } from './understanding'

/** What is named beside what is wanted, and is not. The first two say so of one in the place of another. */
const contrast =
  /[\s,]*(?:\b(instead\s+of|rather\s+than)|(?:(?<=[,-]\s?)|-\s*)not)\s+(?:(?:to|for|into|the|my)\s+)*(0x[0-9a-f]{40}|\$?\.?\d[\d.,]*\d|[a-z]+)(?:\s*!)?(?:\s+-)?(?=\s*(?:$|[,.;!]|\b(?:usdc|dai|eth|please|pls)\b))/i

/**
 * "Swap 200 USDC to DAI rather than ETH": the request without what is not wanted, where that is one name or sum and in no part of
 * what is left. After a mere "not" it is asked about. Null for anything else.
 */
export function withoutContrast(
  text: string,
  lexicon: Lexicon,
  read: (text: string) => Understanding,
): Understanding | null {
  const found = contrast.exec(text)
  if (!found || contrast.test(text.replace(found[0], ' '))) return null
  const [phrase, isInPlace, name = ''] = found
  const [item, ...more] = tag(name, lexicon)
  const meant = read(text.replace(phrase, ' '))
  if (more.length > 0 || !isRequested(meant) || meant.rest?.length || meant.beside || !isWhole(meant)) return null
  const other =
    item?.is === 'token'
      ? item.token.symbol
      : item?.is === 'recipient' && item.recipient.kind === 'address'
        ? item.recipient.address
        : item?.is === 'amount' && item.amount.kind === 'exact'
          ? item.amount.value
          : item?.is === 'chain' && item.chain.id !== undefined
            ? (item.symbol ?? String(item.chain.id))
            : undefined
  if (!other || written(meant).includes(JSON.stringify(other))) return null
  return isInPlace ? meant : { ...meant, ...doubted(meant) }
}
