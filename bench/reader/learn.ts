import type { Features, Table } from '../../lib/language/reader/table'

export type Chain = { units: readonly Features[]; labels: readonly number[]; weight?: number }

/** Pseudorandom numbers that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
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
  /** How far each step draws a weight to zero, where most of them then stay: few have to be kept. */
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

/**
 * Learns rows of labels (a conditional random field; for single units, a softmax) by stochastic gradient descent with a
 * step for each weight (AdaGrad), each drawn to zero (L1). Ignores a random share `dropout` of the features each time,
 * so that the model relies on no word alone. The first half of the epochs finds the `most` weights that matter; the
 * second learns to do with these.
 */
export function learn(
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
  const squares = new Float32Array(weights.length)
  const moves = new Float32Array(linked ? count * count + count : 0)
  const moveSquares = new Float32Array(moves.length)
  const random = seeded(options.seed)
  // The mean over the later epochs varies less than the state after the last example.
  const sums = [new Float32Array(weights.length), new Float32Array(moves.length)]
  const counted = Math.ceil(options.epochs / 2)
  const order = chains.map((_, index) => index)
  const powers = new Float64Array(moves.length)
  const pairs = new Float64Array(linked ? count * count : 0)
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
      const units = chain.units.map(
        (rows) => rows.filter((row) => met[row] === 2 && random() >= options.dropout) as Features,
      )
      const importance = chain.weight ?? 1
      const own = units.map((rows) => scores(weights, count, rows))
      const change = (table: Float32Array, sums: Float32Array, at: number, slope: number) => {
        if (isChosen && table === weights && table[at] === 0) return
        const step = slope * importance
        const square = (sums[at] ?? 0) + step * step
        sums[at] = square
        const by = rate / Math.sqrt(square + 1e-6)
        const next = (table[at] ?? 0) - by * step
        const less = by * options.sparse
        table[at] = next > less ? next - less : next < -less ? next + less : 0
      }
      for (let at = 0; at < moves.length; at += 1) powers[at] = Math.exp(moves[at] ?? 0)
      const forward: Float64Array[] = []
      for (const [at, here] of own.entries()) {
        const last = forward[at - 1]
        const sum = new Float64Array(count)
        let total = 0
        for (let label = 0; label < count; label += 1) {
          let all = last ? 0 : linked ? (powers[count * count + label] as number) : 1
          if (last)
            for (let prior = 0; prior < count; prior += 1)
              all += (last[prior] as number) * (powers[prior * count + label] as number)
          sum[label] = all * (here[label] as number)
          total += sum[label] as number
        }
        for (let label = 0; label < count; label += 1) sum[label] = (sum[label] as number) / total
        forward.push(sum)
      }
      let after = new Float64Array(count).fill(1)
      for (let at = units.length - 1; at >= 0; at -= 1) {
        const here = own[at] as Float64Array
        const ahead = forward[at] as Float64Array
        const share = new Float64Array(count)
        let total = 0
        for (let label = 0; label < count; label += 1)
          total += share[label] = (ahead[label] as number) * (after[label] as number)
        for (let label = 0; label < count; label += 1) share[label] = (share[label] as number) / total
        const right = chain.labels[at] as number
        const rows = units[at] as Features
        for (let label = 0; label < count; label += 1) {
          const slope = (share[label] as number) - (label === right ? 1 : 0)
          if (Math.abs(slope) < 8e-3) continue
          for (const row of rows) change(weights, squares, row * count + label, slope)
        }
        const before = forward[at - 1]
        const back = new Float64Array(count)
        if (linked && !before)
          for (let label = 0; label < count; label += 1) {
            const slope = (share[label] as number) - (label === right ? 1 : 0)
            if (Math.abs(slope) > 1e-3) change(moves, moveSquares, count * count + label, slope)
          }
        if (before) {
          const rightBefore = chain.labels[at - 1] as number
          let all = 0
          for (let prior = 0; prior < count; prior += 1)
            for (let label = 0; label < count; label += 1) {
              const pair = prior * count + label
              const onward = (powers[pair] as number) * (here[label] as number) * (after[label] as number)
              back[prior] = (back[prior] as number) + onward
              all += pairs[pair] = (before[prior] as number) * onward
            }
          for (let pair = 0; pair < pairs.length; pair += 1) {
            const slope = (pairs[pair] as number) / all - (pair === rightBefore * count + right ? 1 : 0)
            if (Math.abs(slope) > 1e-3) change(moves, moveSquares, pair, slope)
          }
          const backTotal = back.reduce((sum, value) => sum + value, 0)
          after = back.map((value) => value / backTotal)
        }
      }
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
