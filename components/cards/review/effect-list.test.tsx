// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { mainnet } from 'viem/chains'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import type { Effects } from '@/lib/review/review'
import { EffectList } from './effect-list'

afterEach(cleanup)

const router = '0x3333333333333333333333333333333333333333'
const chain: ChainInfo = {
  ...{ id: 1, name: 'Ethereum', viemChain: mainnet, rpcUrl: '', isLocal: false, tokens: [], diamond: router },
  wrappedNative: '0x4444444444444444444444444444444444444444',
}
const collection = '0x1111111111111111111111111111111111111111'
const operator = '0x2222222222222222222222222222222222222222'
const show = (effects: Partial<Effects>) =>
  render(<EffectList effects={{ chainId: 1, balances: [], allowances: [], operators: [], ...effects }} chain={chain} />)
/** Removes the grouped copy of each address, which is hidden from screen readers. */
const spelledOnce = (text: string | null) => text?.replace(/(?<=0x\w{40})0x(?:\w{4}){10}/g, '')
const texts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

it('says that nothing changes only if nothing does', () => {
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
  expect(texts().map(spelledOnce)).toEqual([
    `NFT number 42 of ${collection} to ${operator}`,
    `all NFTs of ${collection} to ${operator}`,
  ])
})

it('names listed spenders, and spells out the others', () => {
  const allowance = { token: collection, symbol: 'USDC', decimals: 0, before: 0n, amount: 5n } as const
  show({ allowances: [{ ...allowance, spender: router }] })
  expect(texts()).toEqual(['5 “USDC”by Swap and bridge router 0x3333…3333'])
  cleanup()
  show({ allowances: [{ ...allowance, spender: operator }] })
  expect(texts().map(spelledOnce)).toEqual([`5 “USDC”by ${operator}`])
})

it('never says of an allowance that a plan uses up, or takes back, that it may be spent', () => {
  const allowance = { token: collection, spender: operator, symbol: 'USDC', decimals: 0, before: 100n } as const
  const said = (amount: bigint) => {
    show({ allowances: [{ ...allowance, amount }] })
    const [term] = screen.getAllByRole('term').map(({ textContent }) => textContent?.trim().replace(/\s+/g, ' '))
    const read = [term, spelledOnce(texts()[0] ?? null)]
    cleanup()
    return read
  }
  expect(said(0n)).toEqual(['May no longer be spent Ethereum', `100 “USDC”by ${operator}`])
  expect(said(40n)).toEqual(['May still be spent Ethereum', `40 “USDC”by ${operator}`])
  expect(said(120n)).toEqual(['May be spent Ethereum', `120 “USDC”by ${operator}`])
})

it('says whose permission is revoked', () => {
  show({ operators: [{ collection, operator, approved: false }] })
  expect(screen.getByText(/Permission revoked/)).toBeTruthy()
  expect(texts().map(spelledOnce)).toEqual([`all NFTs of ${collection} from ${operator}`])
})

it('marks unlisted arrivals as unverified, and names the NFT', () => {
  const asset = { kind: 'erc721', chainId: 1, address: collection, tokenId: 7n } as const
  show({ balances: [{ asset, before: 0n, after: 1n, symbol: 'CARD', decimals: 0, listed: false }] })
  expect(texts()).toEqual(['unverified asset+1 NFT#7 of “CARD”'])
})

it('names a vault’s share as the app knows it', () => {
  const asset = { kind: 'erc20', chainId: 1, address: collection } as const
  const share = { asset, before: 0n, after: 5n, symbol: 'fUSDC', decimals: 0, listed: false }
  show({ balances: [{ ...share, vouched: 'shares of Flexible USDC' }] })
  expect(texts()).toEqual(['+5 fUSDCshares of Flexible USDC'])
})

it('says of a debt token that it is owed, not that it arrives', () => {
  const asset = { kind: 'erc20', chainId: 1, address: collection } as const
  const debt = { asset, symbol: 'variableDebtUSDC', decimals: 0, listed: false, debt: true } as const
  show({ balances: [{ ...debt, before: 0n, after: 5n }] })
  expect(screen.getByText(/Owed from now on/)).toBeTruthy()
  expect(texts()).toEqual(['a debt5 “variableDebtUSDC”'])
  cleanup()
  show({ balances: [{ ...debt, before: 5n, after: 0n }] })
  expect(screen.getByText(/No longer owed/)).toBeTruthy()
})

it('leaves out an allowance that the card states already, unless it comes out otherwise', () => {
  const given = { token: collection, spender: operator, symbol: 'USDC', decimals: 6, before: 0n } as const
  const said = { token: collection, spender: operator, amount: 5_000_000n } as const
  const draw = (amount: bigint) => {
    const effects = { chainId: 1, balances: [], allowances: [{ ...given, amount }], operators: [] }
    return render(<EffectList effects={effects} chain={chain} said={said} />)
  }
  expect(draw(5_000_000n).container.textContent).toBe('')
  cleanup()
  draw(6_000_000n)
  expect(texts(), 'and without its spender').toEqual(['6 “USDC”'])
})

describe('one asset in exchange for another', () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const given = {
    asset: { kind: 'erc20', chainId: 1, address: usdc },
    symbol: 'USDC',
    decimals: 6,
    listed: true,
  } as const
  const coin = { asset: { kind: 'native', chainId: 1 }, symbol: 'ETH', decimals: 18, listed: true } as const
  const leaves = { ...given, before: 500_000_000n, after: 0n }
  const pair = () => document.querySelector('[data-pair]')

  it('shows both side by side, what leaves first, each with its picture', () => {
    show({ balances: [{ ...coin, before: 0n, after: 10n ** 18n }, leaves] })
    expect(pair()).toBeTruthy()
    expect(texts()).toEqual(['−500 USDC', '+1 ETH'])
    expect([...document.querySelectorAll('dd img')].map((image) => image.getAttribute('src'))).toEqual([
      '/icons/tokens/USDC.svg',
      '/icons/tokens/ETH.svg',
    ])
  })

  it('marks what comes on another chain later as expected, and names that chain', () => {
    const base = { ...chain, id: 8453, name: 'Base' }
    const what = {
      ...given,
      asset: { ...given.asset, chainId: 8453 },
      amount: 498_900_000n,
      inSeconds: 90,
      usd: 49_885_000_000n,
    }
    render(
      <EffectList
        effects={{ chainId: 1, balances: [leaves], allowances: [], operators: [] }}
        chain={chain}
        expected={{ what, where: base }}
      />,
    )
    expect(pair()).toBeTruthy()
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Leaves  Ethereum',
      'Arrives, expected  Base',
    ])
    expect(texts()).toEqual(['−500 USDC', '+498.9 USDCabout $498.85in about 1.5 minutes, the router says'])
  })

  it('makes no pair if more than that leaves', () => {
    show({ balances: [{ ...coin, before: 1n, after: 0n }, leaves] })
    expect(pair()).toBeNull()
  })
})

it('draws a letter in place of the icon for a token that imitates a listed one', () => {
  const asset = { kind: 'erc20', chainId: 1, address: collection } as const
  show({ balances: [{ asset, before: 0n, after: 5n, symbol: 'USDC', decimals: 6, listed: false }] })
  expect(document.querySelector('dd img')).toBeNull()
  expect(document.querySelector('dd [data-letter]')?.getAttribute('data-letter')).toBe('U')
})
