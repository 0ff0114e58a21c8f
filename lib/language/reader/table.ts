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

const knownBars = new WeakMap<readonly string[], Uint8Array>()

/**
 * Marks the moves between labels, and the starts, that no sequence has: `x` continues only `+x` or `x`, if there is a
 * label `+x`. In the order of `Table.moves`.
 */
export function barredMoves(labels: readonly string[]): Uint8Array {
  const known = knownBars.get(labels)
  if (known) return known
  const count = labels.length
  const bars = new Uint8Array(count * (count + 1))
  for (const [label, name] of labels.entries()) {
    if (!labels.includes(`+${name}`)) continue
    for (let prior = 0; prior <= count; prior += 1)
      bars[prior * count + label] = [name, `+${name}`].includes(labels[prior] ?? '') ? 0 : 1
  }
  knownBars.set(labels, bars)
  return bars
}

export type Features = Uint32Array | readonly number[]

/** Returns as many arrays of zeros. They share a block: one for each would be slow. */
function arraysOf(count: number, length: number): Float64Array<ArrayBuffer>[] {
  const block = new Float64Array(count * length)
  return Array.from({ length: count }, (_, at) => block.subarray(at * length, (at + 1) * length))
}

/** Adds the features' weights for each label, in units of the table's scale. `all`: zeros. */
export function sums(
  { labels, weights }: Table,
  rows: Features,
  all: Float64Array = new Float64Array(labels.length),
): Float64Array {
  const count = labels.length
  for (let at = 0; at < rows.length; at += 1) {
    const start = (rows[at] as number) * count
    for (let label = 0; label < count; label += 1)
      all[label] = (all[label] as number) + (weights[start + label] as number)
  }
  return all
}

/** Converts sums to probabilities. */
export function shares(
  all: Float64Array | readonly number[],
  scale: number,
  powers: Float64Array<ArrayBuffer> = new Float64Array(all.length),
): Float64Array<ArrayBuffer> {
  const top = all[best(all)] as number
  for (let at = 0; at < powers.length; at += 1) powers[at] = Math.exp(((all[at] as number) - top) * scale)
  return normal(powers)
}

/** Returns the index of the largest value. */
export function best(all: Float64Array | readonly number[]): number {
  let first = 0
  for (let at = 1; at < all.length; at += 1) if ((all[at] as number) > (all[first] as number)) first = at
  return first
}

/** The sums of each unit of a sequence. */
export type Scores = readonly Float64Array[]

export function scoresOf(table: Table, units: readonly Features[]): Scores {
  const all = arraysOf(units.length, table.labels.length)
  return units.map((rows, at) => sums(table, rows, all[at]))
}

/** Returns the most likely sequence of labels, one per unit. */
export const bestChain = (table: Table, scores: Scores): number[] => bestChains(table, scores, 1)[0]?.chain ?? []

/**
 * Returns the `most` likeliest sequences of labels, best first, with their sums (Viterbi with several ways to each
 * label). Uses whole numbers only: the same everywhere.
 */
export function bestChains(table: Table, scores: Scores, most: number): { chain: number[]; sum: number }[] {
  const { labels, moves } = table
  const count = labels.length
  const bars = barredMoves(labels)
  const tops = topMovesOf(table)
  // At each unit, for each label, the sums of the best ways to it, best first, and the way before each.
  const ways: { sums: Float64Array; from: Int16Array }[] = []
  for (const [at, here] of scores.entries()) {
    const before = ways[at - 1]?.sums
    // The best first: once a way cannot be among the best for a label, no later one can.
    const priors = before && bestFirst(before, count, most)
    const own = {
      sums: new Float64Array(count * most).fill(Number.NEGATIVE_INFINITY),
      from: new Int16Array(count * most),
    }
    for (let label = 0; label < count; label += 1) {
      const [first, score] = [label * most, here[label] as number]
      if (!before || !priors) {
        if (bars[count * count + label]) continue
        own.sums[first] = (moves[count * count + label] ?? 0) + score
        continue
      }
      const last = first + most - 1
      const top = score + (tops[label] as number)
      for (let at = 0; at < priors.length; at += 1) {
        const prior = priors[at] as number
        if (!((before[prior * most] as number) + top > (own.sums[last] as number))) break
        if (bars[prior * count + label]) continue
        const move = (moves[prior * count + label] ?? 0) + score
        for (let way = prior * most; way < (prior + 1) * most; way += 1) {
          const sum = (before[way] as number) + move
          if (!(sum > (own.sums[last] as number))) break
          let place = last
          for (; place > first && sum > (own.sums[place - 1] as number); place -= 1) {
            own.sums[place] = own.sums[place - 1] as number
            own.from[place] = own.from[place - 1] as number
          }
          own.sums[place] = sum
          own.from[place] = way
        }
      }
    }
    ways.push(own)
  }
  const ends = ways.at(-1)?.sums ?? new Float64Array(0)
  return [...ends.keys()]
    .filter((way) => ends[way] !== Number.NEGATIVE_INFINITY)
    .sort((a, b) => (ends[b] as number) - (ends[a] as number))
    .slice(0, most)
    .map((end) => {
      const chain = new Array<number>(scores.length)
      for (let at = scores.length - 1, way = end; at >= 0; at -= 1) {
        chain[at] = Math.floor(way / most)
        way = ways[at]?.from[way] as number
      }
      return { chain, sum: ends[end] as number }
    })
}

/** Returns the labels that have a way, by the best of each, best first. */
function bestFirst(ways: Float64Array, count: number, most: number): Int16Array {
  const order = new Int16Array(count)
  let length = 0
  for (let label = 0; label < count; label += 1) {
    const sum = ways[label * most] as number
    if (sum === Number.NEGATIVE_INFINITY) continue
    let place = length
    for (; place > 0 && sum > (ways[(order[place - 1] as number) * most] as number); place -= 1)
      order[place] = order[place - 1] as number
    order[place] = label
    length += 1
  }
  return order.subarray(0, length)
}

const knownTops = new WeakMap<Table, Float64Array>()

/** Returns the largest move to each label. */
function topMovesOf(table: Table): Float64Array {
  const { labels, moves } = table
  const count = labels.length
  const to = (label: number) => Array.from({ length: count }, (_, prior) => moves[prior * count + label] ?? 0)
  const tops = knownTops.get(table) ?? Float64Array.from(labels, (_, label) => Math.max(...to(label)))
  knownTops.set(table, tops)
  return tops
}

/** The exponential of each move: from label to label, and those at the start; and the same to label from label. */
type Powers = { onward: Float64Array; back: Float64Array }

function powersOfMoves({ labels, moves, scale }: Table): Powers {
  const bars = barredMoves(labels)
  const onward = Float64Array.from(moves, (move, at) => (bars[at] ? 0 : Math.exp(move * scale)))
  const count = labels.length
  const back = onward.map((_, at) => onward[(at % count) * count + Math.floor(at / count)] ?? 0)
  return { onward, back }
}

const knownPowers = new WeakMap<Table, Powers>()

function powersOf(table: Table): Powers {
  const powers = knownPowers.get(table) ?? powersOfMoves(table)
  knownPowers.set(table, powers)
  return powers
}

/** Returns the probability of each label at each unit over all sequences (forward and backward). */
export function marginals(table: Table, scores: Scores): Float64Array[] {
  const { labels, scale } = table
  const count = labels.length
  const { onward, back } = powersOf(table)
  const powers = arraysOf(scores.length, count)
  const own = scores.map((all, at) => shares(all, scale, powers[at]))
  const forward = forwardOf(own, onward, negligible)
  let [after, before] = [new Float64Array(count).fill(1), new Float64Array(count)]
  for (let at = scores.length - 1; at >= 0; at -= 1) {
    const now = forward[at] ?? after
    const here = own[at] ?? after
    for (let label = 0; label < count; label += 1) now[label] = (now[label] as number) * (after[label] as number)
    before.fill(0)
    for (let next = 0; next < count; next += 1) {
      const share = (here[next] as number) * (after[next] as number)
      if (share < negligible) continue
      for (let label = 0, move = next * count; label < count; label += 1, move += 1)
        before[label] = (before[label] as number) + (back[move] as number) * share
    }
    normal(now)
    ;[after, before] = [normal(before), after]
  }
  return forward
}

/**
 * Returns the shares of the labels at each unit, given the units before it. `powers`: the exponential of each move, none
 * if there is one unit only. Labels with a share of less than `least` count for nothing.
 */
export function forwardOf(own: readonly Float64Array[], powers: Float64Array, least: number): Float64Array[] {
  const count = own[0]?.length ?? 0
  const forward = arraysOf(own.length, count)
  for (const [at, sum] of forward.entries()) {
    const [here, last] = [own[at] ?? sum, forward[at - 1]]
    if (last)
      for (let prior = 0; prior < count; prior += 1) {
        const share = last[prior] as number
        if (share < least) continue
        for (let label = 0, move = prior * count; label < count; label += 1, move += 1)
          sum[label] = (sum[label] as number) + share * (powers[move] as number)
      }
    else for (let label = 0; label < count; label += 1) sum[label] = powers[count * count + label] ?? 1
    for (let label = 0; label < count; label += 1) sum[label] = (sum[label] as number) * (here[label] as number)
    normal(sum)
  }
  return forward
}

/** A smaller share of a unit changes no other. */
const negligible = 1e-12

/** Divides values by their sum, in place. */
function normal<T extends Float64Array>(values: T): T {
  let total = 0
  for (let at = 0; at < values.length; at += 1) total += values[at] as number
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) / total
  return values
}
