import { z } from 'zod'
import { type StorageEvents, storedValue, type TextStorage } from '@/lib/execution/call/kept/stored-value'

export const figureFormats = ['browser', 'point', 'comma', 'space', 'apostrophe'] as const
export type FigureFormat = (typeof figureFormats)[number]
const timeZones = ['local', 'utc'] as const

export const readingSchema = z.object({
  /** Separators of figures: the browser's own, or "1,234.56", "1.234,56", "1 234,56" or "1’234.56". */
  figures: z.enum(figureFormats),
  /** Time zone of dates and times: this device's, or UTC. */
  zone: z.enum(timeZones),
})
/** A person's choice of how figures, dates and times are written. */
export type Reading = z.infer<typeof readingSchema>

/** Where nothing has been chosen. */
export const usualReading: Reading = { figures: 'browser', zone: 'local' }

/** Stores how figures and times are written, for every account in this browser. */
export function createReading(storage: TextStorage, events: StorageEvents) {
  const { read, write, subscribe } = storedValue<Reading>('countersign-reading', {
    storage,
    events,
    parse: (text) => (text === null ? usualReading : readingSchema.parse(JSON.parse(text))),
    failed: usualReading,
  })
  return { read, write: (reading: Reading) => write(JSON.stringify(reading)), subscribe }
}

export type ReadingStore = ReturnType<typeof createReading>

let current: () => Reading = () => usualReading

/** Makes every figure and time of this page follow the store. The page does it once, and the server never. */
export function readBy(store: Pick<ReadingStore, 'read'>): void {
  current = store.read
}

/** Returns how figures and times are written now. */
export const readingNow = (): Reading => current()

type Separators = { group: string; point: string }

const separators: Readonly<Record<Exclude<FigureFormat, 'browser'>, Separators>> = {
  point: { group: ',', point: '.' },
  comma: { group: '.', point: ',' },
  // Narrow and unbreakable, so that a figure stays on one line.
  space: { group: '\u202f', point: ',' },
  apostrophe: { group: '’', point: '.' },
}

let browsers: Separators | null = null

function separatorsOf(format: FigureFormat): Separators {
  if (format !== 'browser') return separators[format]
  browsers ??= ofLocale()
  return browsers
}

/** Returns the mark before the decimals of a figure, as the person reads figures. */
export const decimalMarkNow = (): string => separatorsOf(readingNow().figures).point

/** Reads the separators of the browser's language. Figures always use the digits 0 to 9. */
function ofLocale(): Separators {
  const parts = new Intl.NumberFormat(undefined, { numberingSystem: 'latn' }).formatToParts(1_234_567.5)
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value
  return { group: signOf('group') ?? '', point: signOf('decimal') ?? '.' }
}

/**
 * Figures as this app writes them: with commas between thousands, with a point, or with both. Nothing that only looks
 * like one: neither a version, nor an IP address, nor bytes.
 */
const figures = /(?<![\w.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?!\w|[.,]\d)/g

/** Moments as `dateWords` writes them, and nothing that only looks like one. */
const moments = /(?<![\w-])(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC(?!\w)/g

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** Formats a moment of the app's own sentences with the zone that it is told in: money may depend on it. */
function momentText(at: number): string {
  const zone = readingNow().zone === 'utc' ? { timeZone: 'UTC' } : {}
  return new Intl.DateTimeFormat(undefined, { ...day, ...time, ...zone }).format(at)
}

/** Rewrites the figures and moments in a text of the app's own as the person reads them. Only for display. */
export function written(text: string, format: FigureFormat = readingNow().figures): string {
  const { group, point } = separatorsOf(format)
  const told = text.replace(moments, (whole, date: string, hour: string) => {
    const at = Date.parse(`${date}T${hour}Z`)
    return Number.isNaN(at) ? whole : momentText(at)
  })
  if (group === ',' && point === '.') return told
  return told.replace(figures, (figure) => figure.replace(/[,.]/g, (separator) => (separator === ',' ? group : point)))
}
