import { createStore, type Handle } from '@/lib/store'

/**
 * The browser's own storage for this site, with memory for what it does not take: it may be forbidden, or full. Values
 * in memory live as long as the page.
 */
class ForgivingStorage implements Storage {
  /** Values that the browser did not take, by key; null for one removed since. */
  private readonly memory = new Map<string, string | null>();
  [name: string]: unknown

  constructor(
    private readonly own: Storage | null,
    private readonly onRefused: () => void,
  ) {}

  private keys(): string[] {
    const kept = this.own ? Array.from({ length: this.own.length }, (_, index) => this.own?.key(index) ?? '') : []
    return [...new Set([...kept, ...this.memory.keys()])].filter((key) => this.getItem(key) !== null)
  }

  get length(): number {
    return this.keys().length
  }

  key(index: number): string | null {
    return this.keys()[index] ?? null
  }

  getItem(key: string): string | null {
    const inMemory = this.memory.get(key)
    if (inMemory !== undefined) return inMemory
    try {
      return this.own?.getItem(key) ?? null
    } catch {
      return null
    }
  }

  setItem(key: string, value: string): void {
    try {
      if (!this.own) throw new DOMException('Storage is forbidden', 'SecurityError')
      this.own.setItem(key, value)
      this.memory.delete(key)
    } catch {
      this.memory.set(key, String(value))
      this.onRefused()
    }
  }

  removeItem(key: string): void {
    try {
      this.own?.removeItem(key)
      this.memory.delete(key)
    } catch {
      this.memory.set(key, null)
    }
  }

  clear(): void {
    for (const key of this.keys()) this.removeItem(key)
  }
}

const refused = createStore(false)

/** True once the browser has refused to keep something for this site. */
export const storageRefuses: Handle<boolean> = refused

/**
 * Puts forgiving storage in the place of `localStorage`, for this app's code and the libraries' (wagmi, RainbowKit), which
 * would otherwise throw while the page is built. Call it before any of them is loaded, and once.
 */
export function forgiveStorage(target: Window): void {
  const onRefused = () => refused.set(true)
  let own: Storage | null = null
  try {
    own = target.localStorage
  } catch {
    // Forbidden, as where all cookies are blocked.
  }
  if (!own) onRefused()
  Object.defineProperty(target, 'localStorage', { value: new ForgivingStorage(own, onRefused), configurable: true })
}
