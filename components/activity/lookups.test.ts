import { createPublicClient, custom, pad, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { lookUp } from './lookups'
import { rowOf } from './rows'

const hash = pad('0xabc')
const row = rowOf(
  ledgerEntry({
    state: 'confirmed',
    recorded: true,
    reported: true,
    outcome: { status: 'success', txHash: hash, chainId: 31337 },
  }),
)
/** Makes a chain whose node answers a receipt request with `answer`. */
function chainsThatSay(answer: () => Promise<object | null>) {
  const [chain] = [...unreachableChains(31337).values()]
  if (!chain) throw new Error('no chain')
  const client = createPublicClient({
    chain: chain.viemChain,
    transport: custom({ request: answer }, { retryCount: 0 }),
  })
  return new Map([[31337, { ...chain, client }]])
}

it.each([
  ['sent', async () => ({ from: row.entry.owner, status: '0x1' })],
  ['reverted', async () => ({ from: row.entry.owner, status: '0x0' })],
  ['by-another', async () => ({ from: zeroAddress, status: '0x1' })],
  ['not-found', async () => null],
  [null, () => Promise.reject(new Error('no answer'))],
])('a transaction that only the service names is %s', async (as, answer) =>
  expect(await lookUp(row, chainsThatSay(answer))).toBe(as),
)

it('returns null for a chain that is not served', async () => expect(await lookUp(row, new Map())).toBeNull())
