/**
 * A map of what comes and goes with every request. When a Map makes room, V8 lets the table before lie with all that was
 * in it, and links it to the next one: under load whatever was ever in the map stays until the next full collection. Here
 * the boxes stay, and each is emptied when it is taken out.
 */
export class LeakFreeMap<Value extends object> {
  private readonly boxes = new Map<string, { value: Value | null }>()

  get(key: string): Value | undefined {
    return this.boxes.get(key)?.value ?? undefined
  }

  has(key: string): boolean {
    return this.boxes.has(key)
  }

  set(key: string, value: Value): void {
    const box = this.boxes.get(key)
    if (box) box.value = value
    else this.boxes.set(key, { value })
  }

  delete(key: string): void {
    const box = this.boxes.get(key)
    if (!box) return
    box.value = null
    this.boxes.delete(key)
  }

  values(): Value[] {
    return [...this.boxes.values()].flatMap(({ value }) => value ?? [])
  }
}
