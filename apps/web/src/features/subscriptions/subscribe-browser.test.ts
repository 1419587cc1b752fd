import { expect, test } from 'vitest'
import { readPushState } from './subscribe-browser.ts'

const navigator = { serviceWorker: {} }
const PushManager = class {}
const Notification = { permission: 'default' }

const deny = () => {
  throw new DOMException('Denied', 'SecurityError')
}

test.each([
  ['ready', { navigator, PushManager, Notification }],
  ['blocked', { navigator, PushManager, Notification: { permission: 'denied' } }],
  ['unsupported', { navigator: {}, PushManager, Notification }],
  ['unsupported', { navigator, PushManager: undefined, Notification }],
  ['unsupported', { navigator, PushManager, Notification: undefined }],
  [
    'unsupported',
    {
      navigator: Object.defineProperty({}, 'serviceWorker', { get: deny }),
      PushManager,
      Notification,
    },
  ],
])('notifications are %s in a browser with %o', (state, browser) => {
  expect(readPushState(browser as never)).toBe(state)
})
