import { isAddressEqual } from 'viem'
import { lendingMarkets } from '@/lib/chain/lending/markets'
import { readLendingPositions } from '@/lib/chain/lending/positions'
import type { Insight } from '../../meaning/queries'
import { chainNames, reading, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { inMarket } from './lend'
import { rateText } from './lending-words'

/** Answers "what does it cost to borrow DAI" with the markets' current rates for each token. */
export async function answerBorrowRates(
  { token, chain: on }: Extract<Insight, { of: 'borrow-rates' }>,
  { chains, account, signal }: Scene,
): Promise<Reply> {
  if (on && on.id === undefined)
    return say(`I do not support a network called “${on.text}”, only ${chainNames(chains)}.`)
  const served = [...chains.values()].filter(
    ({ id }) => (on?.id === undefined || id === on.id) && lendingMarkets(id).length > 0,
  )
  const lines = await Promise.all(
    served.map(async (chain) => {
      const named = token?.symbol === undefined ? null : inMarket(chain, token.symbol)
      const positions = await reading(chain, signal, readLendingPositions(chain, account))
      return positions.flatMap(({ market, reserves }) =>
        (token ? (named ? [named] : []) : chain.tokens).flatMap(({ address, symbol }) =>
          reserves
            .filter((reserve) => isAddressEqual(reserve.token, address) && reserve.borrowable)
            .map(
              ({ borrowRate }) =>
                `- ${symbol} in ${market.name} on ${chain.name}: borrowers pay ${rateText(borrowRate)}`,
            ),
        ),
      )
    }),
  )
  const found = lines.flat()
  const what = token ? ` ${token.symbol ?? `“${token.text}”`}` : ''
  if (found.length === 0)
    return say(`No lending market I know of on ${chainNames(chains)} lends${what || ' anything'} right now.`)
  return say(
    `These are the current rates for borrowing${what}, read from the markets’ own contracts; they change with how much is borrowed. You need collateral in the same market.\n\n${found.join('\n')}`,
  )
}
