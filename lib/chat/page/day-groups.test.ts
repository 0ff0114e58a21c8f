import { expect, it } from 'vitest'
import type { Conversation } from '../store/chat'
import { dayGroups } from './day-groups'

const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()
const now = at(2026, 11, 25, 9)

const conversation = (title: string, updatedAt: number, more: Partial<Conversation> = {}): Conversation => ({
  id: title,
  taskId: null,
  contextId: null,
  agentId: 1,
  title,
  createdAt: 0,
  updatedAt,
  ended: false,
  ...more,
})

it('groups by calendar day, then by month, with pinned conversations first', () => {
  const groups = dayGroups(
    [
      conversation('in a moment, by another clock', at(2026, 11, 25, 10)),
      conversation('just after midnight', at(2026, 11, 25, 0)),
      conversation('late last night', at(2026, 11, 24, 23)),
      conversation('two days ago', at(2026, 11, 23)),
      conversation('a week ago', at(2026, 11, 18, 0)),
      conversation('eight days ago', at(2026, 11, 17, 23)),
      conversation('kept', at(2026, 10, 2), { pinned: true }),
      conversation('in October', at(2026, 10, 1)),
      conversation('last year', at(2025, 11, 1)),
    ],
    now,
  )
  expect(groups.map(({ heading, conversations }) => [heading, ...conversations.map(({ title }) => title)])).toEqual([
    ['Pinned', 'kept'],
    ['Today', 'in a moment, by another clock', 'just after midnight'],
    ['Yesterday', 'late last night'],
    ['Previous 7 days', 'two days ago', 'a week ago'],
    ['November', 'eight days ago'],
    ['October', 'in October'],
    ['November 2025', 'last year'],
  ])
})
