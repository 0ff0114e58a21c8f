/** In entries, and in characters of what they were read of. */
const bounds = { entries: 4000, characters: 4_000_000 }

/** What was read, by all that the reading depends on. What has not been asked for the longest goes first. */
export class Readings<Reading extends object> {
  private readonly kept = new Map<string, { reading: Reading; size: number }>()
  private characters = 0
  /** How many were made so far, and not only looked up. */
  made = 0

  constructor(private readonly most = bounds) {}

  find(key: string): Reading | undefined {
    const found = this.kept.get(key)
    if (!found) return undefined
    this.kept.delete(key)
    this.kept.set(key, found)
    return found.reading
  }

  /** The reading under a key; it is made where none is kept. `size`: the characters that it is of. */
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
