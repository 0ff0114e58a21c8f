/**
 * Weights of features, hashed into rows of one weight per label. For chains also the weights between labels and at the
 * start.
 */
export type Table = {
  readonly labels: readonly string[]
  readonly bits: number
  readonly weights: Int8Array | Float32Array
  /** From label to label, row by row, then those at the start. Empty or zero if labels stand alone. */
  readonly moves: Int8Array | Float32Array
  /** Value of one unit of a weight. */
  readonly scale: number
}

export type Features = Uint32Array | readonly number[]

/** Returns the row of a feature (FNV-1a). */
export function rowOf(feature: string, bits: number): number {
  let hash = 2166136261
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 16777619)
  hash ^= hash >>> 15
  return Math.imul(hash, 2246822507) >>> (32 - bits)
}

/** Sums the features' weights for each label, in units of the table's scale. */
export function sums({ labels, weights }: Table, rows: Features): Float64Array {
  const all = new Float64Array(labels.length)
  for (const row of rows) {
    const start = row * all.length
    for (let label = 0; label < all.length; label += 1) all[label] = (all[label] ?? 0) + (weights[start + label] ?? 0)
  }
  return all
}

/** Converts sums to probabilities. */
export function shares(all: Float64Array, scale: number): Float64Array {
  const top = Math.max(...all)
  const powers = all.map((sum) => Math.exp((sum - top) * scale))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

export const best = (all: Float64Array): number => all.indexOf(Math.max(...all))

/** Returns the most likely sequence of labels, one per unit (Viterbi). Uses whole numbers only: the same everywhere. */
export function bestChain(table: Table, units: readonly Features[]): number[] {
  const { labels, moves } = table
  const count = labels.length
  const from: Int16Array[] = []
  let before: Float64Array | undefined
  for (const rows of units) {
    const here = sums(table, rows)
    const origin = new Int16Array(count)
    for (let label = 0; label < count; label += 1) {
      let top = before ? Number.NEGATIVE_INFINITY : (moves[count * count + label] ?? 0)
      for (let last = 0; before && last < count; last += 1) {
        const sum = (before[last] ?? 0) + (moves[last * count + label] ?? 0)
        if (sum > top) [top, origin[label]] = [sum, last]
      }
      here[label] = (here[label] ?? 0) + top
    }
    from.push(origin)
    before = here
  }
  const chain: number[] = []
  for (let at = units.length - 1, label = before ? best(before) : 0; at >= 0; at -= 1) {
    chain.unshift(label)
    label = from[at]?.[label] ?? 0
  }
  return chain
}

/** Returns the probability of each label at each unit over all sequences (forward and backward). */
export function marginals(table: Table, units: readonly Features[]): Float64Array[] {
  const { labels, moves, scale } = table
  const count = labels.length
  const powers = moves.length ? Float64Array.from(moves, (move) => Math.exp(move * scale)) : new Float64Array(0)
  const own = units.map((rows) => shares(sums(table, rows), scale))
  const forward: Float64Array[] = []
  for (const [at, here] of own.entries()) {
    const last = forward[at - 1]
    const sum = new Float64Array(count)
    for (let label = 0; label < count; label += 1) {
      let all = last ? 0 : (powers[count * count + label] ?? 1)
      for (let prior = 0; last && prior < count; prior += 1)
        all += (last[prior] ?? 0) * (powers[prior * count + label] ?? 1)
      sum[label] = all * (here[label] ?? 0)
    }
    forward.push(normal(sum))
  }
  let after = new Float64Array(count).fill(1)
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const now = forward[at] ?? after
    const here = own[at] ?? after
    forward[at] = normal(now.map((share, label) => share * (after[label] ?? 0)))
    const back = new Float64Array(count)
    for (let label = 0; label < count; label += 1)
      for (let next = 0; next < count; next += 1)
        back[label] = (back[label] ?? 0) + (powers[label * count + next] ?? 1) * (here[next] ?? 0) * (after[next] ?? 0)
    after = normal(back)
  }
  return forward
}

function normal(values: Float64Array): Float64Array<ArrayBuffer> {
  const total = values.reduce((sum, value) => sum + value, 0)
  return Float64Array.from(values, (value) => value / total)
}
