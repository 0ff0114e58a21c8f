import {
  type Drop,
  hidden,
  type LayerPass,
  type Network,
  type Part,
  type Pass,
  parts,
  passOf,
  shapes,
  state,
  summary,
  tokensOf,
  width,
} from '../../lib/language/doubt/network'
import { actionLabels, clauseLabels } from '../../lib/language/reader/read'
import type { Bounds } from '../reader/joined'
import { seeded } from '../reader/train-table'

export type NetworkOptions = { epochs: number; rate: number; dropout: number; batch: number; seed: number }
export const usualNetwork: NetworkOptions = { epochs: 10, rate: 0.003, dropout: 0.3, batch: 64, seed: 7 }

const [both, gates] = [2 * state, 3 * state]
/** Weight of a unit's action beside its clause label. */
export const actionShare = 0.7
/** Share of the lines that are read without their marks each time, as if dictated. */
const dictated = 0.25
/** Largest length of the slope of a batch. */
const steepest = 1

/** A message as the network sees it, with the labels of its units; an action of -1 counts for nothing. */
export type Lesson = { tokens: Uint32Array[]; own: number; marks: boolean[]; clauses: number[]; actions: number[] }

export function lessonOf({ units, setting, clauses }: Bounds): Lesson {
  const { tokens, own } = tokensOf(units, setting)
  const read = units.slice(0, tokens.length - own)
  const labels = { clauses: read.map(() => 0), actions: read.map(() => -1) }
  for (const { start, end, kind, action } of clauses)
    for (let at = start; at < Math.min(end, read.length); at += 1) {
      labels.clauses[at] = clauseLabels.indexOf(at === start ? `+${kind}` : kind)
      labels.actions[at] = actionLabels.indexOf(action ?? '-')
    }
  return { tokens, own, marks: read.map(({ is }) => is === 'mark'), ...labels }
}

/** Returns a lesson without the marks of its message. */
function withoutMarks({ tokens, own, marks, clauses, actions }: Lesson): Lesson {
  const stays = <T>(all: T[]) => all.filter((_, at) => !marks[at])
  return {
    tokens: [...tokens.slice(0, own), ...stays(tokens.slice(own))],
    own,
    marks: stays(marks),
    clauses: stays(clauses),
    actions: stays(actions),
  }
}

/** Returns a network of zeros. */
export const zeros = (): Network =>
  Object.fromEntries(parts.map((part) => [part, new Float32Array(shapes[part][0] * shapes[part][1])])) as Network

/** Returns a network with random weights of the size that suits their number. */
export function untrained(random: () => number): Network {
  const network = zeros()
  const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  for (const part of parts) {
    if (part.endsWith('Bias') || part.startsWith('bias')) continue
    const from = part.startsWith('state') ? state : shapes[part][0]
    const size = part === 'rows' ? 0.3 : 1 / Math.sqrt(from)
    const all = network[part]
    for (let at = 0; at < all.length; at += 1) all[at] = normal() * size
  }
  return network
}

/** Adds the slopes of a matrix to `slopes`, and those of the values that it multiplied to `fromSlopes`. */
function backProduct(
  matrix: Float32Array,
  slopes: Float32Array,
  [from, fromStart]: readonly [Float32Array, number],
  count: number,
  [to, toStart]: readonly [Float32Array, number],
  columns: number,
  fromSlopes: Float32Array,
  fromSlopesStart: number,
  matrixStart = 0,
): void {
  // Four rows at a time, as in `addProduct`.
  for (let row = 0; row < count; row += 4) {
    const [at, back, start] = [fromStart + row, fromSlopesStart + row, matrixStart + row * columns]
    const [second, third, fourth] = [start + columns, start + 2 * columns, start + 3 * columns]
    const [a, b] = [from[at] as number, from[at + 1] as number]
    const [c, d] = [from[at + 2] as number, from[at + 3] as number]
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0]
    for (let column = 0; column < columns; column += 1) {
      const slope = to[toStart + column] as number
      sumA += slope * (matrix[start + column] as number)
      sumB += slope * (matrix[second + column] as number)
      sumC += slope * (matrix[third + column] as number)
      sumD += slope * (matrix[fourth + column] as number)
      slopes[start + column] = (slopes[start + column] as number) + slope * a
      slopes[second + column] = (slopes[second + column] as number) + slope * b
      slopes[third + column] = (slopes[third + column] as number) + slope * c
      slopes[fourth + column] = (slopes[fourth + column] as number) + slope * d
    }
    fromSlopes[back] = (fromSlopes[back] as number) + sumA
    fromSlopes[back + 1] = (fromSlopes[back + 1] as number) + sumB
    fromSlopes[back + 2] = (fromSlopes[back + 2] as number) + sumC
    fromSlopes[back + 3] = (fromSlopes[back + 3] as number) + sumD
  }
}

const add = (to: Float32Array, toStart: number, from: Float32Array, start: number, count: number) => {
  for (let at = 0; at < count; at += 1) to[toStart + at] = (to[toStart + at] as number) + (from[start + at] as number)
}

const multiply = (values: Float32Array, by: Float32Array | null | undefined) => {
  if (by) for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) * (by[at] as number)
}

/** Goes back through a layer: from the slopes of its states to those of what it read. */
function backLayer(network: Network, slopes: Network, which: 1 | 2, pass: LayerPass, inputs: number, of: Float32Array) {
  const [input, own, bias] = [`input${which}`, `state${which}`, `bias${which}`] as const
  const length = of.length / both
  const sums = new Float32Array(length * 2 * gates)
  const old = new Float32Array(gates)
  for (const side of [0, 1]) {
    const carried = new Float32Array(state)
    for (let step = length - 1; step >= 0; step -= 1) {
      const at = side === 0 ? step : length - 1 - step
      const prior = side === 0 ? at - 1 : at + 1
      const [sum, to] = [at * 2 * gates + side * gates, at * both + side * state]
      const before = prior * both + side * state
      const isFirst = step === 0
      for (let unit = 0; unit < state; unit += 1) {
        const slope = (of[to + unit] as number) + (carried[unit] as number)
        const [update, reset] = [pass.updates[to + unit] as number, pass.resets[to + unit] as number]
        const [fresh, last] = [pass.news[to + unit] as number, pass.olds[to + unit] as number]
        const prev = isFirst ? 0 : (pass.states[before + unit] as number)
        const ofFresh = slope * (1 - update) * (1 - fresh * fresh)
        const ofReset = ofFresh * last * reset * (1 - reset)
        const ofUpdate = slope * (prev - fresh) * update * (1 - update)
        sums[sum + unit] = ofReset
        sums[sum + state + unit] = ofUpdate
        sums[sum + 2 * state + unit] = ofFresh
        old[unit] = ofReset
        old[state + unit] = ofUpdate
        old[2 * state + unit] = ofFresh * reset
        carried[unit] = slope * update
      }
      if (isFirst) continue
      const start = side * state * gates
      backProduct(network[own], slopes[own], [pass.states, before], state, [old, 0], gates, carried, 0, start)
    }
  }
  const back = new Float32Array(length * inputs)
  for (let at = 0; at < length; at += 1) {
    const to = at * 2 * gates
    add(slopes[bias], 0, sums, to, 2 * gates)
    const fromAt = [pass.from, at * inputs] as const
    backProduct(network[input], slopes[input], fromAt, inputs, [sums, to], 2 * gates, back, at * inputs)
  }
  return back
}

/** Returns the slopes of a softmax’s sums, times `by`: zero where there is no label. */
function slopesOf(sums: Float32Array, labels: readonly number[], count: number, by: number): Float32Array {
  const slopes = new Float32Array(sums.length)
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue
    const own = sums.subarray(at * count, (at + 1) * count)
    const top = Math.max(...own)
    let total = 0
    for (const value of own) total += Math.exp(value - top)
    for (let index = 0; index < count; index += 1)
      slopes[at * count + index] = by * (Math.exp((own[index] as number) - top) / total - (index === label ? 1 : 0))
  }
  return slopes
}

/** Adds the slopes of one message, whose clauses and actions are known, to those of its batch. */
export function learn(network: Network, slopes: Network, pass: Pass, { clauses, actions }: Lesson, by: number): void {
  const { tokens, own, top, chosen } = pass
  const [length, count] = [tokens.length, tokens.length - own]
  const ofLast = new Float32Array(count * hidden)
  const out = (name: 'clauses' | 'actions', bias: Part, labels: readonly number[], weight: number) => {
    const wide = shapes[name][1]
    const sums = slopesOf(pass[name], labels, wide, weight)
    for (let at = 0; at < count; at += 1) {
      add(slopes[bias], 0, sums, at * wide, wide)
      const from = [pass.hidden, at * hidden] as const
      backProduct(network[name], slopes[name], from, hidden, [sums, at * wide], wide, ofLast, at * hidden)
    }
  }
  out('clauses', 'clauseBias', clauses, by)
  out('actions', 'actionBias', actions, by * actionShare)
  multiply(ofLast, pass.masks[3])
  for (let at = 0; at < ofLast.length; at += 1) if ((pass.hidden[at] as number) <= 0) ofLast[at] = 0
  const ofTop = new Float32Array(length * both)
  const shared = new Float32Array(hidden)
  for (let at = 0; at < count; at += 1) {
    add(shared, 0, ofLast, at * hidden, hidden)
    const from = [top, (own + at) * both] as const
    backProduct(network.hidden, slopes.hidden, from, both, [ofLast, at * hidden], hidden, ofTop, (own + at) * both)
  }
  add(slopes.hiddenBias, 0, shared, 0, hidden)
  const ofBest = new Float32Array(summary)
  backProduct(network.hidden, slopes.hidden, [pass.best, 0], summary, [shared, 0], hidden, ofBest, 0, both * hidden)
  for (let column = 0; column < summary; column += 1) {
    const from = (chosen[column] as number) * both
    for (let row = 0; row < both; row += 1) {
      const cell = row * summary + column
      const slope = ofBest[column] as number
      slopes.summary[cell] = (slopes.summary[cell] as number) + slope * (top[from + row] as number)
      ofTop[from + row] = (ofTop[from + row] as number) + slope * (network.summary[cell] as number)
    }
  }
  multiply(ofTop, pass.masks[2])
  const ofMiddle = backLayer(network, slopes, 2, pass.second, both, ofTop)
  multiply(ofMiddle, pass.masks[1])
  const ofEmbedded = backLayer(network, slopes, 1, pass.first, width, ofMiddle)
  multiply(ofEmbedded, pass.masks[0])
  for (const [at, rows] of tokens.entries()) {
    const share = 1 / Math.sqrt(rows.length)
    for (const row of rows)
      for (let column = 0; column < width; column += 1)
        slopes.rows[row * width + column] =
          (slopes.rows[row * width + column] as number) + share * (ofEmbedded[at * width + column] as number)
  }
}

/** Adam (Kingma and Ba 2015): a step for each weight from the means of its slopes and of their squares. */
class Adam {
  readonly #means = zeros()
  readonly #squares = zeros()
  #steps = 0

  step(network: Network, slopes: Network, rate: number): void {
    this.#steps += 1
    let square = 0
    for (const part of parts) for (const slope of slopes[part]) square += slope * slope
    const shorter = Math.min(1, steepest / Math.sqrt(square + 1e-12))
    const [first, second] = [1 - 0.9 ** this.#steps, 1 - 0.999 ** this.#steps]
    for (const part of parts) {
      const [values, own] = [network[part], slopes[part]]
      const [means, squares] = [this.#means[part], this.#squares[part]]
      for (let at = 0; at < values.length; at += 1) {
        const slope = (own[at] as number) * shorter
        const mean = 0.9 * (means[at] as number) + 0.1 * slope
        const spread = 0.999 * (squares[at] as number) + 0.001 * slope * slope
        means[at] = mean
        squares[at] = spread
        if (mean === 0) continue
        const by = mean / first / (Math.sqrt(spread / second) + 1e-8) + decay * (values[at] as number)
        values[at] = (values[at] as number) - rate * by
      }
      own.fill(0)
    }
  }
}

/** Share of each weight that a step of full rate takes away. */
const decay = 0.01

/** Trains a network on messages whose clauses are known. */
export function trainNetwork(
  messages: readonly Bounds[],
  options: NetworkOptions = usualNetwork,
  show: (line: string) => void = () => {},
): Network {
  const { epochs, rate, dropout, batch, seed } = options
  const random = seeded(seed)
  const lessons = messages.map(lessonOf).filter(({ tokens, own }) => tokens.length > own)
  const drop: Drop = (values) => {
    const mask = new Float32Array(values.length)
    for (let at = 0; at < mask.length; at += 1) mask[at] = random() < dropout ? 0 : 1 / (1 - dropout)
    multiply(values, mask)
    return mask
  }
  const [network, slopes, adam] = [untrained(random), zeros(), new Adam()]
  const batches = Math.ceil(lessons.length / batch)
  const order = lessons.map((_, index) => index)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    for (let start = 0; start < order.length; start += batch) {
      const own = order.slice(start, start + batch).flatMap((index) => lessons[index] ?? [])
      const read = own.map((lesson) => (random() < dictated ? withoutMarks(lesson) : lesson))
      const units = read.reduce((sum, { clauses }) => sum + clauses.length, 0)
      for (const lesson of read) {
        if (lesson.clauses.length === 0) continue
        learn(network, slopes, passOf(network, lesson.tokens, lesson.own, drop), lesson, 1 / units)
      }
      const done = (epoch * batches + start / batch) / (epochs * batches)
      adam.step(network, slopes, rate * (0.03 + 0.97 * 0.5 * (1 + Math.cos(Math.PI * done))))
    }
    show(`Epoch ${epoch + 1} of ${epochs}`)
  }
  return network
}
