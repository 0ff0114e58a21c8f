/** The browser's notifications: `none` where a page cannot show them, as on most phones. */
type NotificationPermissionState = NotificationPermission | 'none'

export const permissionState = (): NotificationPermissionState =>
  'Notification' in window && window.isSecureContext ? Notification.permission : 'none'

/** Shows a notification that leads back to this tab. */
export function showNotification(
  { id, title, body }: { id: string; title: string; body: string },
  onClick: () => void,
): void {
  if (permissionState() !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag: id, icon: '/icon-192.png' })
    shown.onclick = () => {
      window.focus()
      shown.close()
      onClick()
    }
  } catch {
    // Some browsers show them from a service worker only, and this app has none. The page itself tells it too.
  }
}
