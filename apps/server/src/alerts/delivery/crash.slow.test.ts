import { expect, it, onTestFinished } from 'vitest'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { startRestartableProcess } from '../../testing/processes/restartable-process.ts'
import { writeWatch } from '../subscriptions/write-watch.ts'
import { addWebhook } from '../testing/add-webhook.ts'
import { insertAgentNotice, LEVEL_NOTICE } from '../testing/insert-agent-notice.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const ALERTS = 30

it('processes that are killed while they send lose nothing, and repeat with the same message id', async () => {
  const context = await createTestContext()
  const receiver = await startReceiver()
  const env = {
    DATABASE_URL: context.config.databaseUrl ?? '',
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: 'http://127.0.0.1:9',
    LOG_LEVEL: 'warn',
  }
  for (let number = 0; number < ALERTS; number += 1) {
    const owner = toTestAddress(500 + number)
    const address = toTestAddress(600 + number)
    const url = `${receiver.url}/${number}`
    await writeWatch(context, { owner, address, sinceMs: 0 })
    await addWebhook(context, { owner, url })
  }
  let isHanging = true
  receiver.respond = (_, response) => {
    if (!isHanging) response.writeHead(204).end()
  }
  const processes = [1, 2].map(() => startRestartableProcess({ roles: ['alerts'], env }))
  onTestFinished(async () => {
    await Promise.all(processes.map((each) => each.kill()))
  })
  for (let number = 0; number < ALERTS; number += 1) {
    await insertAgentNotice(context, { address: toTestAddress(600 + number), notice: LEVEL_NOTICE })
  }
  const countPaths = () => new Set(receiver.posts.map(({ path }) => path)).size
  await expect.poll(countPaths, { timeout: 60_000 }).toBe(ALERTS)
  const before = receiver.posts.length
  await Promise.all(processes.map((each) => each.kill()))
  isHanging = false
  await Promise.all(processes.map((each) => each.killAndRestart()))
  const countOpen = async () => {
    const { rows } = await context.pool.query(
      `select count(*)::int as open from alert_delivery where status <> 'delivered'`,
    )
    return rows[0].open
  }
  await expect.poll(countOpen, { timeout: 60_000, interval: 100 }).toBe(0)
  expect(receiver.posts.length).toBeGreaterThanOrEqual(before + ALERTS)
  const idsByPath = Map.groupBy(receiver.posts, ({ path }) => path)
  for (const posts of idsByPath.values()) {
    expect(posts.length).toBeGreaterThanOrEqual(2)
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  }
  const { rows } = await context.pool.query(
    `select count(*)::int as count from alert_delivery where channel = 'webhook'`,
  )
  expect(rows[0].count).toBe(ALERTS)
  expect(processes.map((each) => each.output()).join('')).not.toContain('whsec_')
})
