/** Admits a limited number at once. Others wait and are admitted in order of arrival. */
export class Semaphore {
  private inside = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly most: number) {}

  /** Returns null if there is room; the caller is then admitted. Otherwise resolves once it is. */
  acquire(): Promise<void> | null {
    if (this.inside < this.most) {
      this.inside++
      return null
    }
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  /** Called once by each holder. */
  release(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.inside--
  }
}
