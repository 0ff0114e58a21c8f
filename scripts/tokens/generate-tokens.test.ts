import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tokensFile, tokensText } from './generate-tokens'

it('the committed token list matches the generator', () => {
  expect(readFileSync(tokensFile, 'utf8')).toBe(tokensText())
})
