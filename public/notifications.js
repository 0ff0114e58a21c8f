// Shows notifications for browsers that let only a service worker do so, such as Chrome on Android, and leads a click on
// one back to its tab. That is all it may ever do: it has no fetch handler and no cache, so every page, script and review
// comes from the network, as without it. e2e/app/notifications.spec.ts holds it to that.

/* global clients */

self.addEventListener('message', (event) => {
  const { id, title, body, path } = event.data
  const data = { id, path, tab: event.source.id }
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon: '/icon-192.png', data }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(follow(event.notification.data))
})

/** Goes to the tab that asked for the notification, which knows the rest; a closed one is replaced by a new tab. */
async function follow({ id, path, tab }) {
  const client = await clients.get(tab)
  if (!client) return clients.openWindow(path)
  client.postMessage({ clicked: id })
  return client.focus()
}
