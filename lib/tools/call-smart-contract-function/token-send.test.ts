import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { callSmartContractFunction } from './tool'

const { USDC } = devnetAddresses.tokens
const friend = getAddress('0x00000000000000000000000000000000c0ffee00')
const send = { to: USDC, functionName: 'transfer', args: [friend, '20500000'], chainId: 31337 }
const caption = (change: Record<string, unknown> = {}) =>
  callSmartContractFunction.caption?.(callSmartContractFunction.schema.parse({ ...send, ...change }))
const headline = (change: Record<string, unknown> = {}) =>
  callSmartContractFunction.headline(callSmartContractFunction.schema.parse({ ...send, ...change }))

describe('an approval says who may spend how much', () => {
  it.each([
    ['20500000', 'Let 0x0000…eE00 spend up to 20.5 USDC on Ethereum (local)', 'Approval'],
    [String(2n ** 256n - 1n), 'Let 0x0000…eE00 spend any amount of USDC on Ethereum (local)', 'Approval'],
    ['0', 'Stop 0x0000…eE00 spending your USDC on Ethereum (local)', 'Revocation'],
  ])('of %s', (amount, words, kind) => {
    const change = { functionName: 'approve', args: [friend, amount] }
    expect(headline(change)).toBe(words)
    expect(caption(change)).toBe(kind)
  })

  it('if the token is listed', () => {
    expect(headline({ functionName: 'approve', to: friend })).toMatch(/^Call “approve” of contract/)
  })
})

describe('a contract call is called a send', () => {
  it.each([
    ['by name', {}],
    ['by signature', { functionName: 'transfer(address,uint256)' }],
    ['with an ABI', { abi: ['function transfer(address to, uint256 amount) returns (bool)'] }],
    ['with no coins sent along', { value: '0' }],
  ])('if it transfers a listed token: %s', (_, change) => {
    expect(headline(change)).toBe('Send 20.5 USDC to 0x0000…ee00 on Ethereum (local)')
    expect(caption(change)).toBe('Send')
  })

  it.each([
    ['another function', { functionName: 'transferFrom' }],
    ['a function of the same name with other arguments', { abi: ['function transfer(address to, uint128 amount)'] }],
    ['an unlisted token', { to: friend }],
    ['coins sent along', { value: '1' }],
    ['an invalid amount', { args: [friend, '20.5'] }],
    ['an invalid recipient', { args: ['0x1234', '1'] }],
    ['a missing argument', { args: [friend] }],
    ['an unknown chain', { chainId: 4242 }],
  ])('but not with %s', (_, change) => {
    expect(headline(change)).toMatch(/^Call “transfer(From)?” of contract/)
    expect(caption(change)).toBeNull()
  })
})
