import { z } from 'zod'

/** The browser's notifications: `none` where a page cannot show them. */
type NotificationPermissionState = NotificationPermission | 'none'

export const permissionState = (): NotificationPermissionState =>
  'Notification' in window && window.isSecureContext ? Notification.permission : 'none'

/** A notification. `path` is where a click leads if its tab has been closed by then. */
export type SystemNotification = { id: string; title: string; body: string; path: string }

/** Shows a notification that leads back to this tab. */
export function showNotification(shown: SystemNotification, onClick: () => void): void {
  if (permissionState() !== 'granted') return
  const { id, title, body } = shown
  try {
    const notification = new Notification(title, { body, tag: id, icon: '/icon-192.png' })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onClick()
    }
  } catch {
    // Chrome on Android lets only a service worker show them.
    showByWorker(shown, onClick).catch(() => {
      // The page itself tells it too.
    })
  }
}

const clickedSchema = z.object({ clicked: z.string() })
const onClicks = new Map<string, () => void>()

/** Has the service worker show it, which is registered by the first one that needs it. */
async function showByWorker(shown: SystemNotification, onClick: () => void): Promise<void> {
  const { serviceWorker } = navigator
  await serviceWorker.register('/notifications.js')
  const { active } = await serviceWorker.ready
  if (onClicks.size === 0) serviceWorker.addEventListener('message', clicked)
  onClicks.set(shown.id, onClick)
  active?.postMessage(shown)
}

function clicked({ data }: MessageEvent): void {
  const { success, data: message } = clickedSchema.safeParse(data)
  if (success) onClicks.get(message.clicked)?.()
}
