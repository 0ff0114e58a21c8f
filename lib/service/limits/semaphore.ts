/** Lets so many in at once. Whoever comes after that waits, and they are let in as they came. */
export class Semaphore {
  private inside = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly most: number) {}

  /** Null where there is room: the caller is in. Else comes when the caller is. */
  acquire(): Promise<void> | null {
    if (this.inside < this.most) {
      this.inside++
      return null
    }
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  /** To be called once by each who was let in. */
  release(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.inside--
  }
}
