import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, friend, thief } from '../fixtures/local-chain'
import { planOf, step, tokenCall } from '../fixtures/plans'
import { decodePlan } from './decoded-plan'

const token = getAddress('0x00000000000000000000000000000000000000aa')
const recipientsOf = (functionName: string, args: readonly unknown[]) =>
  decodePlan(planOf([step(token, tokenCall(functionName, args))])).recipients.map(({ address, asset }) => [
    address,
    asset,
  ])

describe('recipients', () => {
  test('of native coins without data, even of amount 0', () => {
    for (const amount of [0n, 5n])
      expect(decodePlan(planOf([step(friend, '0x', amount)])).recipients).toMatchObject([
        { address: friend, asset: { kind: 'native', chainId: 31337 } },
      ])
  })

  test('native coins with data make the contract a target, not a recipient', () => {
    const decoded = decodePlan(planOf([step(token, '0x12345678', 5n)]))
    expect(decoded.recipients).toEqual([])
    expect(decoded.targets).toEqual([token])
  })

  test('of token transfers of every kind', () => {
    const at = { chainId: 31337, address: token }
    expect(recipientsOf('transfer', [friend, 1n])).toEqual([[friend, { kind: 'erc20', ...at }]])
    expect(recipientsOf('safeTransferFrom', [account, friend, 3n])).toEqual([
      [friend, { kind: 'erc721', tokenId: 3n, ...at }],
    ])
    expect(recipientsOf('safeTransferFrom', [account, friend, 3n, 2n, '0x'])).toEqual([
      [friend, { kind: 'erc1155', tokenId: 3n, ...at }],
    ])
  })

  test('truncated calldata names none', () => {
    const cut = tokenCall('transfer', [friend, 1n]).slice(0, 60) as `0x${string}`
    expect(decodePlan(planOf([step(token, cut)])).recipients).toEqual([])
  })
})

test('finds spenders and operators', () => {
  const decoded = decodePlan(
    planOf([
      step(token, tokenCall('approve', [thief, 5n])),
      step(token, tokenCall('increaseAllowance', [friend, 6n])),
      step(token, tokenCall('setApprovalForAll', [thief, true])),
    ]),
  )
  expect(decoded.approvals).toMatchObject([
    { token, spender: thief, amount: 5n, increase: false },
    { token, spender: friend, amount: 6n, increase: true },
  ])
  expect(decoded.operators).toMatchObject([{ collection: token, operator: thief, approved: true }])
  expect(decoded.targets).toEqual([token])
})
