import type { Item } from '../tagger/item'
import type { Insight } from './insights'

const ofContract =
  /\b(?:contract|token)(?:'s)? address(?:es)?\b|\baddress(?:es)? (?:of|for)\b|^(?:what|which)(?:'s|s| is| are)? (?:the )?[a-z]+(?:'s)? (?:contract|address)\b|\bcontracts? (?:of|for)\b|\bca (?:of|for)\b|^[a-z]+ (?:contract|ca)(?: (?:please|pls))?\W*$/
/** Of something that is not the token itself. */
const ofOthers =
  /\b(?:my|your|his|her|their|our|vaults?|markets?|pools?|lending|routers?|bridges?|nfts?|postcards?|badges?|wallet|send|where|how|mean|explain|why|who)\b/

/** "What is the contract address of USDC on Base". Null for anything else. `text` is in lower case. */
export function contractIn(text: string, items: readonly Item[]): Insight | null {
  if (!ofContract.test(text) || ofOthers.test(text) || items.some(({ is }) => is === 'amount' || is === 'recipient'))
    return null
  const token = items.find((item) => item.is === 'token')
  const chain = items.find((item) => item.is === 'chain')
  const coin = chain?.is === 'chain' && chain.symbol ? { text: chain.chain.text, symbol: chain.symbol } : null
  const meant = token?.is === 'token' ? token.token : coin
  if (!meant) return null
  return { of: 'contracts', token: meant, ...(chain?.is === 'chain' && token ? { chain: chain.chain } : {}) }
}
