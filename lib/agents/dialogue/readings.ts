/** In entries, and in characters of the texts that were read. */
const bounds = { entries: 4000, characters: 4_000_000 }

/** A cache of readings, by everything that they depend on. Drops the least recently used first. */
export class Readings<Reading extends object> {
  private readonly kept = new Map<string, { reading: Reading; size: number }>()
  private characters = 0
  /** Number of readings made so far, without lookups. */
  made = 0

  constructor(private readonly most = bounds) {}

  find(key: string): Reading | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    this.kept.delete(key)
    this.kept.set(key, found)
    return found.reading
  }

  /** Returns the reading under a key, and makes it if none is kept. `size`: its text's length in characters. */
  of(key: string, size: number, read: () => Reading): Reading {
    const found = this.find(key)
    if (found) return found
    const reading = read()
    this.made += 1
    this.kept.set(key, { reading, size })
    this.characters += size
    for (const [oldest, { size: less }] of this.kept) {
      if (this.kept.size <= this.most.entries && this.characters <= this.most.characters) break
      this.kept.delete(oldest)
      this.characters -= less
    }
    return reading
  }
}
