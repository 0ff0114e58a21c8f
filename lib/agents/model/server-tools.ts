import { type Tool, tool } from 'ai'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { type ChainHandle, isNative } from '@/lib/chain/chains/chain'
import { readOwnedNfts } from '@/lib/chain/nft/owned'
import { readPrices } from '@/lib/chain/prices/prices'
import { readBalances } from '@/lib/chain/tokens/balances'
import { findEntities } from '@/lib/language/find-entities'
import { namesOf } from '@/lib/language/wallet-names'
import type { AbilityName } from '../abilities/ability'
import { answerApprovals } from '../abilities/approvals/approvals'
import { answerGas } from '../abilities/holdings/gas'
import { gasReserve } from '../abilities/holdings/gas-reserve'
import { priceOf } from '../abilities/holdings/prices'
import { chainNames, type KeptScene, reading, type Scene } from '../abilities/reading'
import { resolve } from '../abilities/resolve'
import { smallTalk } from '../replies/talk'
import { isSmall, textOf } from '../replies/texts'
import { topicOf } from '../replies/topic-of'
import { lendingTools } from './lending-tools'
import { planTools } from './plan-tools'
import { portfolioTool } from './portfolio-tool'
import { tokenTool } from './token-tool'
import { answered, onChain, RefusedError, served, type ToolAnswer } from './tool-answer'
import { positionTool, rebalanceTool, yieldTool } from './yield-tools'

/**
 * Tools that run here for a model and the signed-in account, by the abilities of its agent. Amounts are decimal strings
 * in whole tokens; prices are USD strings. A chain that does not answer is a worded error, never a zero.
 */
export function serverTools(
  abilities: readonly AbilityName[],
  scene: KeptScene,
  lastOffer: string | null = null,
): Record<string, Tool> {
  const can = (...names: AbilityName[]) => names.some((name) => abilities.includes(name))
  return {
    ...(can('balances') ? { read_balances: balances(scene) } : {}),
    ...(can('balances', 'swap', 'send') ? { find_tokens: tokenTool(scene) } : {}),
    ...(can('send', 'nfts') ? { resolve_name: nameTool(scene) } : {}),
    ...(can('prices') ? { read_prices: prices(scene) } : {}),
    ...(can('approvals') ? { read_approvals: approvals(scene) } : {}),
    ...(can('portfolio') ? { read_portfolio: portfolioTool(scene) } : {}),
    ...(can('yields', 'staking') ? { find_yields: yieldTool(scene) } : {}),
    ...(can('portfolio', 'staking') ? { read_yield_positions: positionTool(scene) } : {}),
    ...(can('portfolio', 'lending') ? lendingTools(scene) : {}),
    ...(can('nfts', 'portfolio') ? { read_nfts: nfts(scene) } : {}),
    ...(can('rebalance') ? { read_rebalance_positions: rebalanceTool(scene) } : {}),
    ...(can('plans') ? planTools(scene, lastOffer) : {}),
    ...(can('questions') ? { read_help: help(scene), read_gas: gas(scene) } : {}),
  }
}

const balances = (scene: Scene) =>
  tool({
    description:
      'The account’s token balances on one served chain or all, with the price of each token in USD. Of a network’s coin `keepForFeesInBaseUnits` has to stay for network fees.',
    inputSchema: onChain,
    execute: ({ chainId }) =>
      answered(async () => ({
        balances: (await Promise.all(served(scene, chainId).map((each) => balancesOn(each, scene)))).flat(),
      })),
  })

async function balancesOn(chain: ChainHandle, { account, signal, now }: Scene): Promise<ToolAnswer[]> {
  const amounts = await reading(chain, signal, readBalances(chain, account, chain.tokens))
  const [prices, fee] = await Promise.all([
    reading(chain, signal, readPrices(chain, chain.tokens, now())),
    gasReserve(chain, 'swap', signal),
  ])
  return chain.tokens.flatMap((token, index) => {
    const amount = amounts[index] ?? 0n
    if (amount === 0n) return []
    const price = prices.get(token.address)
    const { symbol, address, decimals } = token
    return [
      {
        chainId: chain.id,
        symbol,
        address,
        decimals,
        amount: formatUnits(amount, decimals),
        amountInBaseUnits: amount.toString(),
        priceUsd: price ? formatUnits(price.usd, 8) : null,
        // The possible cost of a transaction, to be left if all of the coin is meant.
        ...(isNative(address) ? { keepForFeesInBaseUnits: fee.toString() } : {}),
      },
    ]
  })
}

const prices = (scene: Scene) =>
  tool({
    description:
      'Prices in USD from the price feeds on the chains, by token symbol. `priceUsd` is null where there is no current price: then say so, and never give one from memory.',
    inputSchema: z.object({ symbols: z.array(z.string().min(1).max(20)).min(1).max(20) }),
    execute: ({ symbols }) =>
      answered(async () => ({
        prices: await Promise.all(
          symbols.map(async (symbol) => {
            const quoted = await priceOf(symbol, scene)
            if (!quoted) return { symbol, priceUsd: null }
            const { price, chain, token } = quoted
            return {
              symbol: token.symbol,
              priceUsd: formatUnits(price.usd, 8),
              source: price.source,
              chainId: chain.id,
              updatedAt: new Date(price.updatedAt).toISOString(),
            }
          }),
        ),
      })),
  })

const help = ({ chains }: Scene) =>
  tool({
    description:
      'What this app says of itself and of gas, slippage, lock-ups, lending, bridges, approvals, fees and keys. Ask with a short question in English, such as “what is slippage” or “can you move my money”. `answer` is null where it says nothing of that: then say that it is general knowledge and not the app’s word.',
    inputSchema: z.object({ question: z.string().min(1).max(200) }),
    execute: ({ question }) =>
      answered(async () => {
        const entities = findEntities(question, namesOf(chains))
        const topic = topicOf({ text: question, entities }, 'question')
        return {
          answer: isSmall(topic) ? smallTalk(topic, chainNames(chains)) : textOf(topic, entities),
          source: 'This app’s own explanations',
        }
      }),
  })

const gas = (scene: Scene) =>
  tool({
    description: 'What gas costs now on each served chain, and what a plain transfer comes to there, in words.',
    inputSchema: z.object({}),
    execute: () => answered(async () => ({ answer: (await answerGas(scene)).text })),
  })

const approvals = (scene: Scene) =>
  tool({
    description:
      'Which contracts may spend the account’s tokens or move its NFTs, how much of it is exposed now, and how far back the chains were searched, in words. An allowance is taken back by `approve` of 0, a collection by `setApprovalForAll` of false.',
    inputSchema: onChain,
    execute: ({ chainId }) =>
      answered(async () => ({
        answer: (await answerApprovals({ do: 'list', ...(chainId !== undefined && { chainId }) }, scene)).text,
      })),
  })

const nfts = (scene: Scene) =>
  tool({
    description:
      'NFTs of the account in the collections that the app knows. `incomplete` names those that may hold more.',
    inputSchema: onChain,
    execute: ({ chainId }) =>
      answered(async () => {
        const read = await Promise.all(
          served(scene, chainId).map(async (chain) => ({
            chain,
            ...(await reading(chain, scene.signal, readOwnedNfts(chain, scene.account))),
          })),
        )
        return {
          nfts: read.flatMap(({ chain, tokens }) =>
            tokens.map(({ collection, tokenId, amount }) => ({
              chainId: chain.id,
              contractAddress: collection.address,
              collection: collection.name,
              standard: collection.kind,
              tokenId: tokenId.toString(),
              amount: amount.toString(),
            })),
          ),
          incomplete: read.flatMap(({ incomplete }) => incomplete),
        }
      }),
  })

/** Gives a model the address of somebody whom the person calls by a name. */
const nameTool = (scene: Scene) =>
  tool({
    description:
      'The address that a name such as alice.eth (ENS) stands for on a chain. A name is turned into an address by this alone.',
    inputSchema: z.object({ name: z.string().min(1).max(255), chainId: z.int().positive() }),
    execute: ({ name, chainId }) =>
      answered(async () => {
        const [chain] = served(scene, chainId)
        const found = chain ? await resolve({ kind: 'name', name }, chain, scene) : ''
        if (typeof found === 'string') throw new RefusedError(found)
        return { ...found, chainId }
      }),
  })
