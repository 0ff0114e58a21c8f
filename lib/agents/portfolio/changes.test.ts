import { parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { changeText } from './change-words'
import { changesBetween } from './changes'
import { type Holding, type PortfolioSnapshot, portfolioSnapshotSchema, snapshotJson } from './snapshot'

const { tokens, nfts, lending } = devnetAddresses
const dollars = (text: string) => parseUnits(text, 8)

const look = (seen: Partial<PortfolioSnapshot>): PortfolioSnapshot => ({
  at: Date.UTC(2026, 10, 20, 12),
  chainIds: [31337, 31338],
  holdings: [],
  nfts: [],
  incomplete: [],
  loans: [],
  ...seen,
})
const usdc = (amount: string, more: Partial<Holding> = {}): Holding => ({
  ...{ kind: 'wallet', chainId: 31337, key: tokens.USDC, token: tokens.USDC, symbol: 'USDC', decimals: 6, place: '' },
  ...{ amount: parseUnits(amount, 6), price: dollars('1'), ...more },
})
const weth = (amount: string, price: string | null, more: Partial<Holding> = {}): Holding => ({
  ...{ kind: 'wallet', chainId: 31337, key: tokens.WETH, token: tokens.WETH, symbol: 'WETH', decimals: 18, place: '' },
  ...{ amount: parseUnits(amount, 18), price: price === null ? null : dollars(price), ...more },
})
const words = (before: PortfolioSnapshot, after: PortfolioSnapshot) =>
  changeText(changesBetween(before, after), new Map())

it('separates the effect of prices from what came and went, to the last unit', () => {
  const before = look({ holdings: [weth('2', '3000'), usdc('500')] })
  const after = look({ holdings: [weth('3', '3500'), usdc('400')] })
  const changes = changesBetween(before, after)
  // 2 WETH gained 500 each; 1 WETH came at 3,500, and 100 USDC went.
  expect(changes.worth).toEqual({
    before: dollars('6500'),
    after: dollars('10900'),
    byPrices: dollars('1000'),
    byAmounts: dollars('3400'),
  })
  const text = changeText(changes, new Map())
  expect(text).toContain('Since I last looked, at 2026-11-20 12:00 UTC')
  expect(text).toContain('went up $4,400.00, from $6,500.00 to $10,900.00: +$1,000.00 by prices and +$3,400.00')
  expect(text).toContain('1 WETH more in your wallet')
  expect(text).toContain(
    '100 USDC less in your wallet on Ethereum (local): 500 USDC before, 400 USDC now, -$100.00 now',
  )
})

it('names what is new and what is gone; a move from wallet to vault changes no worth', () => {
  const vault = usdc('100', { kind: 'vault', key: 'vault-1', place: 'Flexible USDC on Ethereum (local)' })
  const before = look({ holdings: [usdc('100')] })
  const after = look({ holdings: [{ ...vault, price: dollars('1.01') }] })
  const { worth } = changesBetween(before, after)
  // The vault also prices the USDC that left the wallet.
  expect(worth).toMatchObject({ byPrices: dollars('1'), byAmounts: 0n })
  const text = words(before, after)
  expect(text).toContain('New: 100 USDC in Flexible USDC')
  expect(text).toContain('Gone: 100 USDC in your wallet on Ethereum (local)')
})

it('counts debts against the account', () => {
  const owed = (amount: string, price: string) =>
    weth(amount, price, { kind: 'owed', key: `${lending}:0`, place: 'Local lending on Ethereum (local)' })
  const loan = (factor: string) => [
    { chainId: 31337, market: lending, name: 'Local lending', healthFactor: parseUnits(factor, 18) },
  ]
  const before = look({ holdings: [usdc('1000'), owed('0.1', '3000')], loans: loan('2.31') })
  const after = look({ holdings: [usdc('1000'), owed('0.2', '3500')], loans: loan('1.02') })
  expect(changesBetween(before, after).worth).toEqual({
    before: dollars('700'),
    after: dollars('300'),
    byPrices: -dollars('50'),
    byAmounts: -dollars('350'),
  })
  const text = words(before, after)
  expect(text).toContain('went down $400.00')
  expect(text).toContain('0.1 WETH more owed to Local lending')
  expect(text).toContain('The health factor of your loan in Local lending on Ethereum (local) went from 2.31 to 1.02')
  expect(words(before, look({ holdings: [usdc('1000')] }))).toContain(
    'The loan in Local lending on Ethereum (local) is paid back',
  )
  expect(words(look({}), after)).toContain('which is new, is 1.02')
})

it('excludes from the sums, and names, what had no price at one of those times', () => {
  const before = look({ holdings: [weth('2', null), usdc('5')] })
  const after = look({ holdings: [weth('1', '3500'), usdc('5')] })
  const changes = changesBetween(before, after)
  expect(changes.worth).toMatchObject({ before: dollars('5'), after: dollars('5') })
  expect(changeText(changes, new Map())).toMatch(/worth the same: \$5\.00\. WETH had no price at one of those times/)
  expect(changeText(changes, new Map())).toContain('1 WETH less in your wallet')
})

it('compares only networks that were read both times', () => {
  const postcard = (tokenId: bigint) => ({
    chainId: 31337,
    contract: nfts.postcards,
    collection: 'Countersign Postcards',
    tokenId,
    amount: 1n,
  })
  const before = look({ chainIds: [31337], nfts: [postcard(1n), postcard(2n)] })
  const after = look({ holdings: [usdc('7', { chainId: 31338 })], nfts: [postcard(2n), postcard(3n)] })
  const text = words(before, after)
  expect(text).toContain('Base (local) was not read both times')
  expect(text).not.toContain('7 USDC')
  expect(text).toContain('New: the NFT Countersign Postcards #3')
  expect(text).toContain('Gone: the NFT Countersign Postcards #1')
  const half = { ...after, incomplete: ['Countersign Postcards'] }
  expect(changesBetween(before, half).nfts).toEqual([])
})

it('ignores a minute’s interest, and says that nothing changed', () => {
  const supplied = (amount: string) => usdc(amount, { kind: 'supplied', key: `${lending}:1`, place: 'Local lending' })
  const text = words(look({ holdings: [supplied('100')] }), look({ holdings: [supplied('100.000001')] }))
  expect(text).toContain('No amounts have changed.')
})

it('is stored as JSON without losing a unit', () => {
  const seen = look({ holdings: [weth('12345678901234567890.000000000000000001', '3000')], nfts: [] })
  expect(portfolioSnapshotSchema.parse(JSON.parse(snapshotJson(seen)))).toEqual(seen)
})
