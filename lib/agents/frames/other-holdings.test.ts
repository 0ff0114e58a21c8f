import { expect, it } from 'vitest'
import { read } from '../fixtures/following'

it.each([
  'how much eth did i have yesterday',
  'what was my balance last week',
  'how much usdc will i have next year',
  'how much usdc does my brother have',
  'how much usdc is in 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  'where can i see my wallet history',
  'how do i add money to my wallet',
  'why is my balance so low',
  "don't show me my balance",
  'do i have a permission open',
  'what have i got to lose',
  'what do i own on arbitrum',
  'how much bitcoin cash do i have',
])('is not answered with what is held now: %s', (text) => {
  expect(read(text).kind).not.toBe('balances')
})

it.each(['how much eth do i have', 'did my usdc arrive', 'what do i have left', 'how much dai is on base'])(
  'is: %s',
  (text) => {
    expect(read(text).kind).toBe('balances')
  },
)
