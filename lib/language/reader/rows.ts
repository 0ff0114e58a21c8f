/** A part of a feature: its name, or a word that it is about. */
type Part = string | number | boolean | null

const space = 32
const prime = 16777619

/** Continues a hash by a text (FNV-1a). */
function hashed(before: number, text: string): number {
  let hash = before
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash
}

/** Continues a hash by another part of a feature, after a space. To put the parts together first would be slow. */
const joined = (hash: number, part: Part): number => hashed(Math.imul(hash ^ space, prime), String(part))

/** For each row of a table of so many bits, the number of the last collection that has it. */
const holders = new Map<number, Uint32Array>()
let collections = 0
/** The rows of many collections, one after another: an array for each would be slow. */
let block = new Uint32Array(1 << 14)
/** Number of rows in the block that were taken. */
let used = 0

/** Collects the rows of features in a table of 2 ** `bits` rows, each row once. One collection at a time. */
export class Rows {
  readonly #holder: Uint32Array
  readonly #bits: number
  readonly #own: number
  #count = 0

  constructor(bits: number) {
    this.#holder = holders.get(bits) ?? new Uint32Array(1 << bits)
    holders.set(bits, this.#holder)
    this.#bits = bits
    collections += 1
    this.#own = collections
  }

  /** Adds a feature by its parts. */
  add(one: Part, two?: Part, three?: Part, four?: Part, five?: Part): void {
    let hash = hashed(2166136261, String(one))
    if (two !== undefined) hash = joined(hash, two)
    if (three !== undefined) hash = joined(hash, three)
    if (four !== undefined) hash = joined(hash, four)
    if (five !== undefined) hash = joined(hash, five)
    const row = Math.imul(hash ^ (hash >>> 15), 2246822507) >>> (32 - this.#bits)
    if (this.#holder[row] === this.#own) return
    this.#holder[row] = this.#own
    if (used + this.#count === block.length) {
      const own = block.subarray(used)
      block = new Uint32Array(Math.max(1 << 14, own.length * 2))
      block.set(own)
      used = 0
    }
    block[used + this.#count] = row
    this.#count += 1
  }

  /** Ends the collection, and returns its rows. */
  taken(): Uint32Array {
    const own = block.subarray(used, used + this.#count)
    used += this.#count
    return own
  }
}
