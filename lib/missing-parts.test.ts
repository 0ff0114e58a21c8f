// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { createMissingParts } from './missing-parts'

const source = '/_next/static/chunks/part.js'

function setUp() {
  const page = Object.assign(new EventTarget(), { document: document.implementation.createHTMLDocument() })
  const later: { ms: number; run: () => void }[] = []
  const back: (() => void)[] = []
  const parts = createMissingParts()
  parts.watch(page, {
    after: (ms, run) => {
      const timer = { ms, run }
      later.push(timer)
      return () => void later.splice(later.indexOf(timer), 1)
    },
    online: {
      isOnline: () => true,
      subscribe: (listener) => {
        back.push(listener)
        return () => {}
      },
    },
  })
  const scripts = () => [...page.document.querySelectorAll('script')]
  /** Makes the newest script tell of its end. Returns what its own listeners would hear of it. */
  const ends = (type: 'error' | 'load', script = scripts().at(-1)) => {
    const heard = vi.fn()
    const event = new Event(type)
    Object.defineProperty(event, 'target', { value: script })
    page.addEventListener(type, heard)
    page.dispatchEvent(event)
    page.removeEventListener(type, heard)
    return heard.mock.calls.length
  }
  const add = (src = source) => {
    const script = page.document.createElement('script')
    script.setAttribute('src', src)
    page.document.head.append(script)
    return script
  }
  return { parts, later, back, scripts, ends, add }
}

let at: ReturnType<typeof setUp>
beforeEach(() => {
  // Nothing is loaded here, which the simulated browser reports.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  at = setUp()
})

it('asks for a script again until it comes, and nobody hears of the failure', async () => {
  const { parts, later, ends, add, scripts } = at
  const first = add()
  expect(ends('error')).toBe(0)
  expect(parts.isMissing.getSnapshot(), 'perhaps only a blip').toBe(false)
  later.shift()?.run()
  expect(scripts()).toHaveLength(1)
  expect(scripts()[0]).not.toBe(first)
  ends('error')
  expect(parts.isMissing.getSnapshot()).toBe(true)
  later.shift()?.run()
  expect(ends('load')).toBe(1)
  expect(parts.isMissing.getSnapshot()).toBe(false)
  expect(later).toEqual([])
})

it('waits longer after each failure', () => {
  const { later, ends, add } = at
  add()
  const pauses = Array.from({ length: 7 }, () => {
    ends('error')
    const timer = later.shift()
    timer?.run()
    return timer?.ms
  })
  expect(pauses).toEqual([400, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000])
})

it('asks at once when the network is back', () => {
  const { back, later, ends, add, scripts } = at
  const first = add()
  ends('error')
  for (const tell of back) tell()
  expect(scripts()[0]).not.toBe(first)
  expect(later, 'and not twice').toEqual([])
})

it('tells whoever waits for a part of a failure, and lets the part come all the same', async () => {
  const { parts, later, ends, add } = at
  let arrive = (_: string) => {}
  const loading = new Promise<string>((resolve) => {
    arrive = resolve
  })
  add()
  const waiting = parts.orMissing(loading)
  ends('error')
  later.shift()?.run()
  ends('error')
  await expect(waiting).rejects.toThrow('did not load')
  const again = parts.orMissing(loading)
  expect(later, 'asks at once').toEqual([])
  arrive('the part')
  await expect(again).resolves.toBe('the part')
})

it('leaves scripts of others alone', () => {
  const { later, ends, add } = at
  add('https://example.com/wallet.js')
  expect(ends('error')).toBe(1)
  expect(later).toEqual([])
})
