import { describe, expect, it } from 'vitest'
import type { Role } from '../labels'
import { groupsOf, piecesOf, segments, trimmed } from './read'
import { unitsOf } from './units'

const rolesOf = (...roles: Role[]) => roles.map((role, at) => ({ role, start: at, end: at + 1, p: 1 }))

describe('groupsOf', () => {
  it.each<[string, Role[], (number | undefined)[]]>([
    ['one movement', ['amount', 'give', 'receiver'], [undefined, undefined, undefined]],
    ['3 to ana and 5 to ben', ['amount', 'receiver', 'amount', 'receiver'], [1, 1, 2, 2]],
    [
      'ana 3, ben 5, in usdc on base',
      ['receiver', 'amount', 'receiver', 'amount', 'give', 'chain'],
      [1, 1, 2, 2, undefined, undefined],
    ],
    ['$3 to ana, 5 to ben', ['value', 'receiver', 'amount', 'receiver'], [1, 1, 2, 2]],
    [
      '20 each to ana, ben and cy',
      ['amount', 'receiver', 'receiver', 'receiver'],
      [undefined, undefined, undefined, undefined],
    ],
    ['60 % eth, 40 % usdc', ['amount', 'get', 'amount', 'get'], [1, 1, 2, 2]],
  ])('%s', (_, roles, groups) => expect(groupsOf(rolesOf(...roles))).toEqual(groups))
})

describe('segments', () => {
  const units = unitsOf('please sell it, and send that', [])

  it('begin at a plus and end before the marks and joining words at their edges', () => {
    const labels = ['+request', 'request', 'request', 'request', '+request', 'request', 'request']
    expect(segments(units, labels)).toEqual([
      { start: 1, end: 3, kind: 'request' },
      { start: 5, end: 7, kind: 'request' },
    ])
  })

  it('never lose the whole clause', () => expect(trimmed(units, 3, 5)).toEqual({ start: 4, end: 5 }))
})

it('joins the pieces of one part, and keeps two names apart', () => {
  const units = unitsOf('all my eth ana.eth ben.eth', [
    { start: 11, end: 18, is: 'name', name: 'ana.eth' },
    { start: 19, end: 26, is: 'name', name: 'ben.eth' },
  ])
  const labels = ['amount', '-', 'give', 'receiver', 'receiver']
  expect(piecesOf(units, 0, labels).map(({ start, end, role }) => [start, end, role])).toEqual([
    [0, 1, 'amount'],
    [2, 3, 'give'],
    [3, 4, 'receiver'],
    [4, 5, 'receiver'],
  ])
})
