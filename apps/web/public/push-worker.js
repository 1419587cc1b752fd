/** Shows what the server pushes, also while no page is open, and opens its link. Keeps nothing, and answers no request. */

const FALLBACK = {
  title: 'Dharma Guard',
  body: 'Something changed for a wallet you watch.',
  url: '/',
  tag: 'dharma-guard',
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = readMessage(event.data)
  const options = { body, tag, icon: '/favicon.svg', data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(toOwnPage(event.notification.data?.url ?? '/')))
})

/** Browsers want a notification for each message, also for one that cannot be read. */
function readMessage(data) {
  try {
    return { ...FALLBACK, ...data.json() }
  } catch {
    return FALLBACK
  }
}

/** Returns a page of this site, whatever the message says. */
function toOwnPage(url) {
  const { origin } = self.location
  const page = URL.canParse(url, origin) ? new URL(url, origin) : new URL(origin)
  return page.origin === origin ? page.href : `${origin}/`
}

async function openPage(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => page.url === url)
  return open === undefined ? self.clients.openWindow(url) : open.focus()
}
