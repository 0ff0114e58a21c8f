import { expect, it } from 'vitest'
import { type Command, matching } from './command'

const command = (words: string, group: Command['group'] = 'Go to', also?: string): Command => ({
  id: words,
  group,
  words,
  icon: null,
  run: () => undefined,
  ...(also === undefined ? {} : { also }),
})
const found = (query: string, ...commands: Command[]) => matching(commands, query).map(({ words }) => words)

it('keeps the order of the groups, whatever order the commands have', () => {
  expect(found('', command('Dark theme', 'This page'), command('Swap', 'Ask the agent'))).toEqual([
    'Swap',
    'Dark theme',
  ])
})

it('puts what begins with the query before what has a word that does, and that before the rest', () => {
  const all = [command('Reset'), command('Your settings'), command('Settings')]
  expect(found('set', ...all)).toEqual(['Settings', 'Your settings', 'Reset'])
})

it('finds by other words, and by several words in any order', () => {
  const theme = command('Dark theme', 'This page', 'appearance night')
  expect(found('night', theme)).toEqual(['Dark theme'])
  expect(found('  THEME da ', theme)).toEqual(['Dark theme'])
  expect(found('theme light', theme)).toEqual([])
})
