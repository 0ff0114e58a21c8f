import { type Address, formatUnits, isAddressEqual } from 'viem'
import type { Chains } from '../chains/chain'
import { yieldNetwork } from './networks'
import { failureWords, parseAction, parseBalances, parseList, parseYield } from './yield-xyz-answers'
import { type Yield, type YieldAction, YieldError, type YieldExit, type YieldPosition, type Yields } from './yields'

/** Milliseconds to wait for an answer. */
const patience = 10_000
const pageSize = 100
/** Thousands of yields are known; a person is shown a few. */
const mostPages = 5

export type YieldXyzOptions = {
  /** Absolute base address without the version: `https://api.yield.xyz`. */
  apiUrl: string
  chains: Chains
  /** Server only: a browser asks through a proxy that adds it. */
  apiKey?: string
}

/** Yield.xyz over HTTP. Its statements are claims; what it wants signed is untrusted. */
export function createYieldXyz({ apiUrl, chains, apiKey }: YieldXyzOptions): Yields {
  const ask = (method: 'GET' | 'POST', path: string, signal: AbortSignal | undefined, body?: unknown) =>
    request(`${apiUrl}/v1/${path}`, { method, body, apiKey, signal })

  const act = async (intent: 'enter' | 'exit', action: YieldAction, args: object, signal: AbortSignal | undefined) => {
    const body = { yieldId: action.yield.id, address: action.account, arguments: args }
    return parseAction(await ask('POST', `actions/${intent}`, signal, body), action.yield.chainId)
  }

  const listOn = async (network: string, signal: AbortSignal | undefined): Promise<readonly Yield[]> => {
    const found: Yield[] = []
    for (let page = 0; page < mostPages; page++) {
      const query = new URLSearchParams({ network, limit: String(pageSize), offset: String(page * pageSize) })
      const { items, seen, total } = parseList(await ask('GET', `yields?${query}`, signal))
      found.push(...items)
      if (seen === 0 || (page + 1) * pageSize >= total) break
    }
    return found
  }

  const find: Yields['find'] = async (id, signal) => {
    try {
      const found = parseYield(await ask('GET', `yields/${encodeURIComponent(id)}`, signal))
      // Refuses an answer to a different question.
      if (found && found.id !== id)
        throw new YieldError('unreadable', 'The yield service answered about a different yield.')
      return found && chains.has(found.chainId) ? found : null
    } catch (error) {
      if (error instanceof YieldError && error.code === 'unknown') return null
      throw error
    }
  }

  return {
    list: async ({ chainId, token } = {}, signal) => {
      const served = [...chains.keys()].filter((id) => chainId === undefined || id === chainId)
      const networks = served.flatMap((id) => yieldNetwork(id) ?? [])
      const found = (await Promise.all(networks.map((network) => listOn(network, signal)))).flat()
      return found.filter(
        (each) => served.includes(each.chainId) && (token === undefined || isAddressEqual(each.token.address, token)),
      )
    },
    find,
    // The API counts in whole tokens.
    enter: (action, signal) => act('enter', action, { amount: formatUnits(action.amount, action.decimals) }, signal),
    exit: (action: YieldExit, signal) => {
      const amount = formatUnits(action.amount, action.decimals)
      return act('exit', action, action.all ? { amount, useMaxAmount: true } : { amount }, signal)
    },
    positions: async (account: Address, signal) => {
      const networks = [...chains.keys()].flatMap((id) => yieldNetwork(id) ?? [])
      const queries = networks.map((network) => ({ address: account, network }))
      const balances = parseBalances(await ask('POST', 'yields/balances', signal, { queries }))
      const ids = [...new Set(balances.map(({ yieldId }) => yieldId))]
      const known = new Map(await Promise.all(ids.map(async (id) => [id, await find(id, signal)] as const)))
      return balances.flatMap((balance): YieldPosition[] => {
        const place = known.get(balance.yieldId)
        if (!place) return []
        const { chainId, contract, protocol, pool, apy } = place
        return [{ ...balance, chainId, contract, protocol, pool, apy }]
      })
    },
  }
}

type Request = { method: string; body: unknown; apiKey: string | undefined; signal: AbortSignal | undefined }

async function request(url: string, { method, body, apiKey, signal }: Request): Promise<unknown> {
  const deadline = AbortSignal.timeout(patience)
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey ? { 'x-api-key': apiKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw refusal(response.status, answer)
    if (answer === null)
      throw new YieldError('unreadable', 'The yield service sent an answer that cannot be read. Nothing was signed.', {
        advice: 'Try again.',
      })
    return answer
  } catch (cause) {
    // The person moved on, which is no failure of the service.
    if (signal?.aborted) throw signal.reason
    if (cause instanceof YieldError) throw cause
    throw new YieldError('unreachable', 'The yield service is not responding. Nothing was signed.', {
      cause,
      advice: 'Try again.',
    })
  }
}

function refusal(status: number, answer: unknown): YieldError {
  const words = failureWords(answer)
  const said = words ? ` It says: “${words}”` : ''
  if (status === 404) return new YieldError('unknown', 'The yield service does not know this yield.')
  if (status === 401 || status === 403)
    return new YieldError('no-key', 'The yield service does not accept this app: its key is missing or not accepted.')
  if (status === 429)
    return new YieldError('rate-limited', 'Too many requests to the yield service. Wait a minute, then try again.')
  if (status >= 400 && status < 500) return new YieldError('refused', `The yield service refused this.${said}`)
  return new YieldError('unreachable', `The yield service failed (${status}). Nothing was signed.`, {
    advice: 'Try again.',
  })
}
