import { formatUnits } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { worthOf } from '@/lib/chain/portfolio/holding'
import { readPrices, totalOf } from '@/lib/chain/prices/prices'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { readBalances } from '@/lib/chain/tokens/balances'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { BalancesQuery } from '../../meaning/queries'
import type { Holding } from '../../portfolio/snapshot'
import { ChainUnreadableError, list, reading, type Scene } from '../reading'
import { propose, type Reply, say } from '../reply'
import { amountText } from '../size'

/** `price` in USD with 8 decimals; null if unknown. */
type TokenHolding = { token: Token; amount: bigint; price: bigint | null; chain: ChainHandle }

/**
 * Answers with the account's holdings, freshly read from the chains, as a `show_token_balance_ui` call and a sentence.
 */
export async function answerBalances(query: BalancesQuery, scene: Scene): Promise<Reply> {
  const chains = [...scene.chains.values()].filter(
    ({ id }) => query.chainIds.length === 0 || query.chainIds.includes(id),
  )
  const reads = await Promise.allSettled(chains.map((chain) => holdingsOn(chain, query, scene)))
  scene.signal.throwIfAborted()
  const unread: string[] = []
  const held: TokenHolding[] = []
  for (const [index, read] of reads.entries()) {
    if (read.status === 'fulfilled') held.push(...read.value)
    else if (read.reason instanceof ChainUnreadableError) unread.push(chains[index]?.name ?? '')
    else throw read.reason
  }
  if (unread.length === chains.length)
    return say(`I could not read ${list(unread)} just now, so I cannot say what you have. Try again in a moment.`)
  const gap = unread.length > 0 ? ` ${list(unread)} could not be read just now and is not counted.` : ''
  const where = list(chains.flatMap(({ name }) => (unread.includes(name) ? [] : [name])))
  const what = query.symbols.length > 0 ? list(query.symbols, 'or') : 'of the tokens I know'
  if (held.length === 0)
    return say(`You hold none ${query.symbols.length > 0 ? `of ${what}` : what} on ${where}.${gap}`)
  return balancesCard(held, scene, `${summary(query, held, where)}${gap}`)
}

/** Builds a card of the balances, with text beside it. */
const balancesCard = (held: readonly TokenHolding[], { account }: Scene, text: string): Reply =>
  propose(
    'show_token_balance_ui',
    { address: account, balances: held.map(balanceObject), totalValue: dollars(totalIn(held).usd) },
    text,
  )

/** Builds a card from the balances of a portfolio that was already read, so that both show the same figures. */
export function walletCard(holdings: readonly Holding[], scene: Scene): Reply {
  const held = holdings.flatMap(({ kind, chainId, token: address, amount, price }): TokenHolding[] => {
    const chain = scene.chains.get(chainId)
    const token = chain && findToken(chain, address)
    return kind === 'wallet' && chain && token ? [{ token, amount, price, chain }] : []
  })
  return held.length > 0 ? balancesCard(held, scene, '') : say('')
}

async function holdingsOn(
  chain: ChainHandle,
  query: BalancesQuery,
  { account, signal, now }: Scene,
): Promise<TokenHolding[]> {
  const tokens = chain.tokens.filter(({ symbol }) => query.symbols.length === 0 || query.symbols.includes(symbol))
  const amounts = await reading(chain, signal, readBalances(chain, account, tokens))
  const kept = tokens.flatMap((token, index) => {
    const amount = amounts[index] ?? 0n
    return amount > 0n ? [{ token, amount }] : []
  })
  const prices = await reading(
    chain,
    signal,
    readPrices(
      chain,
      kept.map(({ token }) => token),
      now(),
    ),
  )
  return kept.map(({ token, amount }) => ({ token, amount, chain, price: prices.get(token.address)?.usd ?? null }))
}

const worth = ({ amount, token: { decimals }, price }: TokenHolding): bigint | null =>
  worthOf({ amount, decimals, price })

const totalIn = (held: readonly TokenHolding[]) =>
  totalOf(held.map((each) => ({ symbol: each.token.symbol, amount: each.amount, value: worth(each) })))

/** Converts USD with 8 decimals to a JSON number, truncated to cents. */
const dollars = (usd: bigint): number => Number(usd / 1_000_000n) / 100

/**
 * Builds an entry of `balances`: the amount in whole tokens as an exact decimal string, and no price if none is known.
 */
const balanceObject = (held: TokenHolding): Record<string, unknown> => ({
  symbol: held.token.symbol,
  name: held.token.name,
  chainId: held.chain.id,
  address: held.token.address,
  decimals: held.token.decimals,
  amount: formatUnits(held.amount, held.token.decimals),
  ...(held.price === null ? {} : { price: Number(formatUnits(held.price, 8)), value: dollars(worth(held) ?? 0n) }),
})

function summary(query: BalancesQuery, held: readonly TokenHolding[], where: string): string {
  const { usd: total, unpriced } = totalIn(held)
  const note = unpriced.length > 0 ? ` There is no price for ${list(unpriced)}, so it is not in the total.` : ''
  if (query.symbols.length === 0) return `On ${where} you hold about ${formatUsd(total)} in all.${note}`
  const parts = held.map((each) => `${amountText(each.amount, each.token, 'in')} on ${each.chain.name}`)
  const sum = unpriced.length < new Set(held.map(({ token }) => token.symbol)).size ? `, about ${formatUsd(total)}` : ''
  return `You have ${list(parts)}${sum}.${note}`
}
