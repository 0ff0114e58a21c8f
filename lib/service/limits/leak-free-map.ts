/**
 * A map for keys that come and go with every request. When a Map grows, V8 keeps the old table with its contents,
 * linked to the new one: under load, whatever was ever in the map stays until the next full collection. Here each value
 * is in a box, which is emptied when the key is deleted.
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
