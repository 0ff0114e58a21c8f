import { expect, it } from 'vitest'
import weights from '../../lib/agents/replies/topic-weights.generated.json'
import decisions from './decisions.generated.json'
import { digestOfTopicLines, topicLines } from './lines'
import { topicDecisionsOf } from './train'

it('the weights were trained on the current lines: after a change, npm run topics:train', () => {
  expect(weights.lines).toBe(digestOfTopicLines())
})

it('the weights make the same decisions as on the machine that trained them', () => {
  expect(topicDecisionsOf(topicLines())).toEqual(decisions)
})

it('has every line once', () => {
  const texts = topicLines().map(({ writer, text }) => `${writer}: ${text.toLowerCase()}`)
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})
