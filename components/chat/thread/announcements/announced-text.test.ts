import { expect, it } from 'vitest'
import { announcedText } from './announced-text'

it.each([
  ['Swapped **0.5 ETH** for `USDC`, and _that_ is *all*.', 'Swapped 0.5 ETH for USDC, and that is all.'],
  ['# Yields\n\n- one\n- [x] two\n  - three\n\n1. first', 'Yields. one. two. three. 1. first.'],
  ['| Token | Amount |\n|---|---:|\n| USDC | 1,000 |', 'Token, Amount. USDC, 1,000.'],
  ['Read [the report](https://elsewhere.example/a) ![a chart](x.png)', 'Read the report image: a chart.'],
  ['```ts\nconst a = 1\n```\n---\n> quoted', 'const a = 1. quoted.'],
  ['2 * 3 is 6, snake_case_stays', '2 * 3 is 6, snake_case_stays.'],
  ['hidden \u202Etxt', 'hidden ␣U+202Etxt.'],
  ['', ''],
])('announces the words without the marks: %j', (markdown, announced) => {
  expect(announcedText(markdown)).toBe(announced)
})

it('does not announce more than anybody would listen to', () => {
  const announced = announcedText('word '.repeat(2000))
  expect(announced.length).toBeLessThan(1600)
  expect(announced).toContain('The full answer is longer')
})
