import { describe, expect, it } from 'vitest'
import { isDoubted, isRequested } from '../frames/step'
import type { Requested, Understanding } from '../frames/understanding'
import { combined } from './combined'
import type { Understood } from './message'

const token = (symbol: string) => ({ text: symbol, symbol })
const swap = (value: string, to = 'DAI'): Requested => ({
  kind: 'request',
  draft: { action: 'swap', amount: { kind: 'exact', value }, from: token('USDC'), to: token(to) },
})
const unclear: Understanding = { kind: 'talk', topic: 'unclear' }
const reads = (is: Understanding, certainty: Understood['certainty'] = 'certain'): Understood => ({ is, certainty })
const isOffered = (is: Understanding): boolean => isRequested(is) && isDoubted(is)

describe('what both readings find', () => {
  it('is acted on', () => {
    expect(combined(swap('5'), reads(swap('5')))).toEqual(swap('5'))
  })

  it('is acted on as the rules have it if the reader is in doubt', () => {
    expect(combined(swap('5'), reads(swap('6'), 'likely'))).toEqual(swap('5'))
    expect(combined(swap('5'), reads(unclear, 'weak'))).toEqual(swap('5'))
  })
})

describe('what they find differently', () => {
  it.each([
    ['another amount', swap('6')],
    ['another token', swap('5', 'WETH')],
    ['a refusal', { kind: 'abstain', topic: 'negated' }],
    ['a musing', { kind: 'abstain', topic: 'hypothetical' }],
  ] as [string, Understanding][])('is only offered: %s', (_, other) => {
    expect(isOffered(combined(swap('5'), reads(other)))).toBe(true)
  })
})

describe('what the reader alone finds', () => {
  it('is acted on if it is certain, and else only offered', () => {
    expect(combined(unclear, reads(swap('5')))).toEqual(swap('5'))
    expect(isOffered(combined(unclear, reads(swap('5'), 'likely')))).toBe(true)
  })

  it('is left alone if it is weak', () => {
    expect(combined(unclear, reads(swap('5'), 'weak'))).toEqual(unclear)
  })

  it('is answered if it is a question', () => {
    const price: Understanding = { kind: 'price', query: { tokens: [token('ETH')] } }
    expect(combined(unclear, reads(price))).toEqual(price)
  })

  it('is nothing where the rules have found a condition', () => {
    const conditional: Understanding = { kind: 'abstain', topic: 'conditional' }
    expect(combined(conditional, reads(swap('5')))).toEqual(conditional)
  })
})
