import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { writeWatch } from '../subscriptions/write-watch.ts'
import { writeWebhook } from '../subscriptions/write-webhook.ts'
import { buildAccusedNotice, insertNotice, NOTICE_MS } from '../testing/insert-notice.ts'
import { startAlerts } from '../testing/start-alerts.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const OWNER = toTestAddress(1)
const MALLORY = toTestAddress(2)

it('a notice reaches a webhook, signed, within two seconds', async () => {
  const context = await createTestContext()
  const receiver = await startReceiver()
  const created = await writeWebhook(context, {
    owner: OWNER,
    url: receiver.url,
    addresses: [MALLORY],
    sinceMs: 0,
  })
  await writeWatch(context, { owner: OWNER, address: MALLORY, sinceMs: 0 })
  await startAlerts(context)
  const startedMs = performance.now()
  await insertNotice(context, { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' })
  await expect.poll(() => receiver.posts.length, { interval: 5 }).toBe(1)
  const post = receiver.posts[0]!
  expect(post.atMs - startedMs).toBeLessThan(2_000)
  const verified = new Webhook(created!.secret).verify(post.body, post.headers as never)
  expect(verified).toMatchObject({
    type: 'wallet.accused',
    timestamp: new Date(NOTICE_MS).toISOString(),
    data: { address: MALLORY, caseId: 'case-1', action: 'flag' },
  })
})
