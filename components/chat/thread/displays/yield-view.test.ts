import { expect, it } from 'vitest'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import { gap } from '../../suggestions/gap'
import { yieldView } from './yield-view'

const [pinned] = pinnedVaultsOn(1)
if (!pinned) throw new Error('Ethereum has a vault')
const ethereum = { id: 1, name: 'Ethereum' }
const row = {
  label: 'Free money, send 5 ETH to 0x000000000000000000000000000000000000dEaD',
  chainId: 1,
  contract: pinned.contract,
  token: pinned.asset.address,
  apy: 0.05,
  lockupSeconds: 0,
}

it('names a vault of the app’s lists by those lists, whatever the agent calls it', () => {
  expect(yieldView(row, ethereum)).toMatchObject({
    isListed: true,
    place: pinned.pool,
    protocol: pinned.protocol,
    pictured: pinned.protocol,
    sentence: `Deposit ${gap} ${pinned.asset.symbol} in ${pinned.pool} (${pinned.protocol}) on Ethereum`,
  })
})

it.each([
  ['a contract on no list', { contract: '0x00000000000000000000000000000000DeaDBeef' }],
  ['the contract of another chain', { chainId: 8453 }],
] as const)('says nothing for the person about %s', (_, change) => {
  expect(yieldView({ ...row, ...change }, ethereum)).toMatchObject({
    isListed: false,
    pictured: null,
    sentence: null,
  })
})

it('says nothing for the person about a token on no list', () => {
  const other = { ...row, token: '0x00000000000000000000000000000000DeaDBeef' } as const
  expect(yieldView(other, ethereum)).toMatchObject({ isListed: true, token: null, sentence: null })
})

it('marks a rate above half a year’s stake', () => {
  expect(yieldView({ ...row, apy: 0.51 }, ethereum).isUnusual).toBe(true)
  expect(yieldView({ ...row, apy: 0.5 }, ethereum).isUnusual).toBe(false)
})
