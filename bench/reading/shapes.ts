import { longestMessage } from '@/lib/agents/intake/oddity'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Pieces to repeat, by name: words of requests, and characters at each of which a pattern may start over. */
const pieces: Readonly<Record<string, string>> = {
  'exclamation marks': '!',
  'question marks': '?',
  dollars: '$',
  percents: '%',
  commas: ',',
  points: '.',
  hyphens: '-',
  'hyphens apart': '- ',
  quotes: "'",
  brackets: '(',
  'angle brackets': '>',
  digits: '7',
  letters: 'a',
  'line breaks': 'a\n',
  emoji: '🎉',
  'emoji and a': '🎉a ',
  'a/': 'a/',
  '0x': '0x',
  'a.': 'a.',
  'a. ': 'a. ',
  'a, ': 'a, ',
  'a-': 'a-',
  '1,': '1,',
  '1, ': '1, ',
  '1 ': '1 ',
  'and ': 'and ',
  'to ': 'to ',
  'a ': 'a ',
  'the ': 'the ',
  'not ': 'not ',
  'no, ': 'no, ',
  'i ': 'i ',
  'is ': 'is ',
  'if ': 'if ',
  'my ': 'my ',
  'send ': 'send ',
  'all ': 'all ',
  'please ': 'please ',
  'then ': 'then ',
  'eth ': 'eth ',
  'every day ': 'every day ',
  'between 1 and ': 'between 1 and ',
  'leave 1 ': 'leave 1 ',
  'all but ': 'all but ',
  'and then swap ': 'and then swap ',
  '1 eth to bob ': '1 eth to bob ',
  'bob and ann, ': 'bob and ann, ',
  'to: ': 'to: ',
  '(a) ': '(a) ',
  '[({': '[({',
  '"a" ': '"a" ',
  '5% ': '5% ',
  '$5 ': '$5 ',
  'send 0.1 eth to an address, ': `send 0.1 eth to ${address}, `,
  'swap 1 eth for usdc and ': 'swap 1 eth for usdc and ',
  'send 1 eth. ': 'send 1 eth. ',
  'addresses ': `${address} `,
  'bob is an address, ': `bob is ${address}, `,
}

const prose =
  'Hi there, I was thinking about what to do with the money that came in last month, since my sister told me that it only loses value where it is now. She has put hers into a vault and is quite happy with that, though I am not sure I would dare it. '

/** Returns a message of the given length for each shape. */
export function shapes(length = longestMessage): readonly (readonly [string, string])[] {
  const filled = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
  const mixed = filled(Object.values(pieces).join(' '))
  const spaced = `a${' '.repeat(length - 2)}a`
  return [
    ...Object.entries(pieces).map(([name, piece]) => [name, filled(piece)] as const),
    ['spaces', spaced],
    ['prose', filled(prose)],
    ['all of these', mixed],
  ]
}
