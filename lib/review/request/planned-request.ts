import { chainName } from '@/lib/chain/tokens/tokens'
import type { Amount, Request, Sum } from '@/lib/language/request'
import { isPurchase, type PlanTerms } from '@/lib/wire/plan'

/** Returns what a plan does at each date, as a request from before all messages: an answer may change it. */
export function plannedRequest(terms: PlanTerms): Request {
  const { chainId, sells } = terms
  const { kind, value } = terms.amount
  const sum = (part: Sum['part'], symbol: string, amount: Amount | null): Sum => ({
    ...{ part, amount, what: { is: 'token', symbol, known: true } },
    ...{ text: symbol, said: 0, p: 1 },
  })
  const given = sum('give', sells, { is: kind === 'usd' ? 'dollars' : 'number', value })
  const name = chainName(chainId)
  return {
    action: isPurchase(terms) ? 'swap' : 'send',
    sums: isPurchase(terms) ? [given, sum('get', terms.buys, null)] : [given],
    receivers: isPurchase(terms)
      ? []
      : [{ meaning: { is: 'address', address: terms.to, checksum: 'right' }, text: terms.to, p: 1 }],
    chains: [{ end: 'on', chain: { is: 'chain', name, chainId }, text: name, p: 1 }],
    ...{ texts: [], former: [], limits: [], unexplained: [] },
    message: -1,
    p: 1,
    sure: { kind: 1, action: 1 },
  }
}
