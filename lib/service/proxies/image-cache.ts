/** Bytes of all pictures together. */
const capacity = 32 * 1024 * 1024
const keptMs = 60 * 60_000

type Kept = { bytes: Buffer; until: number }

/** The most recently requested pictures, in memory for an hour. */
export class ImageCache {
  private readonly kept = new Map<string, Kept>()
  private size = 0

  constructor(private readonly now: () => number) {}

  get(key: string): Buffer | null {
    const found = this.kept.get(key)
    if (!found) return null
    this.delete(key, found)
    if (found.until <= this.now()) return null
    this.add(key, found)
    return found.bytes
  }

  set(key: string, bytes: Buffer): void {
    const before = this.kept.get(key)
    if (before) this.delete(key, before)
    this.add(key, { bytes, until: before?.until ?? this.now() + keptMs })
    // A map keeps insertion order: the first entry is the least recently requested.
    for (const [oldest, entry] of this.kept) {
      if (this.size <= capacity) break
      this.delete(oldest, entry)
    }
  }

  private add(key: string, entry: Kept): void {
    this.kept.set(key, entry)
    this.size += entry.bytes.length
  }

  private delete(key: string, entry: Kept): void {
    this.kept.delete(key)
    this.size -= entry.bytes.length
  }
}
