import type { Address } from '@app/values/address.ts'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertAgentNotice, LEVEL_NOTICE } from '../../alerts/testing/insert-agent-notice.ts'
import { startAlerts } from '../../alerts/testing/start-alerts.ts'
import { type ReceivedPost, startReceiver } from '../../alerts/testing/start-receiver.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { TEST_ACCOUNT } from '../testing/build-valid-request.ts'
import { askAs } from '../testing/insert-test-session.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { openSession } from '../users/write-session.ts'

const MALLORY = toTestAddress(2)

/** Above every attempt of these tests. */
const WAIT_MS = 20_000

/** Opens the API beside a running process that sends. */
async function openScene() {
  const limits = { challengeWaitMs: WAIT_MS }
  const api = await openTestApi({ limits })
  onTestFinished(() => api.finish())
  await startAlerts(api.context)
  const logIn = async (address: Address) => {
    const { secret } = await openSession(api.context, address)
    return askAs(api.app, `dharma_session=${secret}`)
  }
  return { ...api, ask: askAs(api.app), logIn }
}

type Scene = Awaited<ReturnType<typeof openScene>>
type Ask = Scene['ask']

const add = async (ask: Ask, url: string) => (await ask('POST', '/v1/webhooks', { url })).data

const EXPECTED =
  'It must answer a webhook.challenge within 5 seconds with a 2xx status and its data, {"challenge": "…"}, as JSON.'

describe('a URL', () => {
  it('is confirmed when it is added, by the answer to a challenge that the secret signed', async () => {
    const { ask } = await openScene()
    const receiver = await startReceiver()
    const created = await add(ask, receiver.url)
    expect(created).toMatchObject({ status: 'confirmed' })
    expect(created).not.toHaveProperty('problem')
    const [post] = receiver.challenges
    expect(new Webhook(created.secret).verify(post!.body, post!.headers as never)).toEqual({
      type: 'webhook.challenge',
      timestamp: expect.any(String),
      data: { challenge: expect.stringMatching(/^[\w-]{32}$/) },
    })
    expect((await ask('GET', '/v1/webhooks')).data).toMatchObject([{ status: 'confirmed' }])
    const again = await ask('POST', `/v1/webhooks/${created.id}/confirm`)
    expect(again).toMatchObject({ status: 200, data: { status: 'confirmed' } })
    expect(receiver.challenges).toHaveLength(1)
  })

  it('that does not confirm keeps its secret, gets nothing, and is confirmed later', async () => {
    const { ask, context } = await openScene()
    const receiver = await startReceiver()
    const confirm = receiver.answerChallenge
    receiver.answerChallenge = (_, response) => response.writeHead(204).end()
    const { id, secret, status, problem } = await add(ask, receiver.url)
    expect([secret.slice(0, 6), status]).toEqual(['whsec_', 'unconfirmed'])
    expect(problem).toBe(
      `The webhook is not confirmed: it answered something else than a JSON object. ${EXPECTED}`,
    )
    await context.db
      .insertInto('alert_watch')
      .values({ owner: TEST_ACCOUNT, address: MALLORY, since_ms: 0 })
      .execute()
    for (const path of ['test', 'deliveries/1/redeliver']) {
      const answer = await ask('POST', `/v1/webhooks/${id}/${path}`)
      expect(answer).toMatchObject({ status: 409, code: 'webhook_not_confirmed' })
    }
    await insertAgentNotice(context, { address: MALLORY, notice: LEVEL_NOTICE })
    const countEvents = () =>
      context.pool.query('select from agent_notice where is_taken').then((r) => r.rowCount)
    await expect.poll(countEvents).toBe(1)
    expect((await ask('GET', `/v1/webhooks/${id}/deliveries`)).data).toMatchObject([
      { type: 'webhook.challenge', status: 'dead', attempts: 1, responseStatus: 204 },
    ])
    receiver.answerChallenge = confirm
    expect(await ask('POST', `/v1/webhooks/${id}/confirm`)).toMatchObject({
      status: 200,
      data: { id, status: 'confirmed' },
    })
    await insertAgentNotice(context, { address: MALLORY, notice: LEVEL_NOTICE })
    await expect.poll(() => receiver.posts.length).toBe(1)
    expect(receiver.challenges).toHaveLength(2)
  })

  it('whose server answers 410 is gone at once, shows it, and is confirmed again', async () => {
    const { ask, context } = await openScene()
    const receiver = await startReceiver()
    const { id } = await add(ask, receiver.url)
    await context.db
      .insertInto('alert_watch')
      .values({ owner: TEST_ACCOUNT, address: MALLORY, since_ms: 0 })
      .execute()
    const list = async () => (await ask('GET', '/v1/webhooks')).data
    const log = async () => (await ask('GET', `/v1/webhooks/${id}/deliveries`)).data
    receiver.respond = (_, response) => response.writeHead(410).end()
    await insertAgentNotice(context, { address: MALLORY, notice: LEVEL_NOTICE })
    await expect.poll(list).toMatchObject([{ id, status: 'gone' }])
    expect(await log()).toMatchObject([
      { type: 'wallet.level_changed', status: 'withdrawn', attempts: 1, responseStatus: 410 },
      { type: 'webhook.challenge', status: 'delivered' },
    ])
    await insertAgentNotice(context, { address: MALLORY, notice: LEVEL_NOTICE })
    const countEvents = () =>
      context.pool.query('select from agent_notice where is_taken').then((r) => r.rowCount)
    await expect.poll(countEvents).toBe(2)
    expect(await log()).toHaveLength(2)
    expect(await ask('POST', `/v1/webhooks/${id}/test`)).toMatchObject({ status: 409 })
    expect(await ask('POST', `/v1/webhooks/${id}/confirm`)).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([{ id, status: 'confirmed' }])
    expect((await ask('POST', `/v1/webhooks/${id}/test`)).status).toBe(200)
    await expect.poll(list).toMatchObject([{ status: 'gone' }])
    expect(receiver.posts).toHaveLength(2)
  })

  it('whose receiver is slow holds no transaction, and is not confirmed once it is removed', async () => {
    const { ask, context } = await openScene()
    const receiver = await startReceiver()
    const held: (() => void)[] = []
    receiver.answerChallenge = ({ body }, response) =>
      void held.push(() => response.end(JSON.stringify(JSON.parse(body).data)))
    const creating = ask('POST', '/v1/webhooks', { url: receiver.url })
    await expect.poll(() => held.length).toBe(1)
    const countIdle = async () => {
      const { rows } = await context.pool.query(
        `select count(*)::int as idle from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      )
      return rows[0].idle
    }
    await expect.poll(countIdle).toBe(0)
    const [{ id }] = (await ask('GET', '/v1/webhooks')).data
    expect((await ask('DELETE', `/v1/webhooks/${id}`)).status).toBe(200)
    for (const release of held) release()
    expect(await creating).toMatchObject({ status: 404, code: 'webhook_not_found' })
    const { rows } = await context.pool.query('select confirmed_at from alert_subscription')
    expect(rows).toEqual([{ confirmed_at: null }])
  })
})

it('by a receiver that shows what is inside of a network nobody is confirmed, and nobody sees it', async () => {
  const SECRET = 'the password of the inside'
  const { ask } = await openScene()
  const receiver = await startReceiver()
  receiver.answerChallenge = (_, response) => response.end(`<p>${SECRET}</p>`)
  const created = await add(ask, receiver.url)
  expect(created.problem).toContain('it answered something else than a JSON object')
  const log = await ask('GET', `/v1/webhooks/${created.id}/deliveries`)
  expect(log.data).toMatchObject([{ status: 'dead', attempts: 1 }])
  expect(JSON.stringify([created, log])).not.toContain(SECRET)
})

describe('many wallets', () => {
  const openMany = async (count: number) => {
    const scene = await openScene()
    const asks = []
    for (let number = 0; number < count; number += 1) {
      asks.push(await scene.logIn(toTestAddress(700 + number)))
    }
    return { ...scene, asks }
  }

  it('send no more than 5 challenges a minute to one URL, however it is written', async () => {
    const { asks, context } = await openMany(12)
    const victim = await startReceiver()
    victim.answerChallenge = (_, response) => response.writeHead(404).end()
    const spellings = ['', '/', '?a=1', '#b', '//', '/./', '/x/..']
    const answers = await Promise.all(
      asks.map((ask, index) =>
        add(
          ask,
          victim.url.toUpperCase().replace('HTTP', 'http') + spellings[index % spellings.length],
        ),
      ),
    )
    expect(victim.challenges).toHaveLength(5)
    const limited = answers.filter(({ problem }) => problem.includes('no challenge was sent'))
    expect(limited).toHaveLength(7)
    expect(limited[0]?.problem).toMatch(
      /^The webhook is not confirmed: no challenge was sent\. At most 5 challenges a minute are sent to this URL, by all wallets together\. Wait \d+ seconds\. Then confirm it\.$/,
    )
    const again = await asks[0]!('POST', `/v1/webhooks/${answers[0]?.id}/confirm`)
    expect(again).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(again.retryAfter)).toBeGreaterThan(0)
    await context.pool.query(`update alert_request_count set since = since - interval '61 seconds'`)
    await asks[0]!('POST', `/v1/webhooks/${answers[0]?.id}/confirm`)
    expect(victim.challenges).toHaveLength(6)
  })
})

describe('a secret', () => {
  const verifyWith = (secret: string, { body, headers }: ReceivedPost): boolean => {
    try {
      new Webhook(secret).verify(body, headers as never)
      return true
    } catch {
      return false
    }
  }

  const openWebhook = async () => {
    const scene = await openScene()
    const receiver = await startReceiver()
    const { id, secret } = await add(scene.ask, receiver.url)
    const rotate = () => scene.ask('POST', `/v1/webhooks/${id}/rotate-secret`)
    const receive = async () => {
      // Tests are limited by the minute.
      await scene.context.pool.query('delete from alert_request_count')
      const before = receiver.posts.length
      await scene.ask('POST', `/v1/webhooks/${id}/test`)
      await expect.poll(() => receiver.posts.length).toBe(before + 1)
      return receiver.posts.at(-1)!
    }
    return { ...scene, id, secret, rotate, receive }
  }

  it('is replaced: the old one and the new one sign for 24 hours, the new one afterwards', async () => {
    const { ask, context, secret, rotate, receive } = await openWebhook()
    const askedMs = Date.now()
    const rotated = await rotate()
    expect(rotated.status).toBe(200)
    const { secret: next, replacedSecretUntil } = rotated.data
    expect(next).not.toBe(secret)
    const replacedMs = Date.parse(replacedSecretUntil) - 86_400_000
    expect(replacedMs).toBeGreaterThanOrEqual(askedMs - 1_000)
    expect(replacedMs).toBeLessThanOrEqual(Date.now() + 1_000)
    const [entry] = (await ask('GET', '/v1/webhooks')).data
    expect(entry.replacedSecretUntil).toBe(replacedSecretUntil)
    expect(JSON.stringify(entry)).not.toContain('whsec_')
    const both = await receive()
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)
    expect([verifyWith(secret, both), verifyWith(next, both)]).toEqual([true, true])
    await context.pool.query('update alert_replaced_secret set valid_until = now()')
    const one = await receive()
    expect([verifyWith(secret, one), verifyWith(next, one)]).toEqual([false, true])
    const readReplaced = () =>
      context.pool.query('select from alert_replaced_secret').then(({ rowCount }) => rowCount)
    await expect.poll(readReplaced).toBe(0)
  })

  it('is replaced 5 times in 24 hours, also at the same time, and none is lost', async () => {
    const { secret, rotate, receive } = await openWebhook()
    const answers = await Promise.all(Array.from({ length: 8 }, rotate))
    const rotated = answers.filter(({ status }) => status === 200)
    expect(rotated).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.message).toBe(
      'The secret of a webhook can be replaced 5 times in 24 hours. Wait 24 hours.',
    )
    const post = await receive()
    const secrets = [secret, ...rotated.map(({ data }) => data.secret)]
    expect(secrets.map((one) => verifyWith(one, post))).toEqual(Array(6).fill(true))
  })
})
