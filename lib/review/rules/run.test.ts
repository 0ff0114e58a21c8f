import { describe, expect, test } from 'vitest'
import { type Learned, NotApplicable, Unavailable } from '../context'
import { account } from '../fixtures/local-chain'
import { planOf, step } from '../fixtures/plans'
import { contextOfPlan } from '../testing/context'
import type { Rule } from './rule'
import { rules } from './rules'
import { runRules } from './run'

const plan = planOf([step(account)])
const context = contextOfPlan(plan)

const rule = (id: string, check: Rule['check']): Rule => ({ id, about: 'this', check })
const good = rule('good', () => ({ level: 'OK', title: 'Good.' }))

describe('a rule that cannot finish', () => {
  test('is unverified under its own id and stops no other', () => {
    const broken = rule('broken', () => {
      throw new TypeError('undefined is not a function')
    })
    expect(runRules([broken, good], context)).toMatchObject([
      { rule: 'broken', level: 'UNVERIFIED', title: 'Not checked: this.', observed: 'this check itself failed' },
      { rule: 'good', level: 'OK' },
    ])
  })

  test('reports why something could not be read', () => {
    const unread = rule('unread', () => {
      throw new Unavailable('the node is not responding')
    })
    expect(runRules([unread], context)).toMatchObject([{ level: 'UNVERIFIED', observed: 'the node is not responding' }])
  })

  test('keeps what it found before', () => {
    const halfway = rule('halfway', function* () {
      yield { level: 'DANGER', title: 'First.' }
      throw new Unavailable('gone')
    })
    expect(runRules([halfway], context).map(({ level }) => level)).toEqual(['DANGER', 'UNVERIFIED'])
  })

  test('is unverified if `applies` throws', () => {
    const unsure: Rule = {
      ...good,
      applies: () => {
        throw new Unavailable('gone')
      },
    }
    expect(runRules([unsure], context)).toMatchObject([{ level: 'UNVERIFIED' }])
  })
})

describe('rules without an answer from the chain', () => {
  const reason = 'the node is not responding'
  const none = { ok: false, reason } as const
  const learned: Learned = {
    facts: {
      chainId: none,
      block: none,
      balance: none,
      maxFeePerGas: none,
      code: new Map(),
      activity: new Map(),
      elsewhere: new Map(),
      contracts: new Map(),
      ages: new Map(),
      history: null,
    },
    simulation: { kind: 'unreachable', reason },
    worked: null,
    overflow: false,
    dataFee: 0n,
  }
  const silent = contextOfPlan(plan, {}, learned)
  const asking = (id: string): Rule => ({
    id,
    about: `about ${id}`,
    check: ({ balance }) => ({ level: 'OK', title: `${balance()}` }),
  })

  test('share one finding that names them all, beside the findings of other rules', () => {
    expect(runRules([asking('a'), good, asking('b')], silent)).toMatchObject([
      {
        rule: 'rpc',
        level: 'UNVERIFIED',
        observed: reason,
        why: expect.stringContaining('about a and about b'),
        covers: ['a', 'b'],
      },
      { rule: 'good', level: 'OK' },
    ])
  })

  test('do not cover failures for other reasons or hide what was found before', () => {
    const broken = rule('broken', () => {
      throw new TypeError('undefined is not a function')
    })
    const unread = rule('unread', () => {
      throw new Unavailable('the answer made no sense')
    })
    const halfway = rule('halfway', function* ({ balance }) {
      yield { level: 'DANGER', title: 'First.' }
      yield { level: 'OK', title: `${balance()}` }
    })
    expect(runRules([asking('a'), broken, unread, halfway], silent)).toMatchObject([
      { rule: 'rpc', covers: ['a', 'halfway'] },
      { rule: 'broken', level: 'UNVERIFIED' },
      { rule: 'unread', level: 'UNVERIFIED', observed: 'the answer made no sense' },
      { rule: 'halfway', level: 'DANGER' },
    ])
  })

  test('give no finding if there are none', () => {
    expect(runRules([good], silent)).toMatchObject([{ rule: 'good' }])
  })
})

describe('a rule that does not apply', () => {
  const inapplicable = rule('inapplicable', () => {
    throw new NotApplicable('A step fails.')
  })

  test('gives no finding while something else blocks', () => {
    const block = rule('block', () => ({ level: 'BLOCK', title: 'No.' }))
    expect(runRules([inapplicable, block], context).map((finding) => finding.rule)).toEqual(['block'])
  })

  test('is unverified if nothing blocks', () => {
    expect(runRules([inapplicable, good], context).map(({ level }) => level)).toEqual(['OK', 'UNVERIFIED'])
  })
})

test('every rule has a unique id', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})
