import { expect, it } from 'vitest'
import { logShares, type Pass, parts, passOf, shapes, viewsOf } from '../../lib/language/doubt/network'
import type { Kind } from '../../lib/language/labels'
import { clauseLabels, settingOf } from '../../lib/language/reader/read'
import { best } from '../../lib/language/reader/table'
import { unitsOf } from '../../lib/language/reader/units'
import type { Bounds } from '../reader/joined'
import { seeded } from '../reader/train-table'
import { actionShare, type Lesson, learn, lessonOf, trainNetwork, untrained, zeros } from './train-network'

/** A message that is one clause. */
function messageOf(text: string, kind: Kind, agent?: string): Bounds {
  const units = unitsOf(text, [])
  const clause = { start: 0, end: units.length, kind, action: 'send' as const, labels: [], pieces: [] }
  return { units, setting: settingOf(agent ? { agent } : undefined), clauses: [clause] }
}

/** The loss: the negative logarithm of the probability of the labels. */
function lossOf({ clauses, actions }: Pass, labels: Lesson): number {
  const of = (sums: Float32Array, own: readonly number[], count: number) =>
    logShares(sums, count).reduce((loss, shares, at) => loss - (shares[own[at] ?? -1] ?? 0), 0)
  return of(clauses, labels.clauses, shapes.clauses[1]) + actionShare * of(actions, labels.actions, shapes.actions[1])
}

it('finds the slope of its loss for every matrix', () => {
  const lesson = lessonOf(messageOf('send ten to ana, please do', 'request', 'Whom shall it go to?'))
  const [network, slopes] = [untrained(seeded(3)), zeros()]
  learn(network, slopes, passOf(network, lesson.tokens, lesson.own), lesson, 1)
  const step = 3e-3
  for (const part of parts) {
    const all = network[part]
    const steepest = best(Float64Array.from(slopes[part], Math.abs))
    const value = all[steepest] ?? 0
    const lossAt = (moved: number) => {
      all[steepest] = moved
      return lossOf(passOf(network, lesson.tokens, lesson.own), lesson)
    }
    const slope = (lossAt(value + step) - lossAt(value - step)) / (2 * step)
    all[steepest] = value
    expect(slopes[part][steepest], part).not.toBe(0)
    expect(slopes[part][steepest]).toBeCloseTo(slope, 1)
  }
})

it('learns that the end of a message decides how it begins, the same in every run', () => {
  const people = ['ana', 'ben', 'carla', 'dan', 'eva', 'finn', 'gina', 'hugo']
  const messages = people.flatMap((name) => [
    messageOf(`send ten to ${name} right now`, 'request'),
    messageOf(`send ten to ${name} right now kidding`, 'report'),
  ])
  const options = { epochs: 30, rate: 0.01, dropout: 0.1, batch: 4, seed: 7 }
  const network = trainNetwork(messages, options)
  const first = ({ units, setting }: Bounds) => {
    const [label] = viewsOf(network, units, setting)
    return clauseLabels[best(label ?? [])]
  }
  expect(first(messageOf('send ten to iris right now', 'request'))).toBe('+request')
  expect(first(messageOf('send ten to iris right now kidding', 'report'))).toBe('+report')
  const again = trainNetwork(messages.slice(0, 4), { ...options, epochs: 2 })
  expect(trainNetwork(messages.slice(0, 4), { ...options, epochs: 2 })).toEqual(again)
}, 60_000)
