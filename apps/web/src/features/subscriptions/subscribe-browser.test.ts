import { expect, test } from 'vitest'
import { readPushState } from './subscribe-browser.ts'

const navigator = { serviceWorker: {} }
const browser = { navigator, PushManager: class {}, Notification: { permission: 'default' } }

const deny = () => {
  throw new DOMException('Denied', 'SecurityError')
}

test.each([
  ['ready', {}],
  ['blocked', { Notification: { permission: 'denied' } }],
  ['unsupported', { navigator: {} }],
  ['unsupported', { PushManager: undefined }],
  ['unsupported', { Notification: undefined }],
  ['unsupported', { navigator: Object.defineProperty({}, 'serviceWorker', { get: deny }) }],
])('notifications are %s in a browser with %o', (state, change) => {
  expect(readPushState({ ...browser, ...change } as never)).toBe(state)
})
