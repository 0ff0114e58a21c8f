import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readVaults, vaultKey } from './read-vaults'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

it('reads what listed vaults have paid and hold, and leaves out any other contract and any other chain', async () => {
  const chains = buildChains([{ id: 31337, rpcUrl: devnet.urls.chains[0] ?? '' }])
  const vault = { chainId: 31337, contract: devnetAddresses.vaults.flexibleUsdc }
  const others = [
    { ...vault, chainId: 31338 },
    { ...vault, contract: devnetAddresses.tokens.USDC },
  ]
  const read = await readVaults([vault, ...others], chains)
  expect([...read.keys()]).toEqual([vaultKey(vault)])
  const figures = read.get(vaultKey(vault))
  expect(figures?.paid?.apy).toBeCloseTo(0.049, 2)
  expect(figures?.held).toBeGreaterThan(0n)
})

it('tells what could not be read', async () => {
  const chains = buildChains([{ id: 31337, rpcUrl: 'http://127.0.0.1:1' }])
  const vault = { chainId: 31337, contract: devnetAddresses.vaults.flexibleUsdc }
  expect((await readVaults([vault], chains)).get(vaultKey(vault))).toMatchObject({ paid: null, held: null })
})
