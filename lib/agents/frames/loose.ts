import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import type { Draft } from './draft'
import { fill } from './fill'
import type { Mention, Mentions } from './mentions'

/** Something named with no word on what to do with it. */
export type Bare = { text: string; what: 'token' | 'amount' | 'address' | 'network' }

/** "0.1 ETH to 0x…" without a verb: probably a send, so it is asked. */
export function looseSend({ all, unread }: Mentions): Draft | null {
  const draft = fill('send', all)
  const isWhole = draft.amount && draft.from?.symbol && draft.recipient?.kind === 'address' && !draft.unclear
  const isTo = all.some(({ recipient, link }) => recipient && link === 'to')
  const isPlain = isTo || all.length === 2
  return isWhole && isPlain && unread.length === 0 ? { ...draft, unsure: true } : null
}

const wanting = /^(?:get|want|wanna|need|like)$/

/** "USDC 220, mainnet to Base" without a verb: probably a bridge, so it is asked, unless the person wants or needs it there. */
export function looseBridge({ all, unread }: Mentions, items: readonly Item[]): Draft | null {
  const isWanted = items.some((item) => (item.is === 'word' || item.is === 'link') && wanting.test(item.text))
  const given = all.map((mention): Mention => {
    if (mention.amount) return { ...mention, link: 'start' }
    return isWanted && mention.chain && mention.link === 'on' ? { ...mention, link: 'to' } : mention
  })
  const { receive, ...draft } = fill('bridge', given)
  const isWhole = draft.amount && draft.from?.symbol && draft.toChain && !receive && !draft.unclear
  if (!isWhole || unread.length > 0 || draft.to?.symbol !== draft.from?.symbol) return null
  return isWanted ? draft : { ...draft, unsure: true }
}

/** "1 ETH to USDC" without a verb that is known: probably a swap, so it is asked. */
export function looseSwap({ all }: Mentions): Draft | null {
  const [given, wanted] = all.filter(({ chain, link }) => !(chain && link === 'on'))
  if (!given?.token?.symbol || given.link !== 'start') return null
  if (!(wanted?.link === 'to' || wanted?.link === 'for') || !wanted.token?.symbol) return null
  return { ...fill('swap', all), unsure: true }
}

/** A token, amount, network or address alone. */
export function bareMention({ all, unread }: Mentions, lexicon: Lexicon): Bare | null {
  const [only, ...others] = all
  if (!only || others.length > 0 || unread.some((word) => word.toLowerCase() !== 'add')) return null
  if (only.recipient) return { text: textOf(only), what: 'address' }
  if (only.chain) return { text: only.chain.text, what: 'network' }
  if (only.token)
    return lexicon.tokens.has(only.token.text.toLowerCase()) ? { text: only.token.text, what: 'token' } : null
  return only.amount ? { text: textOf(only), what: 'amount' } : null
}

function textOf({ recipient, amount }: Mention): string {
  if (recipient?.kind === 'address') return recipient.address
  if (recipient?.kind === 'name') return recipient.name
  if (recipient) return recipient.text
  return amount && 'value' in amount ? amount.value : 'that'
}
