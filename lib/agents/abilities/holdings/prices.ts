import type { ChainHandle, Price, Token } from '@/lib/chain/chains/chain'
import { readPrices, usdValue } from '@/lib/chain/prices/prices'
import { movementOf, type Round, readRounds } from '@/lib/chain/prices/rounds'
import { formatPrice, formatUsd, parseAmount } from '@/lib/chain/tokens/amount'
import { percentOf } from '@/lib/chain/tokens/percent'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { agoWords } from '@/lib/tools/shared/ago-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { Display } from '@/lib/wire/display'
import type { PriceQuery } from '../../meaning/queries'
import { ask } from '../../replies/questions'
import { reading, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { amountText } from '../size'

/** Answers with prices from the feeds on the chains. Never from memory: without a feed it says so. */
export async function answerPrices(query: PriceQuery, scene: Scene): Promise<Reply> {
  const { tokens, amount, into, isGeneral, isOfAnotherTime } = query
  const [given] = tokens
  if (into?.symbol && given?.symbol) return answerRate(given.symbol, into.symbol, amount, scene)
  const unknown = tokens.find(({ symbol }) => !symbol)
  const named = tokens.flatMap(({ symbol }) => (symbol ? [symbol] : []))
  const symbols = [...new Set(isGeneral ? everyday.filter((symbol) => isListed(symbol, scene)) : named)]
  if (symbols.length === 0) return say(ask('from', unknown ? `I do not know a token called “${unknown.text}”.` : ''))
  const quoted = await Promise.all(symbols.map((symbol) => priceOf(symbol, scene)))
  const moved = await Promise.all(quoted.map((each) => (each ? movedSince(each, scene) : null)))
  const [first] = symbols
  const each = symbols.map((symbol, index) => {
    const now = sentence(symbol, quoted[index] ?? null, symbol === first ? amount : undefined, scene.now())
    const movement = moved[index] && movementWords(moved[index], symbols.length === 1)
    return movement ? `${now} ${movement}` : now
  })
  // One line for each: a table beside the text can take their place.
  const sentences = each.length === 1 ? each.join('') : each.map((line) => `- ${line}`).join('\n')
  const shown = quoted.flatMap((each, index) => (each && moved[index] ? [each] : []))
  const reply = say(isOfAnotherTime ? `${onlyAWeek} Now:\n\n${sentences}` : sentences)
  return shown.length > 0 ? { ...reply, display: priceDisplay(shown) } : reply
}

const onlyAWeek =
  'I know prices only as the feeds on the chains keep them, about a week back. For other times, ask a price site; nobody knows future ones.'

/** Most tokens to draw. */
const mostShown = 6

const priceDisplay = (quoted: readonly Quoted[]): Display => ({
  type: 'price',
  rows: quoted.slice(0, mostShown).map(({ token, chain }) => ({ chainId: chain.id, token: token.address })),
})

/** Returns the feed's rounds of the last week. A feed whose rounds cannot be read leaves only that open. */
const movedSince = ({ token, chain }: Quoted, { signal }: Scene): Promise<readonly Round[] | null> =>
  token.priceFeed
    ? reading(chain, signal, readRounds(chain, token.priceFeed)).catch(() => {
        signal.throwIfAborted()
        return null
      })
    : Promise.resolve(null)

function movementWords(rounds: readonly Round[], isOnly: boolean): string | null {
  const movement = movementOf(rounds)
  if (!movement) return null
  const { first, last, lowest, highest, change } = movement
  const size = percentOf(Math.abs(change))
  const way = Math.abs(change) < 0.00005 ? 'hardly moved' : `${change > 0 ? 'risen' : 'fallen'} ${size}`
  const span = durationWords((last.at - first.at) / 1000)
  if (!isOnly) return `It has ${way} in ${span}.`
  return `It has ${way} in ${span}, from ${formatPrice(first.usd)}; lowest ${formatPrice(lowest.usd)}, highest ${formatPrice(highest.usd)}, by the feed’s rounds.`
}

/** Tokens to quote if none is named. */
const everyday = ['ETH', 'WBTC', 'USDC', 'USDT', 'DAI']

const isListed = (symbol: string, { chains }: Scene): boolean =>
  [...chains.values()].some((chain) => tokenBySymbol(chain, symbol))

/** Converts an amount of one token to another by the feeds of both. A swap yields a little less. */
async function answerRate(given: string, wanted: string, amount: PriceQuery['amount'], scene: Scene): Promise<Reply> {
  const [from, to] = await Promise.all([priceOf(given, scene), priceOf(wanted, scene)])
  const missing = [from ? '' : given, to ? '' : wanted].filter(Boolean)
  if (!from || !to) return say(`I have no current price for ${missing.join(' and ')}.`)
  const count = amount?.kind === 'exact' ? amount.value : '1'
  const size = parseAmount(count, from.token.decimals)
  if (size === null) return say(ask('amount', `${count} is not an amount of ${given}.`))
  const value = usdValue(size, from.token.decimals, from.price)
  const bought = (value * 10n ** BigInt(to.token.decimals)) / to.price.usd
  return say(
    `By current prices ${count} ${given}, about ${formatUsd(value)}, is worth about ${amountText(bought, to.token, 'in')} (${from.price.source} and ${to.price.source}). A swap brings a little less; say “swap ${count} ${given} for ${wanted}” to see a quote on the card.`,
  )
}

type Quoted = { token: Token; price: Price; chain: ChainHandle }

/** Returns the price on the chain of the sign-in, else on the first one that has a fresh feed for the token. */
export async function priceOf(symbol: string, { chains, signedInOn, signal, now }: Scene): Promise<Quoted | null> {
  const here = chains.get(signedInOn)
  const ordered = [...(here ? [here] : []), ...[...chains.values()].filter((chain) => chain !== here)]
  for (const chain of ordered) {
    const token = tokenBySymbol(chain, symbol)
    if (!token?.priceFeed) continue
    // A failing feed only leaves the price unknown. The block number distinguishes that from an unreadable network.
    const [prices] = await reading(
      chain,
      signal,
      Promise.all([readPrices(chain, [token], now()), chain.client.getBlockNumber({ cacheTime: 0 })]),
    )
    const price = prices.get(token.address)
    if (price) return { token, price, chain }
  }
  return null
}

function sentence(symbol: string, quoted: Quoted | null, amount: PriceQuery['amount'], now: number): string {
  if (!quoted) return `I have no current price for ${symbol}.`
  const { token, price, chain } = quoted
  const source = `(${price.source} on ${chain.name}, ${age(now - price.updatedAt)})`
  const dollars = amount?.kind === 'usd' ? parseAmount(amount.value, 8) : null
  if (dollars !== null) {
    const bought = (dollars * 10n ** BigInt(token.decimals)) / price.usd
    return `${formatUsd(dollars)} is worth about ${amountText(bought, token, 'in')}, at ${formatPrice(price.usd)} for 1 ${symbol} ${source}.`
  }
  const count = amount?.kind === 'exact' ? amount.value : '1'
  const size = parseAmount(count, token.decimals)
  const isOne = size === null || size === 10n ** BigInt(token.decimals)
  const worth = isOne ? formatPrice(price.usd) : formatUsd(usdValue(size, token.decimals, price))
  return `${isOne ? 1 : count} ${symbol} is worth about ${worth} ${source}.`
}

function age(milliseconds: number): string {
  const ago = agoWords(milliseconds)
  return ago === null ? 'just updated' : `updated ${ago}`
}
