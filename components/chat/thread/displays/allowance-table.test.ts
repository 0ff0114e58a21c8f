import { expect, it } from 'vitest'
import { chainInfo } from '@/lib/chain/chains/chains'
import { allowanceView } from './allowance-table'

const ethereum = chainInfo({ id: 1, rpcUrl: 'http://view.invalid' })
const row = {
  chainId: 1,
  kind: 'token',
  contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  spender: '0x00000000000000000000000000000000DeaDBeef',
} as const

it('names a token of the app’s lists, and asks for the end of its allowance', () => {
  expect(allowanceView(row, ethereum)).toEqual({
    name: 'USDC',
    sentence: 'Revoke the USDC allowance of 0x00000000000000000000000000000000DeaDBeef on Ethereum',
  })
})

it('names a collection of the app’s lists', () => {
  const ens = { ...row, kind: 'collection', contract: '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85' } as const
  expect(allowanceView(ens, ethereum)).toMatchObject({ name: 'ENS names (.eth registrar)' })
})

it.each([
  ['a contract on no list', { contract: '0x00000000000000000000000000000000DeaDBeef' }, ethereum],
  ['a token called a collection', { kind: 'collection' }, ethereum],
  ['a chain that this app does not serve', { chainId: 4242 }, undefined],
] as const)('asks for nothing about %s', (_, change, chain) => {
  expect(allowanceView({ ...row, ...change }, chain)).toEqual({ name: null, sentence: null })
})
