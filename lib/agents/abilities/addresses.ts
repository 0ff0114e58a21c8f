import { isNative } from '@/lib/chain/chains/chain'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { Insight } from '../meaning/queries'
import { chainNames, list, type Scene } from './reading'
import { type Reply, say } from './reply'

/** Answers "what is the contract address of USDC on Base" from the app's lists. */
export function answerContracts(
  { token, chain }: Extract<Insight, { of: 'contracts' }>,
  { chains }: Pick<Scene, 'chains'>,
): Reply {
  const { symbol, text } = token
  if (chain && (chain.id === undefined || !chains.has(chain.id)))
    return say(`I do not support a network called “${chain.text}”, only ${chainNames(chains)}.`)
  const found = [...chains.values()].flatMap((each) => {
    const listed = symbol && (!chain || each.id === chain.id) ? tokenBySymbol(each, symbol) : undefined
    return listed ? [{ on: each.name, listed }] : []
  })
  if (found.length === 0) {
    const where = chain?.id === undefined ? '' : ` on ${chains.get(chain.id)?.name ?? chain.text}`
    return say(`I know of no token called “${text}”${where}: I work only with the tokens on the app’s lists.`)
  }
  const parts = found.map(({ on, listed }) =>
    isNative(listed.address)
      ? `${listed.symbol} on ${on} is the network’s own coin and has no contract`
      : `${listed.symbol} on ${on} is the contract ${listed.address}`,
  )
  return say(
    `According to the app’s lists, ${list(parts)}. Do not send tokens to a token’s contract: they would be lost.`,
  )
}

/** Answers "what is my address" with the account of the sign-in and its network. */
export function answerAccount({ account, chains, signedInOn }: Scene): Reply {
  const on = chains.get(signedInOn)?.name ?? `chain ${signedInOn}`
  return say(
    `You are signed in with ${account}, on ${on}. To receive coins or tokens, give that address and name the network; it is the same on each of them.`,
  )
}
