import { randomUUID } from 'node:crypto'
import { numberToHex } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { HttpError } from '../api/http-error'
import type { Routes } from '../api/server'
import type { DevnetChain } from '../chain'
import type { Control } from '../services/control'
import type { Relayer } from '../services/relayer'
import { readQuoteOrder, readRoutesOrder, readStep } from './order'
import { transferStatus } from './status'
import { describeStep } from './step'
import { findChain, findToken, tokenJson, withPrice } from './token'
import { tools } from './tools'
import { describeStepWithTransaction } from './transaction'
import { bridgeWay, findWays, swapWay } from './way'

type RoutingSources = {
  chains: readonly DevnetChain[]
  control: Control
  relayer: Relayer
  /** Origin of the app: links in the answers lead there. */
  origin: string
}

const noRoute = () => new HttpError(404, 'No available quotes for the requested transfer', 1002)

async function chainJson(chain: DevnetChain, origin: string) {
  const { id, name, rpcUrl, viemChain } = chain.info
  const { nativeCurrency } = viemChain
  const coin = await findToken(chain, nativeCurrency.symbol)
  return {
    key: `local${id}`,
    chainType: 'EVM',
    name,
    coin: nativeCurrency.symbol,
    id,
    mainnet: false,
    logoURI: '',
    tokenlistUrl: '',
    multicallAddress: devnetAddresses.multicall,
    diamondAddress: devnetAddresses.diamond,
    relayerSupported: false,
    nativeToken: tokenJson(coin),
    metamask: {
      chainId: numberToHex(id),
      chainName: name,
      nativeCurrency,
      rpcUrls: [rpcUrl],
      // The SDK appends tx/<hash>, so the slash is required.
      blockExplorerUrls: [`${origin}/`],
    },
  }
}

/** Filters by the comma-separated ids or keys of a query parameter, if it is given. */
function chosenChains(chains: readonly DevnetChain[], list: string | undefined): readonly DevnetChain[] {
  return list ? chains.filter(({ info }) => list.split(',').includes(String(info.id))) : chains
}

async function tokensByChain(chains: readonly DevnetChain[]) {
  const lists = await Promise.all(
    chains.map(async (chain) => {
      const priced = await Promise.all(chain.info.tokens.map((token) => withPrice(chain, token)))
      return [chain.info.id, priced.map(tokenJson)] as const
    }),
  )
  return { tokens: Object.fromEntries(lists) }
}

function toolsJson(chains: readonly DevnetChain[]) {
  const ids = chains.map(({ info }) => info.id)
  const pairs = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to]))
  return {
    exchanges: [{ ...tools.exchange, supportedChains: ids }],
    bridges: [
      { ...tools.bridge, supportedChains: pairs.map(([fromChainId, toChainId]) => ({ fromChainId, toChainId })) },
    ],
  }
}

function routeJson(step: Awaited<ReturnType<typeof describeStep>>, tags: readonly string[]) {
  const { action, estimate } = step
  return {
    id: randomUUID(),
    fromChainId: action.fromChainId,
    fromAmountUSD: estimate.fromAmountUSD,
    fromAmount: action.fromAmount,
    fromToken: action.fromToken,
    fromAddress: action.fromAddress,
    toChainId: action.toChainId,
    toAmountUSD: estimate.toAmountUSD,
    toAmount: estimate.toAmount,
    toAmountMin: estimate.toAmountMin,
    toToken: action.toToken,
    toAddress: action.toAddress,
    gasCostUSD: estimate.gasCosts[0]?.amountUSD,
    containsSwitchChain: false,
    insurance: { state: 'NOT_INSURABLE', feeAmountUsd: '0' },
    steps: [step],
    tags,
  }
}

/** The endpoints of the LI.FI API that its SDK uses (docs.li.fi/api-reference), over the local pools and the bridge. */
export function routingRoutes({ chains, control, relayer, origin }: RoutingSources): Routes {
  return {
    'GET /routing/v1/chains': async () => ({
      chains: await Promise.all(chains.map((chain) => chainJson(chain, origin))),
    }),
    'GET /routing/v1/tokens': ({ query }) => tokensByChain(chosenChains(chains, query.chains)),
    'GET /routing/v1/token': async ({ query }) =>
      tokenJson(await findToken(findChain(chains, query.chain ?? ''), query.token ?? '')),
    'GET /routing/v1/tools': ({ query }) => toolsJson(chosenChains(chains, query.chains)),
    'GET /routing/v1/quote': async ({ query }) => {
      const order = await readQuoteOrder(chains, query)
      const [best] = await findWays(order)
      if (!best) throw noRoute()
      return describeStepWithTransaction(order, best, control.knobs())
    },
    'POST /routing/v1/advanced/routes': async ({ body }) => {
      const order = await readRoutesOrder(chains, body)
      const steps = await Promise.all((await findWays(order)).map((way) => describeStep(order, way, control.knobs())))
      return {
        routes: steps.map((step, index) => routeJson(step, index === 0 ? ['RECOMMENDED', 'CHEAPEST'] : [])),
        unavailableRoutes: { filteredOut: [], failed: [] },
      }
    },
    'POST /routing/v1/advanced/stepTransaction': async ({ body }) => {
      const { id, order, passes } = await readStep(chains, body)
      const way = order.source === order.target ? await swapWay(order, passes) : bridgeWay(order)
      if (!way) throw noRoute()
      return describeStepWithTransaction(order, way, control.knobs(), id)
    },
    'GET /routing/v1/status': ({ query }) => transferStatus(query, { chains, knobs: control.knobs(), relayer, origin }),
  }
}
