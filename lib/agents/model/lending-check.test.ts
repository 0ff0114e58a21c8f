import { type Address, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { unreachableChains } from '@/lib/chain/testing/chains'
import type { ToolName } from '@/lib/wire/tool-names'
import { ChainUnreadableError, type Scene } from '../abilities/reading'
import { contextOf } from '../fixtures/context'
import { lendingRefusal } from './lending-check'

const { tokens, lending } = devnetAddresses
let devnet: TestDevnet
let person: TestUser
let stranger: TestUser

/** The person has 2,000 USDC as collateral, of which 77% count, and owes 0.2 WETH, worth 700 USD. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  ;[person, stranger] = [await createTestUser(devnet), await createTestUser(devnet)]
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, parseUnits('2000', 6))
  const at = marketUser(devnet.first, person)
  await at.approve(tokens.USDC, maxUint256)
  await at.supply(1n, parseUnits('2000', 6))
  await at.setCollateral(1n)
  await at.borrow(0n, parseEther('0.2'))
})
afterAll(() => devnet?.stop())

type Amount = { of?: keyof typeof tokens; amount: bigint; market?: Address }
const sceneOf = (who: TestUser, chains = contextOf(devnet).chains): Scene => ({
  ...contextOf(devnet),
  ...{ chains, account: who.address, signedInOn: 31337, signal: new AbortController().signal },
})
const refusal = (name: ToolName, { of = 'USDC', amount, market = lending }: Amount, scene = sceneOf(person)) => {
  const parameters = { marketAddress: market, tokenAddress: tokens[of], amount: String(amount), chainId: 31337 }
  return lendingRefusal(name, parameters, scene)
}
const usdc = (amount: string) => parseUnits(amount, 6)

it.each<[string, ToolName, Amount]>([
  ['a loan for which there is collateral', 'lending_borrow', { amount: usdc('830') }],
  ['a withdrawal of what the debt does not need', 'lending_withdraw', { amount: usdc('1080') }],
  ['all of a debt', 'lending_repay', { of: 'WETH', amount: maxUint256 }],
  ['a part of a debt', 'lending_repay', { of: 'WETH', amount: parseEther('0.1') }],
  ['a supply of what the wallet does not have, which the card judges', 'lending_supply', { amount: usdc('50000') }],
  ['what is at no market that is known, which the card judges', 'lending_borrow', { amount: 1n, market: tokens.DAI }],
])('allows %s to be proposed', async (_, name, amount) => {
  expect(await refusal(name, amount)).toBeNull()
})

it.each<[string, ToolName, Amount, string]>([
  ['a loan beyond the collateral', 'lending_borrow', { amount: usdc('850') }, 'at most about 8'],
  ['the whole collateral of a debt', 'lending_withdraw', { amount: maxUint256 }, 'repay first to withdraw more'],
  ['more than was supplied', 'lending_withdraw', { amount: usdc('2100') }, 'more than you have supplied'],
  ['more than is owed', 'lending_repay', { of: 'WETH', amount: parseEther('0.3') }, 'more than you owe'],
  ['a repayment without a debt', 'lending_repay', { of: 'DAI', amount: 1n }, 'You owe no DAI'],
])('refuses %s, and says why', async (_, name, amount, why) => {
  expect(await refusal(name, amount)).toContain(why)
})

it('refuses a loan without collateral', async () => {
  expect(await refusal('lending_borrow', { amount: 1n }, sceneOf(stranger))).toContain('nothing in Local lending')
})

it('refuses more than the cap of a market leaves', async () => {
  const owner = marketOwner(devnet.first)
  await owner.cap(1n, { addCap: 1 })
  expect(await refusal('lending_supply', { amount: usdc('1') })).toContain('takes at most 0 USDC more')
  await owner.cap(1n, {})
  expect(await refusal('lending_supply', { amount: usdc('1') })).toBeNull()
})

it('lets nothing through if the market cannot be read', async () => {
  const away = sceneOf(person, unreachableChains(31337))
  await expect(refusal('lending_supply', { amount: 1n }, away)).rejects.toBeInstanceOf(ChainUnreadableError)
})

it('asks nothing about other calls', async () => {
  expect(await lendingRefusal('send_native_gas_token', {}, sceneOf(person))).toBeNull()
})
