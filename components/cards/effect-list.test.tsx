// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Effects } from '@/lib/review/review'
import { EffectList } from './effect-list'

afterEach(cleanup)

const collection = '0x1111111111111111111111111111111111111111'
const operator = '0x2222222222222222222222222222222222222222'
const show = (effects: Partial<Effects>) =>
  render(
    <EffectList
      effects={{ chainId: 1, balances: [], allowances: [], operators: [], ...effects }}
      chainName="Ethereum"
    />,
  )
const texts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

it('says that nothing changes only where nothing does', () => {
  show({})
  expect(texts()).toEqual(['nothing leaves and nothing arrives'])
})

it('tells a permission over one NFT from one over all', () => {
  show({
    operators: [
      { collection, operator, approved: true, tokenId: 42n },
      { collection, operator, approved: true },
    ],
  })
  expect(texts()).toEqual(['NFT number 42 of 0x1111…1111 to 0x2222…2222', 'all NFTs of 0x1111…1111 to 0x2222…2222'])
})

it('says from whom a permission is taken', () => {
  show({ operators: [{ collection, operator, approved: false }] })
  expect(screen.getByText(/Permission taken/)).toBeTruthy()
  expect(texts()).toEqual(['all NFTs of 0x1111…1111 from 0x2222…2222'])
})

it('marks what arrives and is not listed as unverified, and names the NFT', () => {
  const asset = { kind: 'erc721', chainId: 1, address: collection, tokenId: 7n } as const
  show({ balances: [{ asset, before: 0n, after: 1n, symbol: 'CARD', decimals: 0, listed: false }] })
  expect(texts()).toEqual(['unverified asset+1 CARD#7'])
})

it('names the share of a vault by what the app knows it as', () => {
  const asset = { kind: 'erc20', chainId: 1, address: collection } as const
  const share = { asset, before: 0n, after: 5n, symbol: 'fUSDC', decimals: 0, listed: false }
  show({ balances: [{ ...share, vouched: 'shares of Flexible USDC' }] })
  expect(texts()).toEqual(['shares of Flexible USDC+5 fUSDC'])
})

it('says of a token that counts a debt that it is owed, and not that it arrives', () => {
  const asset = { kind: 'erc20', chainId: 1, address: collection } as const
  const debt = { asset, symbol: 'variableDebtUSDC', decimals: 0, listed: false, debt: true } as const
  show({ balances: [{ ...debt, before: 0n, after: 5n }] })
  expect(screen.getByText(/Owed from now on/)).toBeTruthy()
  expect(texts()).toEqual(['a debt5 variableDebtUSDC'])
  cleanup()
  show({ balances: [{ ...debt, before: 5n, after: 0n }] })
  expect(screen.getByText(/No longer owed/)).toBeTruthy()
})
