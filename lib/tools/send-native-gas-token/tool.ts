import type { Address } from 'viem'
import { z } from 'zod'
import { formatAmount, shortAddress } from '@/lib/chain/amount'
import { type ChainHandle, nativeAddress, type Price, type Token } from '@/lib/chain/chain'
import { readPrices, usdValue } from '@/lib/chain/prices'
import { readingFrom } from '@/lib/chain/read-error'
import { chainName, nativeToken } from '@/lib/chain/tokens'
import { baseAmountText } from '../asked'
import { chainFindings } from '../checks'
import { address, chainId, uint } from '../fields'
import type { Finding } from '../finding'
import type { Plan } from '../plan'
import type { Tool } from '../tool'
import { type RecipientFacts, readRecipient } from './recipient'

const schema = z.strictObject({ to: address, chainId, value: uint })
export type SendParameters = z.infer<typeof schema>

export type SendDetails = {
  chainId: number
  chainName: string
  to: Address
  /** Wei. */
  amount: bigint
  /** What the chain says. Null if the app does not serve the chain. */
  facts: SendFacts | null
}

type SendFacts = {
  token: Token
  /** Of the account, in wei. */
  balance: bigint
  price: Price | null
  /** What is sent, in USD of 8 decimals; null without a price. */
  usd: bigint | null
  recipient: RecipientFacts
}

export const sendNativeGasToken: Tool<SendParameters, SendDetails> = {
  name: 'send_native_gas_token',
  kind: 'transaction',
  executable: true,
  schema,
  headline: ({ to, chainId, value }) =>
    `Send ${amountText(value, chainId)} to ${shortAddress(to)} on ${chainName(chainId)}`,
  prepare: async ({ to, chainId, value }, { account, chains, now }) => {
    const asked = { chainId, chainName: chainName(chainId), to, amount: value }
    const chain = chains.get(chainId)
    if (!chain) return { plan: null, details: { ...asked, facts: null }, findings: chainFindings(chainId, chains) }
    const facts = await readingFrom(chain, readFacts(chain, account, to, value, now()))
    return { plan: planOf(chain, account, to, value), details: { ...asked, facts }, findings: amountFindings(value) }
  },
}

async function readFacts(chain: ChainHandle, account: Address, to: Address, value: bigint, now: number) {
  const token = nativeToken(chain)
  const [balance, prices, recipient] = await Promise.all([
    chain.client.getBalance({ address: account }),
    readPrices(chain, [token], now),
    readRecipient(chain, account, to),
  ])
  const price = prices.get(token.address) ?? null
  return { token, balance, price, usd: price && usdValue(value, token.decimals, price), recipient }
}

function planOf(chain: ChainHandle, account: Address, to: Address, value: bigint): Plan {
  const title = `Send ${amountText(value, chain.id)}`
  return {
    account,
    steps: [{ id: 'send', purpose: 'action', title, chainId: chain.id, to, data: '0x', value }],
    declares: { out: [{ asset: { kind: 'native', chainId: chain.id }, amount: value }], in: [], allowances: [] },
  }
}

/** Less than a gwei is nothing that anybody sends on purpose: most likely whole coins were meant (rule 2, "dust"). */
const dust = 1_000_000_000n

function amountFindings(value: bigint): readonly Finding[] {
  if (value === 0n)
    return [
      {
        rule: 'send.amount',
        level: 'WARN',
        title: 'Nothing is sent: the amount is zero.',
        why: 'Only the network fee would be spent. Ask again with an amount.',
      },
    ]
  if (value >= dust) return []
  return [
    {
      rule: 'send.amount',
      level: 'INFO',
      title: 'The amount is dust. Were whole coins meant, and not wei?',
      observed: `${value} wei`,
    },
  ]
}

const amountText = (value: bigint, chainId: number): string => {
  const text = baseAmountText(value, { chainId, address: nativeAddress })
  return text.endsWith('base units') ? `${formatAmount(value, 0)} wei` : text
}
