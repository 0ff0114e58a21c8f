import type { Amount, ChainMention, Item, Link, Recipient, TokenMention } from '../tagger/item'
import { fillers } from '../tagger/vocabulary'

/** A thing that was named, and the word that ties it to the request. */
export type Mention = {
  link: Link | 'start'
  amount?: Amount
  token?: TokenMention
  chain?: ChainMention
  /** Of a chain whose name is a coin's too. */
  symbol?: string
  recipient?: Recipient
  /** It says where somebody is who was named before: "my colleague at 0x…". */
  apposed?: true
  /** A word that names nothing known here. */
  unknown?: string
  /** "... worth of". */
  worth?: boolean
}

export type Mentions = {
  all: readonly Mention[]
  /** Words that could not be placed. */
  unread: readonly string[]
  /** Something stands in quotation marks: it may be somebody else's words. */
  quoted: boolean
  /** A recipient stands before the verb and without "to": it may as well be the sender. */
  early: boolean
}

/** Groups tagged items: an amount with its token, a link with what follows it. */
export function readMentions(items: readonly Item[]): Mentions {
  const all: Mention[] = []
  const unread: string[] = []
  let link: Link | 'start' = 'start'
  let linked = false
  let open: Mention | null = null
  let named: { mention: Mention; until: number } | null = null
  let quoted = false
  let early = false
  const add = (rest: Omit<Mention, 'link'>): Mention => {
    const mention = { link, ...rest }
    all.push(mention)
    link = 'start'
    linked = false
    return mention
  }
  for (const [index, item] of items.entries()) {
    const wantsToken: Mention | null = open && !open.token ? open : null
    switch (item.is) {
      case 'verb':
        link = 'start'
        linked = item.form === 'base'
        open = null
        break
      case 'link': {
        const next = items[index + 1]
        // "$25 in ETH", "everything in DAI": what it is an amount of.
        if (item.text === 'in' && wantsToken && (next?.is === 'token' || (next?.is === 'chain' && next.symbol))) break
        link = item.link
        linked = true
        open = null
        break
      }
      case 'amount':
        open = add({ amount: item.amount })
        break
      case 'token':
        if (wantsToken) wantsToken.token = item.token
        else add({ token: item.token })
        open = null
        break
      case 'chain':
        if (wantsToken && item.symbol) wantsToken.token = { text: item.chain.text, symbol: item.symbol }
        else add({ chain: item.chain, ...(item.symbol ? { symbol: item.symbol } : {}) })
        open = null
        break
      case 'recipient':
        early ||= link === 'start' && !items.slice(0, index).some((before) => before.is === 'verb')
        add({ recipient: item.recipient, ...(isAt(items[index - 1]) ? { apposed: true } : {}) })
        open = null
        break
      case 'worth': {
        const last = all.at(-1)
        if (last) last.worth = true
        break
      }
      case 'quote':
        quoted = true
        break
      case 'comma':
        open = null
        linked = false
        break
      case 'word':
        if (/^[()[\]{}*~_?!]+$/.test(item.raw)) {
          open = null
        } else if (isAt(item) && items[index + 1]?.is === 'recipient') {
          open = null
        } else if (fillers.has(item.text)) {
          // "for me", "from my wallet": the link has been used up.
          if (['me', 'us', 'wallet', 'account'].includes(item.text)) link = 'start'
        } else if (item.text === 'and') {
          open = null
        } else if (wantsToken && /[a-z]/i.test(item.raw)) {
          wantsToken.token = { text: item.raw }
          open = null
        } else if (linked && /[a-z]/i.test(item.raw)) {
          named = { mention: add({ unknown: item.raw }), until: index }
        } else if (named?.until === index - 1 && item.text !== 'or' && /[a-z]/i.test(item.raw)) {
          named.mention.unknown += ` ${item.raw}`
          named.until = index
        } else {
          unread.push(item.raw)
        }
    }
  }
  return { all: joinExceptions(all), unread, quoted, early }
}

const isAt = (item: Item | undefined): boolean => item?.is === 'word' && item.text === 'at'

/** "all my ETH except 2 ETH": one amount. */
function joinExceptions(all: readonly Mention[]): readonly Mention[] {
  return all.flatMap((mention, index) => {
    const next = all[index + 1]
    const kept = next?.link === 'except' && next.amount?.kind === 'exact' ? next : null
    const sameToken = !kept?.token || kept.token.symbol === mention.token?.symbol
    if (mention.amount?.kind === 'all' && kept?.amount?.kind === 'exact' && sameToken)
      return [{ ...mention, amount: { kind: 'all-but', value: kept.amount.value } as const }]
    const previous = all[index - 1]
    const joined = mention.link === 'except' && mention.amount?.kind === 'exact' && previous?.amount?.kind === 'all'
    return joined && (!mention.token || mention.token.symbol === previous?.token?.symbol) ? [] : [mention]
  })
}
