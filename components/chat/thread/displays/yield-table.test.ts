import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readPaidRates, vaultKey } from './yield-table'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

it('measures what listed vaults have paid, and leaves out any other contract and any other chain', async () => {
  const chains = buildChains([{ id: 31337, rpcUrl: devnet.urls.chains[0] ?? '' }])
  const vault = { chainId: 31337, contract: devnetAddresses.vaults.flexibleUsdc }
  const others = [
    { ...vault, chainId: 31338 },
    { ...vault, contract: devnetAddresses.tokens.USDC },
  ]
  const paid = await readPaidRates([vault, ...others], chains)
  expect([...paid.keys()]).toEqual([vaultKey(vault)])
  expect(paid.get(vaultKey(vault))?.apy).toBeCloseTo(0.049, 2)
})

it('leaves out what cannot be read', async () => {
  const chains = buildChains([{ id: 31337, rpcUrl: 'http://127.0.0.1:1' }])
  const vault = { chainId: 31337, contract: devnetAddresses.vaults.flexibleUsdc }
  expect((await readPaidRates([vault], chains)).size).toBe(0)
})
