import { expect, it } from 'vitest'
import network from '../../lib/language/doubt/weights.generated.json'
import { readerOf, versionOf } from '../../lib/language/reader/reader-of'
import named from '../../lib/language/reader/version.generated.json'
import weights from '../../lib/language/reader/weights.generated.json'
import decisions from './decisions.generated.json'
import { loadExamples } from './examples'
import { decisionsOf, digestOfLines } from './keep'

it('the weights were trained on the current lines: after a change, npm run reader:train', () => {
  expect(weights.lines).toBe(digestOfLines())
})

it('names the weights’ version apart from them', () => {
  expect(named.version).toBe(versionOf(weights, network))
})

it('the weights make the same decisions as on the machine that trained them', async () => {
  expect(decisionsOf(await readerOf(weights, null), loadExamples())).toEqual(decisions)
})
