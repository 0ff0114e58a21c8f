import { z } from 'zod'
import { type StorageEvents, storedValue, type TextStorage } from '@/lib/execution/call/kept/stored-value'

const schema = z.object({
  /** Tells by the browser's notifications while the page is in the background. */
  system: z.boolean(),
  /** Names amounts, addresses and titles in them. */
  details: z.boolean(),
})
export type NotifySettings = z.infer<typeof schema>

const usual: NotifySettings = { system: false, details: false }

/** Settings of the notifications, which hold for every account in this browser. */
export function createNotifySettings(storage: TextStorage, events: StorageEvents) {
  const { read, write, subscribe } = storedValue<NotifySettings>('countersign-notify', {
    storage,
    events,
    parse: (text) => (text === null ? usual : schema.parse(JSON.parse(text))),
    failed: usual,
  })
  return { read, write: (settings: NotifySettings) => write(JSON.stringify(settings)), subscribe }
}

export type NotifySettingsStore = ReturnType<typeof createNotifySettings>
