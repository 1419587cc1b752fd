import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { openBrowser } from '../testing/clients/open-browser.ts'

const WORKER = readFileSync(join(ROOT, 'apps/web/public/push-worker.js'))

/** A browser without a screen has no permission for notifications: what is asked of it is noted. */
const NOTE_SHOWN = `
  self.shown = []
  self.registration.showNotification = async (title, options) => void self.shown.push({ title, options })`

async function serveWorker(): Promise<string> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/push-worker.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    response.end(isWorker ? WORKER : '<title>A page</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the service worker shows what Chromium gets from a push service', async () => {
  const origin = await serveWorker()
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin)
  const cdp = await context.newCDPSession(page)
  const registrations: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId))
  })
  await cdp.send('ServiceWorker.enable')
  const started = context.waitForEvent('serviceworker')
  await page.evaluate(`navigator.serviceWorker.register('/push-worker.js')
    .then(() => navigator.serviceWorker.ready).then(() => null)`)
  const worker = await started
  await worker.evaluate(NOTE_SHOWN)
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const [registrationId = ''] = registrations
  const message = { title: 'Dharma Guard', body: 'Something changed.', url: '/', tag: 'msg_1' }
  const data = JSON.stringify(message)
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect.poll(() => worker.evaluate('self.shown.length')).toBe(1)
  expect(await worker.evaluate('self.shown[0]')).toEqual({
    title: 'Dharma Guard',
    options: {
      body: 'Something changed.',
      tag: 'msg_1',
      icon: '/favicon.svg',
      data: { url: '/' },
    },
  })
})
