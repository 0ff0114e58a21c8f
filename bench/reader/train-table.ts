import { barredMoves, type Features, forwardOf, type Table } from '../../lib/language/reader/table'

export type Chain = { units: readonly Features[]; labels: readonly number[]; weight?: number }

/** Pseudorandom numbers that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export type Options = {
  epochs: number
  rate: number
  /** Strength with which each step pulls weights to zero. Most then stay there, so few have to be stored. */
  sparse: number
  dropout: number
  seed: number
}
export const usual: Options = { epochs: 8, rate: 0.1, sparse: 0.014, dropout: 0.1, seed: 7 }

/** Returns the magnitude that `most` of the weights reach. */
function reachedBy(weights: Float32Array, most: number): number {
  const sizes = weights.filter((weight) => weight !== 0).map(Math.abs)
  return sizes.sort()[Math.max(0, sizes.length - most)] ?? 0
}

/** The weights in training, with the sum of squared slopes of each, which sets its step. */
type State = {
  weights: Float32Array
  squares: Float32Array
  /** From label to label, row by row, then those at the start; empty if labels stand alone. */
  moves: Float32Array
  moveSquares: Float32Array
  /** The exponential of each move. */
  powers: Float64Array
}

/** Labels with a smaller share of a unit count for nothing. */
const negligible = 1e-9

/** Takes a step against a slope and draws the value to zero. */
function stepped(
  values: Float32Array,
  squares: Float32Array,
  at: number,
  slope: number,
  rate: number,
  pull: number,
): void {
  const square = (squares[at] as number) + slope * slope
  squares[at] = square
  const by = rate / Math.sqrt(square + 1e-6)
  const next = (values[at] as number) - by * slope
  const less = by * pull
  values[at] = next > less ? next - less : next < -less ? next + less : 0
}

/** Trains on one chain, whose `units` have the features that are not ignored this time. */
function trainOn(
  state: State,
  count: number,
  units: readonly Features[],
  labels: readonly number[],
  { rate, sparse, importance, isChosen }: { rate: number; sparse: number; importance: number; isChosen: boolean },
): void {
  const { weights, squares, moves, moveSquares, powers } = state
  const own = units.map((rows) => scores(weights, count, rows))
  const forward = forwardOf(own, powers, negligible)
  const moved: number[] = []
  const move = (at: number, slope: number) => {
    if (Math.abs(slope) <= 1e-3) return
    stepped(moves, moveSquares, at, slope * importance, rate, sparse)
    moved.push(at)
  }
  const pairs = new Float64Array(moves.length ? count * count : 0)
  const slopes = new Float64Array(count)
  const active = new Int32Array(count)
  let after = new Float64Array(count).fill(1)
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const here = own[at] as Float64Array
    const ahead = forward[at] as Float64Array
    const right = labels[at] as number
    let total = 0
    for (let label = 0; label < count; label += 1)
      total += slopes[label] = (ahead[label] as number) * (after[label] as number)
    let used = 0
    for (let label = 0; label < count; label += 1) {
      const slope = (slopes[label] as number) / total - (label === right ? 1 : 0)
      slopes[label] = slope
      if (Math.abs(slope) >= 8e-3) active[used++] = label
    }
    if (used > 0)
      for (const row of units[at] as Features)
        for (let index = 0; index < used; index += 1) {
          const label = active[index] as number
          const weight = row * count + label
          if (isChosen && weights[weight] === 0) continue
          stepped(weights, squares, weight, (slopes[label] as number) * importance, rate, sparse)
        }
    const before = forward[at - 1]
    if (!before) {
      if (moves.length)
        for (let label = 0; label < count; label += 1) move(count * count + label, slopes[label] as number)
      continue
    }
    const back = new Float64Array(count)
    pairs.fill(0)
    let [all, backTotal] = [0, 0]
    for (let prior = 0; prior < count; prior += 1) {
      const share = before[prior] as number
      if (share < negligible) continue
      let sum = 0
      for (let label = 0, pair = prior * count; label < count; label += 1, pair += 1) {
        const onward = (powers[pair] as number) * (here[label] as number) * (after[label] as number)
        sum += onward
        all += pairs[pair] = share * onward
      }
      back[prior] = sum
      backTotal += sum
    }
    const rightPair = (labels[at - 1] as number) * count + right
    for (let pair = 0; pair < pairs.length; pair += 1)
      move(pair, (pairs[pair] as number) / all - (pair === rightPair ? 1 : 0))
    for (let label = 0; label < count; label += 1) back[label] = (back[label] as number) / backTotal
    after = back
  }
  for (const at of moved) powers[at] = Math.exp(moves[at] as number)
}

/**
 * Trains a table for rows of labels (a conditional random field; for single units, a softmax) by stochastic gradient
 * descent with a step for each weight (AdaGrad), each drawn to zero (L1). Ignores a random share `dropout` of the
 * features each time, so that the model relies on no word alone. The first half of the epochs finds the `most` weights
 * that matter; the second trains with these alone.
 */
export function trainTable(
  labels: readonly string[],
  bits: number,
  chains: readonly Chain[],
  most: number,
  options: Options = usual,
): Table {
  const count = labels.length
  const linked = chains.some(({ units }) => units.length > 1)
  // A feature that occurs once tells about one line, not about the language.
  const met = new Uint8Array(1 << bits)
  for (const { units } of chains)
    for (const rows of units) for (const row of rows) met[row] = Math.min(2, (met[row] as number) + 1)
  const weights = new Float32Array(count << bits)
  const moves = new Float32Array(linked ? count * count + count : 0)
  const bars = barredMoves(labels)
  const state: State = {
    weights,
    squares: new Float32Array(weights.length),
    moves,
    moveSquares: new Float32Array(moves.length),
    powers: Float64Array.from(moves, (_, at) => (bars[at] ? 0 : 1)),
  }
  const random = seeded(options.seed)
  // The mean over the later epochs varies less than the state after the last example.
  const sums = [new Float32Array(weights.length), new Float32Array(moves.length)]
  const counted = Math.ceil(options.epochs / 2)
  const order = chains.map((_, index) => index)
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const rate = options.rate / (1 + epoch * 0.3)
    const isChosen = epoch >= options.epochs - counted
    if (epoch === options.epochs - counted) {
      const least = reachedBy(weights, most)
      for (let at = 0; at < weights.length; at += 1) if (Math.abs(weights[at] as number) < least) weights[at] = 0
    }
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    for (const index of order) {
      const chain = chains[index]
      if (!chain || chain.units.length === 0) continue
      const units = chain.units.map((rows) => rows.filter((row) => met[row] === 2 && random() >= options.dropout))
      const importance = chain.weight ?? 1
      trainOn(state, count, units as Features[], chain.labels, { rate, sparse: options.sparse, importance, isChosen })
    }
    if (!isChosen) continue
    for (const [index, table] of [weights, moves].entries()) {
      const all = sums[index] as Float32Array
      for (let at = 0; at < table.length; at += 1) all[at] = (all[at] as number) + (table[at] as number)
    }
  }
  const [mean, meanMoves] = sums.map((all) => all.map((sum) => sum / counted))
  return {
    labels,
    bits,
    weights: weights.map((weight, at) => (weight === 0 ? 0 : (mean?.[at] ?? weight))),
    moves: meanMoves ?? moves,
    scale: 1,
  }
}

function scores(weights: Float32Array, count: number, rows: Features): Float64Array {
  const all = new Float64Array(count)
  for (const row of rows) {
    const start = row * count
    for (let label = 0; label < count; label += 1)
      all[label] = (all[label] as number) + (weights[start + label] as number)
  }
  const top = Math.max(...all)
  for (let label = 0; label < count; label += 1) all[label] = Math.exp((all[label] as number) - top)
  return all
}
