import { formatUnits } from 'viem'
import { readPrices, usdValue } from '@/lib/chain/prices/prices'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { nativeToken } from '@/lib/chain/tokens/tokens'
import { reading, type Scene } from './reading'
import { type Reply, say } from './reply'
import { amountText } from './size'

/** Gas units of a plain transfer. */
const plainTransfer = 21_000n

/** Answers "how much is gas" with each network's current price and the cost of a plain transfer. */
export async function answerGas({ chains, signal, now }: Scene): Promise<Reply> {
  const lines = await Promise.all(
    [...chains.values()].map(async (chain) => {
      const coin = nativeToken(chain)
      const [price, prices] = await reading(
        chain,
        signal,
        Promise.all([chain.client.getGasPrice(), readPrices(chain, [coin], now())]),
      )
      const quoted = prices.get(coin.address)
      const usd = quoted ? usdValue(price * plainTransfer, coin.decimals, quoted) : null
      const worth = usd === null ? '' : usd === 0n ? ', less than a cent' : `, about ${formatUsd(usd)}`
      return `- ${chain.name}: ${gwei(price)} gwei; a plain transfer of ${coin.symbol} costs about ${amountText(price * plainTransfer, coin)}${worth}${quoted ? ` (${quoted.source})` : ''}`
    }),
  )
  return say(
    `This is what gas costs right now, according to a node on each network. It varies with how busy the network is; a swap takes about ten times as much gas as a plain transfer, and each card shows its own network fee.\n\n${lines.join('\n')}`,
  )
}

/** In gwei, to four significant digits. */
const gwei = (price: bigint): string => String(Number(Number(formatUnits(price, 9)).toPrecision(4)))
