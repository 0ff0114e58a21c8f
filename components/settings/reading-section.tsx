'use client'

import { useId, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { useNow } from '@/components/app/use-now'
import { Select } from '@/components/ui/floating/select'
import { chooseTheme, readTheme, subscribeTheme } from '@/components/ui/page/theme'
import { formatUsd } from '@/components/ui/text/figures'
import { type FigureFormat, figureFormats, type Reading, written } from '@/lib/chat/page/reading'
import { dayAndTime } from '@/lib/chat/page/time-words'
import { Segmented } from '../ui/segmented'

const sample = '1,234.56'

export const formatWords = (format: FigureFormat): string =>
  format === 'browser' ? `Your browser’s: ${written(sample, 'browser')}` : written(sample, format)

export const themes = [
  { value: 'system', words: 'System' },
  { value: 'light', words: 'Light' },
  { value: 'dark', words: 'Dark' },
] as const

export const zones = [
  { value: 'local', words: 'This device' },
  { value: 'utc', words: 'UTC' },
] as const

/** Chooses the theme, and how figures, dates and times are written. */
export function ReadingSection() {
  const { reading: store } = useApp()
  const reading = useSyncExternalStore(store.subscribe, store.read)
  const [failed, setFailed] = useState(false)
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => 'system' as const)
  const now = useNow(false)
  const id = useId()
  const save = (change: Partial<Reading>) => setFailed(!store.write({ ...reading, ...change }))
  return (
    <section aria-labelledby="reading-heading" className="mt-12 border-t pt-6">
      <h2 id="reading-heading" className="text-lead font-semibold">
        Theme, figures and times
      </h2>
      <div className="mt-4 flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span>Theme</span>
          <Segmented label="Theme" value={theme} choices={themes} onChoose={chooseTheme} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <label htmlFor={id}>Number format</label>
          <Select
            id={id}
            value={reading.figures}
            options={figureFormats.map((format) => ({ value: format, words: formatWords(format) }))}
            onChange={(value) => {
              const figures = figureFormats.find((format) => format === value)
              if (figures) save({ figures })
            }}
            className="field min-h-9 min-w-0 max-w-full rounded-control border border-rule-strong bg-paper-raised px-2.5 text-small"
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span>Time zone</span>
          <Segmented label="Time zone" value={reading.zone} choices={zones} onChoose={(zone) => save({ zone })} />
        </div>
      </div>
      <p data-sample="" className="mt-4 text-small text-ink-muted text-pretty">
        Today reads {dayAndTime.format(now)}, and a balance {formatUsd(123_456_000_000n)}. What you type and what an
        agent writes stay as they are: amounts take a point before the decimals.
      </p>
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {failed && 'This browser did not store it, so nothing has changed.'}
      </p>
    </section>
  )
}
