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
const found = (query: string, ...commands: Command[]) =>
  matching(commands, query).flatMap((group) => group.commands.map(({ words }) => words))

it('keeps the order of the groups, whatever order the commands have', () => {
  expect(found('', command('Dark theme', 'This page'), command('Swap', 'Ask the agent'))).toEqual([
    'Swap',
    'Dark theme',
  ])
})

it('puts the group of the best match first, and what a search has found after it', () => {
  const groups = matching([command('Ask for a portfolio', 'Ask the agent'), command('Portfolio')], 'portfolio', [
    command('My portfolio', 'Conversations'),
  ])
  expect(groups.map(({ heading }) => heading)).toEqual(['Go to', 'Ask the agent', 'Conversations'])
})

it('puts what begins with the query before what has a word that does, and that before the rest', () => {
  const all = [command('Reset'), command('Your settings'), command('Settings')]
  expect(found('set', ...all)).toEqual(['Settings', 'Your settings', 'Reset'])
})

it('finds words with accents without them, and the other way round', () => {
  expect(found('jose', command('Rent for José', 'Conversations'))).toEqual(['Rent for José'])
  expect(found('réset', command('Reset'))).toEqual(['Reset'])
})

it('finds by other words, and by several words in any order', () => {
  const theme = command('Dark theme', 'This page', 'appearance night')
  expect(found('night', theme)).toEqual(['Dark theme'])
  expect(found('  THEME da ', theme)).toEqual(['Dark theme'])
  expect(found('theme light', theme)).toEqual([])
})
