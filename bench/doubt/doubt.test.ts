import { expect, it } from 'vitest'
import weights from '../../lib/language/doubt/weights.generated.json'
import { loadReader } from '../../lib/language/reader/reader'
import { readerLines } from '../reader/examples'
import { decisionsOf, digestOfLines } from '../reader/keep'
import decisions from './decisions.generated.json'
import { doubtLines, loadDoubtExamples } from './messages'

it('the weights were trained on the current lines: after a change, npm run doubt:train', () => {
  expect(weights.lines).toBe(digestOfLines([readerLines, doubtLines]))
})

it('the weights make the same decisions as on the machine that trained them', async () => {
  expect(decisionsOf(await loadReader(), loadDoubtExamples())).toEqual(decisions)
})
