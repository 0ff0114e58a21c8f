import type { Address } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { readingFrom } from '@/lib/chain/chains/read-error'
import { readPrices } from '@/lib/chain/prices/prices'
import { chainName, nativeToken } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../finding'
import type { Plan } from '../plan'
import { chainFindings } from '../shared/checks'
import { readRecipient } from '../shared/recipient'
import type { PrepareContext, Prepared } from '../tool'
import { adjustedFinding, affordFindings, feeReserve, leavingGas } from './affordable'
import { amountText, type SendDetails, type SendParameters } from './parameters'

/** The person's own change on the card: deducts the fee from the amount. */
const adjustmentsSchema = z.object({ leaveGas: z.boolean().default(false) })

/** Reads everything in one round trip. Throws ChainReadError. */
export async function prepareSend(
  { to, chainId, value }: SendParameters,
  { account, chains, now }: PrepareContext,
  adjustments?: unknown,
): Promise<Prepared<SendDetails>> {
  const { leaveGas } = adjustmentsSchema.parse(adjustments ?? {})
  const asked = { chainId, chainName: chainName(chainId), to, amount: value }
  const chain = chains.get(chainId)
  if (!chain) return { plan: null, details: { ...asked, facts: null }, findings: chainFindings(chainId, chains) }
  const { reserve, ...facts } = await readingFrom(chain, readFacts(chain, account, to, now()))
  const { balance } = facts
  const amount = leaveGas ? (leavingGas(value, balance, reserve) ?? value) : value
  const unaffordable = affordFindings(chain, { asked: amount, balance, reserve })
  return {
    // An unaffordable amount must not be signed; one finding with a way out is enough.
    plan: unaffordable.length > 0 ? null : planOf(chain, account, to, amount),
    details: { ...asked, amount, facts },
    findings: [
      ...unaffordable,
      ...amountFindings(amount),
      ...(amount === value ? [] : [adjustedFinding(chain, value, amount)]),
    ],
  }
}

async function readFacts(chain: ChainHandle, account: Address, to: Address, now: number) {
  const token = nativeToken(chain)
  const [balance, prices, recipient, reserve] = await Promise.all([
    chain.client.getBalance({ address: account }),
    readPrices(chain, [token], now),
    readRecipient(chain, account, to),
    feeReserve(chain, account, to),
  ])
  return { token, balance, price: prices.get(token.address) ?? null, recipient, reserve }
}

function planOf(chain: ChainHandle, account: Address, to: Address, value: bigint): Plan {
  const title = `Send ${amountText(value, chain.id)}`
  return {
    account,
    steps: [{ id: 'send', purpose: 'action', title, chainId: chain.id, to, data: '0x', value }],
    declares: { out: [{ asset: { kind: 'native', chainId: chain.id }, amount: value }], in: [], allowances: [] },
  }
}

/** Nobody sends less than a gwei on purpose: most likely whole coins were meant. */
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
      title: 'The amount is dust. Was it meant in whole coins rather than wei?',
      observed: `${value} wei`,
    },
  ]
}
