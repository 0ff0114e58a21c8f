import type { Amount, ChainMention, Item, Link, Recipient, TokenMention } from '../tagger/item'
import { fillers } from '../tagger/vocabulary'

/** A thing that was named, and the word that ties it to the request. */
export type Mention = {
  /** `in`: before a token, which is what it becomes, or what an amount before it is of. */
  link: Link | 'start' | 'in'
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
  /** It stands after "and". */
  and?: true
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
  let link: Mention['link'] = 'start'
  let linked = false
  let and = false
  let open: Mention | null = null
  let named: { mention: Mention; until: number } | null = null
  let quoted = false
  let early = false
  const add = (rest: Omit<Mention, 'link'>): Mention => {
    const mention: Mention = { link, ...rest, ...(and ? { and } : {}) }
    all.push(mention)
    and = false
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
        const isToken = next?.is === 'token' || (next?.is === 'chain' && next.symbol !== undefined)
        // "$25 in ETH", "everything in DAI": what it is an amount of.
        if (item.text === 'in' && wantsToken && isToken) break
        // "Swap 1 ETH in USDC": what it becomes.
        link = item.text === 'in' && next?.is === 'token' ? 'in' : item.link
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
        } else if (item.text === 'and' || item.text === '&') {
          open = null
          and = true
        } else if (wantsToken && /^(?:them|those|these)$/.test(item.text)) {
          // "DAI, 80 of them": what was named before.
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

/** "All my ETH except 2 ETH", "all my DAI to USDC except 100": one amount. */
function joinExceptions(all: readonly Mention[]): readonly Mention[] {
  const whole = all.find(({ amount }) => amount?.kind === 'all')
  const kept = all.find(({ link, amount }) => link === 'except' && amount?.kind === 'exact')
  if (!whole || kept?.amount?.kind !== 'exact') return all
  const isSame = !kept.token || !whole.token || kept.token.symbol === whole.token.symbol
  if (!isSame) return all
  const joined: Mention = { ...kept, ...whole, amount: { kind: 'all-but', value: kept.amount.value } }
  return all.flatMap((mention) => (mention === kept ? [] : mention === whole ? [joined] : [mention]))
}
