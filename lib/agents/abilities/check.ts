import type { Chains } from '@/lib/chain/chains/chain'
import { percentOf } from '@/lib/chain/tokens/percent'
import { stableCoins } from '@/lib/language/alike'
import type { Draft, Unclear } from '@/lib/language/steps/draft'
import type { TokenMention } from '@/lib/language/steps/mention'
import { ask } from '../replies/questions'
import { chainNames, list } from './reading'
import { type Reply, say } from './reply'

/**
 * Highest slippage of a swap, as a fraction. Review would block a higher one (docs/review-rules.md, `swap.slippage`).
 */
const highestSlippage = 0.2

/** Returns the first objection to planning a draft, as a reply; null if there is none. Reads no chain. */
export function objection(draft: Draft, chains: Chains): Reply | null {
  const question = draft.unclear ? unclearWords[draft.unclear] : badPart(draft, chains)
  if (question) return say(question)
  const missing = missingPart(draft)
  if (missing) return say(missing)
  return draft.unsure ? say(ask('confirm', `I read that as: ${inWords(draft)}.`)) : null
}

const unclearWords: Readonly<Record<Unclear, string>> = {
  'two-amounts': ask('amount', 'I found more than one amount.'),
  'two-recipients': ask('recipient', 'I found two different recipients, and I will not choose between them.'),
  'too-many-tokens': ask(
    'action',
    'I could not tell which token and amount go where. Say it like “swap 1 ETH for USDC”.',
  ),
  'too-many-chains': ask(
    'action',
    'I could not tell which network is which. Say it like “bridge 1 ETH from Ethereum to Base”.',
  ),
  'foreign-recipient': ask(
    'one',
    'What a swap or bridge brings always goes to your own account. Sending it on is a second step; I do one at a time.',
  ),
  'each-or-all': ask(
    'amount',
    'I cannot tell whether that sum is for each time or for all of them together. Say how much each time and how often, such as “20 USDC every week”.',
  ),
}

/** Asks for the address of somebody whom the agent cannot look up: the person's own names stay in the browser. */
export const askFor = (name: string): string =>
  ask(
    'recipient',
    `I do not know an address for “${name}”. I need it in full, starting with 0x; from your address book, type @ and the name.`,
  )

function badPart({ amount, receive, from, to, fromChain, toChain, recipient, slippage }: Draft, chains: Chains) {
  for (const sum of [amount, receive])
    if (sum?.kind === 'bad') return ask('amount', `I cannot use “${sum.text}”: ${sum.why}.`)
  if (from && !from.symbol) return ask('from', unknownToken(from, chains))
  if (to && !to.symbol) return ask('to', unknownToken(to, chains))
  if (fromChain && fromChain.id === undefined)
    return ask('from-chain', `I do not support a network called “${fromChain.text}”, only ${chainNames(chains)}.`)
  if (toChain && toChain.id === undefined)
    return ask('to-chain', `I do not support a network called “${toChain.text}”, only ${chainNames(chains)}.`)
  if (recipient?.kind === 'bad') return ask('recipient', `The address ${recipient.text} ${recipient.why}.`)
  if (recipient?.kind === 'nobody') return askFor(recipient.text)
  if (slippage !== undefined && (slippage <= 0 || slippage > highestSlippage))
    return ask('slippage', `Slippage must be more than 0 and at most ${percentOf(highestSlippage)}.`)
  return null
}

function missingPart({ action, amount, receive, from, to, fromChain, toChain, recipient }: Draft): string | null {
  if (!from && to && action !== 'send') return ask('from', `To get ${to.symbol}, you need to pay with something.`)
  if (!from) return ask('from')
  if (receive && !amount)
    return ask(
      'amount',
      `I can fix how much ${from.symbol} you spend, but not how much ${to?.symbol ?? ''} you get for it.`,
    )
  if (receive)
    return ask('amount', 'I can fix what you spend, but not what you get for it, so give me one amount only.')
  if (action !== 'send' && !to) return ask('to')
  if (action === 'bridge' && !toChain) return ask('to-chain', fromChain ? '' : 'A bridge needs a network to go to.')
  if (from.symbol === to?.symbol && (action === 'swap' ? fromChain?.id === toChain?.id : false))
    return ask('to', `${from.symbol} on both sides is the same token, so there is nothing to swap.`)
  if (action !== 'send' && toChain && toChain.id === fromChain?.id && from.symbol === to?.symbol)
    return ask('to-chain', `It is already on ${toChain.text}.`)
  if (!amount) return ask('amount', `You have not said how much ${from.symbol}.`)
  if (action === 'send' && !recipient) return ask('recipient', 'I need the whole address, starting with 0x.')
  return null
}

/** Names of the class that the coins of a dollar belong to. */
const stableNames: ReadonlySet<string> = new Set([
  ...(['stable', 'stables', 'stablecoin', 'stablecoins'] as const),
  ...(['stable coin', 'stable coins', 'stable-coin', 'stable-coins'] as const),
])

function unknownToken(mention: TokenMention, chains: Chains): string {
  const symbols = [...new Set([...chains.values()].flatMap((chain) => chain.tokens.map((token) => token.symbol)))]
  const stable = stableCoins.filter((symbol) => symbols.includes(symbol))
  if (stableNames.has(mention.text.toLowerCase()) && stable.length > 0)
    return `The stablecoins I know are ${list(stable)}.`
  const more = symbols.length > 8 ? ` and ${symbols.length - 8} more` : ''
  return `I do not know a token called “${mention.text}”. I know ${more ? symbols.slice(0, 8).join(', ') + more : list(symbols)}.`
}

/** Describes the draft for the person to confirm. */
export function inWords(draft: Draft, what = amountWords(draft, draft.from?.symbol)): string {
  const chain = draft.fromChain ? ` on ${draft.fromChain.text}` : ''
  if (draft.action === 'send') {
    const { recipient } = draft
    const whom = recipient?.kind === 'address' ? recipient.address : recipient?.kind === 'name' ? recipient.name : ''
    return `send ${what} to ${whom}${chain}`
  }
  const most = draft.slippage === undefined ? '' : `, with at most ${percentOf(draft.slippage)} slippage`
  const onto = draft.toChain ? ` to ${draft.toChain.text}` : ''
  if (draft.action === 'bridge')
    return `bridge ${what}${draft.fromChain ? ` from ${draft.fromChain.text}` : ''}${onto}${most}`
  const across = draft.toChain && draft.toChain.id !== draft.fromChain?.id ? ` on ${draft.toChain.text}` : ''
  return `swap ${what}${chain} for ${draft.to?.symbol ?? ''}${across}${most}`
}

const fractions: readonly [part: bigint, whole: bigint, words: string][] = [
  [1n, 2n, 'half'],
  [1n, 3n, 'a third'],
  [2n, 3n, 'two thirds'],
  [1n, 4n, 'a quarter'],
  [3n, 4n, 'three quarters'],
]

/** Names a share as people say it: "half", "30%"; as a fraction if it is no whole percentage. */
export function shareWords({ part, whole }: { part: bigint; whole: bigint }): string {
  const named = fractions.find((each) => each[0] * whole === each[1] * part)
  if (named) return named[2]
  return (part * 100n) % whole === 0n ? `${(part * 100n) / whole}%` : `${part}/${whole}`
}

/** Describes an amount of a token: "$35 of DAI", and without a token "$35". Empty if neither is known. */
export function amountWords({ amount }: Pick<Draft, 'amount'>, symbol = ''): string {
  switch (amount?.kind) {
    case 'exact':
      return `${amount.value} ${symbol}`.trim()
    case 'usd':
      return symbol ? `$${amount.value} of ${symbol}` : `$${amount.value}`
    case 'share':
      return `${shareWords(amount)} of ${symbol ? `your ${symbol}` : 'it'}`
    case 'all':
      return symbol ? `all your ${symbol}` : 'all of it'
    case 'all-but':
      return `all but ${amount.value} ${symbol}`.trim()
    default:
      return symbol
  }
}
