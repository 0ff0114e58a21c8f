import { actions, kinds } from '../labels'
import type { Setting } from '../reader/features'
import { Rows } from '../reader/rows'
import type { Unit } from '../reader/units'

/**
 * The sizes of the network: a vector of `width` for each unit, two layers of gated recurrent units (GRU, Cho et al.
 * 2014) of `state` values in each direction, a summary of the message, and a hidden layer.
 */
export const [width, state, summary, hidden] = [40, 48, 32, 64] as const
/** Rows for words and pieces of words, as a power of two. */
const rowBits = 12
const [both, gates] = [2 * state, 3 * state]
/** Counts of the labels: `clauseLabels` and `actionLabels` of `read.ts`. */
const [clauseCount, actionCount] = [1 + 2 * kinds.length, 1 + actions.length]

/** Rows and columns of each matrix. */
export const shapes = {
  rows: [1 << rowBits, width],
  input1: [width, 2 * gates],
  state1: [both, gates],
  bias1: [1, 2 * gates],
  input2: [both, 2 * gates],
  state2: [both, gates],
  bias2: [1, 2 * gates],
  summary: [both, summary],
  hidden: [both + summary, hidden],
  hiddenBias: [1, hidden],
  clauses: [hidden, clauseCount],
  clauseBias: [1, clauseCount],
  actions: [hidden, actionCount],
  actionBias: [1, actionCount],
} as const
export type Part = keyof typeof shapes
export const parts = Object.keys(shapes) as Part[]

/** The matrices of a network, row by row. Its actions are a second task in training, which improves the first. */
export type Network = Readonly<Record<Part, Float32Array>>

/** Most units of a message that the network reads. */
const mostRead = 100
const [mostBefore, mostEvent, mostAgent, mostPieces] = [20, 10, 36, 20]

/** Returns the rows of a unit, or of a word said before it. */
function rowsOf({ is, word, name, also }: Pick<Unit, 'is' | 'word' | 'name' | 'also'>, part: string): Uint32Array {
  const rows = new Rows(rowBits)
  rows.add('w', name)
  rows.add('i', is, also ?? '')
  if (part) rows.add('s', part)
  if (name.startsWith('<')) return rows.taken()
  const padded = `<${word}>`
  let pieces = 0
  for (const size of [3, 4])
    for (let at = 0; at + size <= padded.length && pieces < mostPieces; at += 1, pieces += 1)
      rows.add('p', padded.slice(at, at + size))
  return rows.taken()
}

/** Returns the rows of what was said before, and of each unit of the message; `own` is where the message begins. */
export function tokensOf(units: readonly Unit[], setting: Setting): { tokens: Uint32Array[]; own: number } {
  const tokens: Uint32Array[] = []
  const mark = (name: string, part: string) => tokens.push(rowsOf({ is: 'setting', word: '', name }, part))
  const add = (part: string, words: readonly string[], most: number) => {
    if (words.length) mark(`<${part}>`, part)
    for (const word of words.slice(0, most)) tokens.push(rowsOf({ is: 'word', word, name: word }, part))
  }
  add('before', setting.before, mostBefore)
  add('event', setting.event, mostEvent)
  add('agent', setting.agent, mostAgent)
  if (setting.asks) mark('<asks>', 'agent')
  const own = tokens.length
  for (const unit of units.slice(0, mostRead)) tokens.push(rowsOf(unit, ''))
  return { tokens, own }
}

/** Adds the product of `count` values, a multiple of four, with a matrix to a row of `to`. */
function addProduct(
  matrix: Float32Array,
  from: Float32Array,
  fromStart: number,
  count: number,
  to: Float32Array,
  toStart: number,
  columns: number,
  matrixStart = 0,
): void {
  // Four rows at a time: each value of `to` is loaded and stored once for the four.
  for (let row = 0; row < count; row += 4) {
    const [at, start] = [fromStart + row, matrixStart + row * columns]
    const [second, third, fourth] = [start + columns, start + 2 * columns, start + 3 * columns]
    const [a, b] = [from[at] as number, from[at + 1] as number]
    const [c, d] = [from[at + 2] as number, from[at + 3] as number]
    for (let column = 0; column < columns; column += 1)
      to[toStart + column] =
        (to[toStart + column] as number) +
        a * (matrix[start + column] as number) +
        b * (matrix[second + column] as number) +
        c * (matrix[third + column] as number) +
        d * (matrix[fourth + column] as number)
  }
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/** What one layer computed for each token; `states`, `resets`, `updates` and `news` are `both` wide. */
export type LayerPass = {
  from: Float32Array
  states: Float32Array
  resets: Float32Array
  updates: Float32Array
  news: Float32Array
  /** What the state before would add to the new value if nothing were reset. */
  olds: Float32Array
}

/** Runs one layer in both directions. */
function layer(network: Network, which: 1 | 2, from: Float32Array, inputs: number, length: number): LayerPass {
  const [input, own, bias] = [network[`input${which}`], network[`state${which}`], network[`bias${which}`]]
  const sums = new Float32Array(length * 2 * gates)
  for (let at = 0; at < length; at += 1) {
    sums.set(bias, at * 2 * gates)
    addProduct(input, from, at * inputs, inputs, sums, at * 2 * gates, 2 * gates)
  }
  const wide = () => new Float32Array(length * both)
  const pass = { from, states: wide(), resets: wide(), updates: wide(), news: wide(), olds: wide() }
  const old = new Float32Array(gates)
  for (const side of [0, 1]) {
    for (let step = 0; step < length; step += 1) {
      const at = side === 0 ? step : length - 1 - step
      const prior = side === 0 ? at - 1 : at + 1
      old.fill(0)
      if (step > 0)
        addProduct(own, pass.states, prior * both + side * state, state, old, 0, gates, side * state * gates)
      const [sum, to] = [at * 2 * gates + side * gates, at * both + side * state]
      for (let unit = 0; unit < state; unit += 1) {
        const reset = sigmoid((sums[sum + unit] as number) + (old[unit] as number))
        const update = sigmoid((sums[sum + state + unit] as number) + (old[state + unit] as number))
        const last = old[2 * state + unit] as number
        const fresh = Math.tanh((sums[sum + 2 * state + unit] as number) + reset * last)
        const before = step > 0 ? (pass.states[prior * both + side * state + unit] as number) : 0
        pass.resets[to + unit] = reset
        pass.updates[to + unit] = update
        pass.olds[to + unit] = last
        pass.news[to + unit] = fresh
        pass.states[to + unit] = (1 - update) * fresh + update * before
      }
    }
  }
  return pass
}

/** Multiplies values in place by a mask of the same length, which it returns; used in training only. */
export type Drop = (values: Float32Array) => Float32Array | null
const dropsNothing: Drop = () => null

/** All that a network computed for a message. */
export type Pass = {
  tokens: readonly Uint32Array[]
  own: number
  first: LayerPass
  second: LayerPass
  top: Float32Array
  /** For each value of the summary, the token that it came from. */
  chosen: Int32Array
  best: Float32Array
  hidden: Float32Array
  clauses: Float32Array
  actions: Float32Array
  masks: (Float32Array | null)[]
}

/** Runs a network over tokens, of which those from `own` on are the message. */
export function passOf(network: Network, tokens: readonly Uint32Array[], own: number, drop = dropsNothing): Pass {
  const length = tokens.length
  const embedded = new Float32Array(length * width)
  for (const [at, rows] of tokens.entries()) {
    const share = 1 / Math.sqrt(rows.length)
    for (const row of rows)
      for (let column = 0; column < width; column += 1)
        embedded[at * width + column] =
          (embedded[at * width + column] as number) + share * (network.rows[row * width + column] as number)
  }
  const masks = [drop(embedded)]
  const first = layer(network, 1, embedded, width, length)
  const middle = first.states.slice()
  masks.push(drop(middle))
  const second = layer(network, 2, middle, both, length)
  const top = second.states.slice()
  masks.push(drop(top))
  const chosen = new Int32Array(summary)
  const best = new Float32Array(summary).fill(Number.NEGATIVE_INFINITY)
  const sums = new Float32Array(summary)
  for (let at = 0; at < length; at += 1) {
    addProduct(network.summary, top, at * both, both, sums.fill(0), 0, summary)
    for (let column = 0; column < summary; column += 1)
      if ((sums[column] as number) > (best[column] as number)) {
        best[column] = sums[column] as number
        chosen[column] = at
      }
  }
  const shared = network.hiddenBias.slice()
  addProduct(network.hidden, best, 0, summary, shared, 0, hidden, both * hidden)
  const count = length - own
  const last = new Float32Array(count * hidden)
  for (let at = 0; at < count; at += 1) {
    last.set(shared, at * hidden)
    addProduct(network.hidden, top, (own + at) * both, both, last, at * hidden, hidden)
  }
  for (let at = 0; at < last.length; at += 1) if ((last[at] as number) < 0) last[at] = 0
  masks.push(drop(last))
  const out = (matrix: Float32Array, bias: Float32Array) => {
    const all = new Float32Array(count * bias.length)
    for (let at = 0; at < count; at += 1) {
      all.set(bias, at * bias.length)
      addProduct(matrix, last, at * hidden, hidden, all, at * bias.length, bias.length)
    }
    return all
  }
  const [clauses, actions] = [out(network.clauses, network.clauseBias), out(network.actions, network.actionBias)]
  return { tokens, own, first, second, top, chosen, best, hidden: last, clauses, actions, masks }
}

/** Converts rows of sums to logarithms of probabilities, one array for each row. */
export function logShares(sums: Float32Array, count: number): Float64Array[] {
  const rows: Float64Array[] = []
  for (let start = 0; start < sums.length; start += count) {
    const own = Float64Array.from(sums.subarray(start, start + count))
    const top = Math.max(...own)
    const total = own.reduce((sum, value) => sum + Math.exp(value - top), 0)
    rows.push(own.map((value) => value - top - Math.log(total)))
  }
  return rows
}

/** For each unit, the logarithms of the probabilities of its clause label. */
export type Views = readonly Float64Array[]

/** Reads the units of a message in their setting; of a long one only the first `mostRead`. */
export function viewsOf(network: Network, units: readonly Unit[], setting: Setting): Views {
  const { tokens, own } = tokensOf(units, setting)
  return logShares(passOf(network, tokens, own).clauses, clauseCount)
}
