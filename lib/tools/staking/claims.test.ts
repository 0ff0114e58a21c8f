import { describe, expect, it } from 'vitest'
import { meansChain, yieldNetwork } from '@/lib/chain/yields/networks'
import { apyFindings, apyShare } from './apy'
import { dateWords, durationWords, lockupSeconds } from './lockup'
import { nameFindings } from './place-rules'

const day = 86_400
const week = 7 * day
const named = (findings: readonly { rule: string; level: string }[]) =>
  findings.map(({ rule, level }) => `${rule} ${level}`)

describe('a lock-up in words', () => {
  it.each([
    ['none', 0],
    ['No lock-up', 0],
    ['Flexible', 0],
    ['instant', 0],
    ['anytime', 0],
    ['0', 0],
    ['0 days', 0],
    ['7 days', week],
    ['7-day', week],
    ['1 week', week],
    ['24h', day],
    ['unstaking takes 21 days', 21 * day],
    ['7 to 14 days', 14 * day],
    ['3 months', 90 * day],
    ['1 year', 365 * day],
    ['no fee, 7 days', week],
    ['a while', null],
    ['', null],
    ['until the next epoch', null],
  ])('%s', (text, seconds) => {
    expect(lockupSeconds(text)).toBe(seconds)
  })

  it('is written in the largest unit that fits', () => {
    expect([week, day, 5_400, 90, 12, 1, 0].map(durationWords)).toEqual([
      '7 days',
      '1 day',
      '1.5 hours',
      '1.5 minutes',
      '12 seconds',
      '1 second',
      '0 seconds',
    ])
    expect(dateWords(0)).toBe('1970-01-01 00:00 UTC')
    expect(dateWords(1_800_000_000_000_000)).toBe('+059009-09-24 08:00 UTC')
  })

  it('is written for any number that a vault may name as the end of its lock', () => {
    expect(dateWords(Number(2n ** 256n - 1n) * 1000)).toBe('a date that never comes')
  })
})

describe('a rate without a unit', () => {
  it.each([
    [4.8, [null], 0.048],
    [0.048, [0.05], 0.048],
    [0.8, [0.008], 0.008],
    [0.8, [0.5], 0.8],
    [0.3, [0.048], 0.3],
    [1, [], 1],
    [0, [0.05], 0],
  ])('%s with known rates %j', (given, known, share) => {
    expect(apyShare(given, known)).toBeCloseTo(share, 10)
  })
})

describe('a rate compared with the chain', () => {
  const growth = (apy: number, seconds = week) => ({ apy, seconds })
  it.each([
    ['fits', 0.05, growth(0.048), 'OK'],
    ['2 points above, and less than half as much again', 0.07, growth(0.05), 'OK'],
    ['more than both', 0.0801, growth(0.05), 'WARN'],
    ['three times', 0.15, growth(0.05), 'WARN'],
    ['more than three times', 0.1501, growth(0.05), 'DANGER'],
    ['nothing was paid', 0.05, growth(0), 'DANGER'],
    ['a loss', 0.05, growth(-0.01), 'DANGER'],
    ['less is claimed than was paid', 0.01, growth(0.05), 'OK'],
    ['nothing is claimed of a yield that pays nothing', 0, growth(0), 'OK'],
    ['no history', 0.05, null, 'UNVERIFIED'],
    ['a day of history', 0.05, growth(0.05, day), 'OK'],
    ['less than a day', 0.05, growth(0.05, day - 1), 'UNVERIFIED'],
  ])('%s', (_, claimed, found, level) => {
    expect(named(apyFindings(claimed, null, found, false))).toEqual([`staking.apy ${level}`])
  })

  it('distinguishes an unreadable past from no past', () => {
    const [unread] = apyFindings(0.05, null, 'unread', false)
    expect(unread).toMatchObject({ level: 'UNVERIFIED', fix: { kind: 'refresh' } })
    expect(unread?.why).toContain('could not be read just now')
    expect(apyFindings(0.05, null, null, false)[0]).not.toHaveProperty('fix')
  })

  it('accepts the short past of a young local chain', () => {
    expect(named(apyFindings(0.05, null, growth(0.05, 60), true))).toEqual(['staking.apy OK'])
  })

  it('judges the description if the agent says nothing, and nothing if neither does', () => {
    expect(named(apyFindings(null, 0.5, growth(0.05), false))).toEqual(['staking.apy DANGER'])
    expect(apyFindings(null, null, growth(0.05), false)).toEqual([])
  })

  it('marks more than 50%, and more than the place itself states', () => {
    expect(named(apyFindings(0.5, null, growth(0.5), false))).toEqual(['staking.apy OK'])
    expect(named(apyFindings(0.501, null, growth(0.5), false))).toContain('staking.apy-high WARN')
    expect(named(apyFindings(0.09, 0.05, growth(0.07), false))).toContain('staking.apy-stated WARN')
    expect(named(apyFindings(0.05, 0.09, growth(0.07), false))).toEqual(['staking.apy OK'])
    expect(named(apyFindings(0.12, 0.05, growth(0.05), false)), 'one warning is enough').toEqual(['staking.apy WARN'])
  })
})

it.each([
  ['ethereum', 1, true],
  ['Ethereum Mainnet', 1, true],
  ['BASE', 8453, true],
  ['Arbitrum One', 42161, true],
  ['bnb', 56, true],
  ['local', 31337, true],
  ['ethereum', 31337, true],
  ['base', 31337, false],
  ['polygon', 1, false],
  ['Hyperchain', 1, null],
])('the network %s and chain %s', (network, chainId, means) => {
  expect(meansChain(network, chainId)).toBe(means)
})

it('knows the chains by the names of the yield service', () => {
  expect([1, 56, 31337, 5].map(yieldNetwork)).toEqual(['ethereum', 'binance', 'local', null])
})

it('distinguishes a different name from a reworded one', () => {
  const levels = (claimed: string | undefined, found: string) => named(nameFindings('protocol', claimed, found))
  expect(levels('Morpho Blue', 'morpho')).toEqual([])
  expect(levels('Lido', 'morpho')).toEqual(['staking.protocol WARN'])
  expect(levels(undefined, 'morpho')).toEqual([])
  expect(levels('Lido', '')).toEqual([])
})
