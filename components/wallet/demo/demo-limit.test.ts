import { type Address, custom, http, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { chainInfo } from '@/lib/chain/chains/chains'
import { startAnvil } from '@/lib/execution/testing/anvil'
import { createDemoProvider } from './demo-provider'

const counter: Address = '0x00000000000000000000000000000000000c0de1'

let anvil: Awaited<ReturnType<typeof startAnvil>>
let chain: ChainInfo
beforeAll(async () => {
  anvil = await startAnvil()
  chain = chainInfo({ id: 31337, rpcUrl: anvil.chain.rpcUrl })
  // PUSH1 1 PUSH1 0 SSTORE: takes 2,800 gas less if the slot already holds that value.
  await anvil.test.setCode({ address: counter, bytecode: '0x600160005500' })
})
afterAll(() => anvil.stop())

const put = (value: number) =>
  anvil.test.setStorageAt({ address: counter, index: 0, value: numberToHex(value, { size: 32 }) })

/**
 * Changes the contract between the gas estimate and the transaction, as somebody else's transaction would: it then
 * needs more gas.
 */
function lateChange(rpcUrl: string) {
  const direct = http(rpcUrl)({ chain: chain.viemChain })
  return custom({
    request: async (request) => {
      if (request.method === 'eth_sendRawTransaction') await put(2)
      return direct.request(request)
    },
  })
}

describe('gas limit, if the page leaves it to the Demo wallet', () => {
  const request = async (method: string, params: (account: string) => unknown) => {
    const kept = new Map([['countersign.demo-wallet.atomic', 'yes']])
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const provider = createDemoProvider({ chains: [chain], storage, ask: async () => true, transport: lateChange })
    const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as [Address]
    await anvil.test.setBalance({ address: account, value: parseEther('1') })
    await provider.request({ method, params: [params(account)] })
    // One transaction, but an account that delegates to code counts two.
    await vi.waitFor(async () => expect(await anvil.test.getTransactionCount({ address: account })).toBeGreaterThan(0))
    const { transactions } = await anvil.test.getBlock({ includeTransactions: true })
    const sent = transactions.find(({ from }) => from === account.toLowerCase())
    if (!sent) throw new Error('nothing was sent')
    return anvil.test.getTransactionReceipt({ hash: sent.hash })
  }

  beforeEach(() => put(1))

  it('leaves room for changes until the transaction is mined', async () => {
    const receipt = await request('eth_sendTransaction', (from) => ({ from, to: counter }))
    expect(receipt.status).toBe('success')
  })

  it('leaves room for several calls sent as one', async () => {
    const calls = [{ to: counter }]
    const batch = { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls }
    const receipt = await request('wallet_sendCalls', (from) => ({ ...batch, from }))
    expect(receipt.status).toBe('success')
  })
})
