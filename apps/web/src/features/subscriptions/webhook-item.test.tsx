import { createClient } from '@app/api/client/client.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { SubscriptionPanel, subscriptionsQuery } from './subscription-panel.tsx'
import { WebhookItem } from './webhook-item.tsx'

const webhook = {
  id: '1',
  url: 'https://example.org/dharma',
  createdAt: '2026-03-01T12:00:00.000Z',
}

test('a webhook whose server answered 410 says so, and can be confirmed again but not tested', () => {
  const html = draw(<WebhookItem webhook={{ ...webhook, status: 'gone' }} />)
  expect(html).toContain('>Gone</span>')
  expect(html).toContain('Its server answered 410 (Gone), and it gets nothing.')
  expect(html).toContain('Confirm again')
  expect(html).not.toContain('Send test')
})

test('a chat whose server answered 410 says so, and asks for a code again', () => {
  const owner = toAddress('0x179b6b1cb6755e31')
  const chat = {
    id: '2',
    channel: 'chat',
    name: 'Slack',
    createdAt: webhook.createdAt,
    status: 'gone',
  }
  const { queryKey } = subscriptionsQuery(createClient({ baseUrl: 'http://localhost' }), owner)
  const html = draw(<SubscriptionPanel channel="chat" owner={owner} loading={null} />, {
    answers: [[queryKey, [chat]]],
  })
  expect(html).toContain('>Gone</span>')
  expect(html).toContain('Its server answered 410 (Gone), and it gets nothing')
  expect(html).toContain('Code that was posted to the chat')
})
