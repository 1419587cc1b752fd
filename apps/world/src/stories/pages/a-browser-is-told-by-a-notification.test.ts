import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPushKey } from '@app/api/routes/alerts.ts'
import { startPushService } from '@app/server/alerts/testing/start-push-service.ts'
import { expect, onTestFinished, test } from 'vitest'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems } from '../../testing/clients/open-browser.ts'
import { openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { urls } = connectToWorld()

/** A browser without a screen has neither the permission for notifications nor a push service: both are replaced. */
const buildSubscribe = (subscription: object) => `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  PushManager.prototype.getSubscription = async () => null
  PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(subscription)}) })`

const NOTE_SHOWN = `
  self.shown = []
  self.registration.showNotification = async (title, options) => void self.shown.push({ title, options })`

test('a browser that switches notifications on shows what is pushed to it, and no wallet on the lock screen', async () => {
  const { browser, page, errors } = await openWatchedPage(urls.web)
  onTestFinished(() => browser.close())
  const driver = drivePage(page)
  await page.goto('/dashboard')
  await driver.connect('carol')
  const card = driver.getCard('Watched wallets')
  await card.getByText('Notifications of this browser', { exact: true }).click()
  const answer = await page.request.get(`${urls.api}${getPushKey.url}`)
  const { publicKey } = (await answer.json()).data
  const service = await startPushService(publicKey)
  await page.evaluate(buildSubscribe({ endpoint: service.endpoint, keys: service.keys }))
  await card.getByRole('button', { name: 'Switch on in this browser' }).click()
  const item = card.getByRole('list', { name: 'Browsers' }).getByRole('listitem').first()
  await item.getByText('Confirmed', { exact: true }).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await item.getByRole('button', { name: 'Send test' }).click()
  await waitFor('the test to be pushed', async () => service.pushed.length === 1)
  const data = JSON.stringify(service.pushed[0]?.payload)

  const worker = page.context().serviceWorkers()[0]
  expect(worker?.url()).toBe(`${urls.web}/push-worker.js`)
  await worker?.evaluate(NOTE_SHOWN)
  const cdp = await page.context().newCDPSession(page)
  const registrations: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId))
  })
  await cdp.send('ServiceWorker.enable')
  await waitFor('the registration of the worker', async () => registrations.length > 0)
  const [registrationId = ''] = registrations
  const origin = new URL(urls.web).origin
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await waitFor('the notification', async () => (await worker?.evaluate('self.shown.length')) === 1)
  expect(await worker?.evaluate('JSON.stringify(self.shown[0])')).toBe(
    JSON.stringify({
      title: 'Dharma Guard',
      options: {
        body: 'This is a test. Nothing happened to any wallet.',
        tag: service.pushed[0]?.payload.tag,
        icon: '/favicon.svg',
        data: { url: '/' },
      },
    }),
  )
  await item.getByRole('button', { name: 'Remove' }).click()
  await driver.expectAlert('Do you want to remove A browser on this machine?')
  await waitFor('the browser to be removed', async () => (await item.count()) === 0)
  expect(errors.takeUnexpected()).toEqual([])
})

test('a chat of Discord is confirmed by the code that is posted there', async () => {
  const { browser, page, errors } = await openWatchedPage(urls.web)
  onTestFinished(() => browser.close())
  const driver = drivePage(page)
  const chat = await receiveTexts()
  onTestFinished(() => chat.stop())
  await page.goto('/dashboard')
  await driver.connect('carol')
  const card = driver.getCard('Watched wallets')
  await card.getByText('Discord and Slack', { exact: true }).click()
  await card.getByLabel('Webhook URL of a channel').fill('https://example.org/')
  await card.getByRole('button', { name: 'Add chat' }).click()
  await driver.expectAlert(
    'There can be no such subscription. It must be the webhook URL of a channel: https://discord.com/api/webhooks/… or https://hooks.slack.com/services/…, without anything behind it.',
  )
  await card.getByLabel('Webhook URL of a channel').fill(chat.url)
  await card.getByRole('button', { name: 'Add chat' }).click()
  const item = card.getByRole('list', { name: 'Chats' }).getByRole('listitem').first()
  await item.getByText('Not confirmed').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const [, code = ''] = /code is (\w{8})/.exec(chat.texts[0] ?? '') ?? []
  await item.getByLabel('Code that was posted to the chat: it holds for 10 minutes').fill(code)
  await item.getByRole('button', { name: 'Confirm' }).click()
  await item.getByText('Confirmed', { exact: true }).waitFor()
  await item.getByRole('button', { name: 'Send test' }).click()
  await waitFor('the test to be posted', async () => chat.texts.length === 2)
  await item.getByRole('button', { name: 'Remove' }).click()
  await driver.expectAlert('Do you want to remove Discord, webhook 42?')
  await waitFor('the chat to be removed', async () => (await item.count()) === 0)
  expect(errors.takeUnexpected('status of 422', 'POST /v1/subscriptions failed ApiError')).toEqual(
    [],
  )
})

/** A channel of Discord on loopback. */
async function receiveTexts() {
  const texts: string[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      texts.push(JSON.parse(Buffer.concat(chunks).toString('utf8')).content)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/api/webhooks/42/token`, texts, stop }
}
