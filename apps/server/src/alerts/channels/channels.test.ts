import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CHANNELS } from './channels.ts'
import { checkEcho } from './webhook.ts'

const PUBLIC = { allowsLoopback: false }
const DEVELOPMENT = { allowsLoopback: true }

const browser = createECDH('prime256v1')
browser.generateKeys()
const KEYS = {
  p256dh: browser.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
}

describe('the URL of a chat', () => {
  it.each([
    'https://example.org/api/webhooks/1/abc',
    'https://discord.com.evil.org/api/webhooks/1/abc',
    'https://discord.com./api/webhooks/1/abc',
    'https://discord.com/api/webhooks/1',
    'https://discord.com/api/webhooks/1/abc?thread_id=2',
    'https://discord.com/api/webhooks/1/abc#x',
    'https://discord.com/api/webhooks/1/../../users/@me',
    'https://discord.com:8443/api/webhooks/1/abc',
    'https://hooks.slack.com/api/chat.postMessage',
    'https://hooks.slack.com/services/T01/B02',
    'https://hooks.slack.com/api/webhooks/1/abc',
    'http://discord.com/api/webhooks/1/abc',
    'https://me:you@discord.com/api/webhooks/1/abc',
    'http://127.0.0.1:4000/api/webhooks/1/abc',
    'http://localhost/services/T01/B02/abc',
    'https://169.254.169.254/services/T01/B02/abc',
  ])('%s is refused with a sentence', (url) => {
    expect(CHANNELS.chat.validate({ url }, PUBLIC)).toMatch(/^It[s ].+\.$/)
  })

  it.each([
    ['https://discord.com/api/webhooks/1029384756/a_-Z', 'Discord, webhook 1029384756'],
    ['https://hooks.slack.com/services/T01/B02/abc', 'Slack, webhook T01/B02'],
  ])('%s is taken, and shown without its secret', (url, name) => {
    expect(CHANNELS.chat.validate({ url }, PUBLIC)).toBeNull()
    expect(CHANNELS.chat.describe(url)).toBe(name)
  })

  it('is on this machine during development alone, and of one of the services', () => {
    const validate = (url: string) => CHANNELS.chat.validate({ url }, DEVELOPMENT)
    expect(validate('http://127.0.0.1:4000/api/webhooks/1/abc')).toBeNull()
    expect(validate('http://127.0.0.1:4000/services/T01/B02/abc')).toBeNull()
    expect(validate('http://127.0.0.1:4000/hook')).toContain('It must be the webhook URL')
  })
})

describe('the endpoint of a browser', () => {
  const validate = (url: string, rules = PUBLIC) =>
    CHANNELS.push.validate({ url, keys: KEYS }, rules)

  it.each([
    'https://example.org/push',
    'https://fcm.googleapis.com.evil.org/x',
    'https://xfcm.googleapis.com/x',
    'https://evilnotify.windows.com/x',
    'https://push.apple.com.evil.org/x',
    'https://evilpush.apple.com/x',
    'http://fcm.googleapis.com/x',
    'https://10.0.0.1/x',
    'http://127.0.0.1:4000/x',
  ])('%s is refused with a sentence', (url) => {
    expect(validate(url)).toMatch(/^It[s ].+\.$/)
  })

  it.each([
    ['https://fcm.googleapis.com/fcm/send/a', 'Chrome, Edge or another browser of this family'],
    ['https://updates.push.services.mozilla.com/wpush/v2/a', 'Firefox'],
    ['https://web.push.apple.com/a', 'Safari'],
    ['https://wns2-db5p.notify.windows.com/w/?token=a', 'Edge'],
  ])('%s is taken, and shown by its browser', (url, name) => {
    expect(validate(url)).toBeNull()
    expect(CHANNELS.push.describe(url)).toBe(name)
  })

  it('is on this machine during development alone', () => {
    expect(validate('http://127.0.0.1:4000/x', DEVELOPMENT)).toBeNull()
  })

  it.each([
    ['none', undefined],
    ['a point off the curve', { ...KEYS, p256dh: 'B'.repeat(87) }],
    ['a short secret', { ...KEYS, auth: 'YWJj' }],
  ])('with %s for keys is refused', (_, keys) => {
    const wanted = { url: 'https://web.push.apple.com/a', ...(keys && { keys }) }
    expect(CHANNELS.push.validate(wanted, PUBLIC)).toContain('It needs the keys p256dh')
  })
})

describe('a challenge', () => {
  const data = { challenge: 'a1b2' }
  const body = JSON.stringify({ type: 'webhook.challenge', data })

  it('is confirmed by its data sent back', () =>
    expect(checkEcho(body, JSON.stringify(data))).toBeNull())

  it.each([
    ['the request itself', body, /not an object with the field challenge alone/],
    ['what shows the request', JSON.stringify({ data: body }), /the field challenge alone/],
    ['more than the data', JSON.stringify({ ...data, type: 'a' }), /the field challenge alone/],
    ['the text alone', JSON.stringify(data.challenge), /something else than a JSON object/],
    ['a list', JSON.stringify([data.challenge]), /the field challenge alone/],
    ['nothing', '', /something else than a JSON object/],
    ['null', 'null', /something else than a JSON object/],
    ['another challenge', JSON.stringify({ challenge: 'a1b3' }), /another challenge/],
  ])('is not confirmed by %s', (_, answer, problem) =>
    expect(checkEcho(body, answer)).toMatch(problem),
  )
})
