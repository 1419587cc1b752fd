import { describe, expect, it, onTestFinished } from 'vitest'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  insertAgentNotice,
  LEVEL_NOTICE,
} from '../../alerts/testing/insert-agent-notice.ts'
import { startAlerts } from '../../alerts/testing/start-alerts.ts'
import { startPushService } from '../../alerts/testing/start-push-service.ts'
import { type Receiver, startReceiver } from '../../alerts/testing/start-receiver.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { TEST_ACCOUNT } from '../testing/build-valid-request.ts'
import { askAs, WEB } from '../testing/insert-test-session.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { openSession } from '../users/write-session.ts'

const MALLORY = toTestAddress(2)

/** Opens the API beside a running process that sends, with a wallet that watches mallory. */
async function openScene() {
  const api = await openTestApi({ limits: { challengeWaitMs: 20_000 } })
  onTestFinished(() => api.finish())
  await startAlerts(api.context)
  await api.context.db
    .insertInto('alert_watch')
    .values({ owner: TEST_ACCOUNT, address: MALLORY, since_ms: 0 })
    .execute()
  const tell = (notice: Parameters<typeof insertAgentNotice>[1]['notice'], caseId?: string) =>
    insertAgentNotice(api.context, { address: MALLORY, notice, ...(caseId && { caseId }) })
  const logIn = async (number: number) => {
    const { secret } = await openSession(api.context, toTestAddress(number))
    return askAs(api.app, `dharma_session=${secret}`)
  }
  return { ...api, ask: askAs(api.app), logIn, tell }
}

type Scene = Awaited<ReturnType<typeof openScene>>

const PATHS = { discord: '/api/webhooks/1029384756/to-ken_1', slack: '/services/T01/B02/secret' }

const listTexts = ({ posts }: Receiver): string[] =>
  posts.map(({ body }) => JSON.parse(body).content ?? JSON.parse(body).text)

const findCode = (receiver: Receiver): string =>
  /code is (\w{8})/.exec(listTexts(receiver).at(-1) ?? '')?.[1] ?? ''

async function addChat({ ask }: Scene, service: keyof typeof PATHS = 'discord') {
  const receiver = await startReceiver()
  const url = receiver.url.replace('/hook', PATHS[service])
  const { data } = await ask('POST', '/v1/subscriptions', { channel: 'chat', url })
  return { receiver, id: data.id as string, data, url }
}

async function addConfirmedChat(scene: Scene, service: keyof typeof PATHS = 'discord') {
  const added = await addChat(scene, service)
  const code = findCode(added.receiver)
  const confirmed = await scene.ask('POST', `/v1/subscriptions/${added.id}/confirm`, { code })
  expect(confirmed).toMatchObject({ status: 200, data: { status: 'confirmed' } })
  return added
}

async function addPush({ ask }: Scene) {
  const { publicKey } = (await ask('GET', '/v1/push-key')).data
  const service = await startPushService(publicKey)
  const subscription = { channel: 'push', url: service.endpoint, keys: service.keys }
  const added = await ask('POST', '/v1/subscriptions', subscription)
  expect(added).toMatchObject({ status: 200, data: { status: 'confirmed' } })
  return { service, id: added.data.id as string, subscription }
}

describe('a chat', () => {
  it('is confirmed by the code that was posted there, and gets nothing before', async () => {
    const scene = await openScene()
    const { ask, tell, context } = scene
    const { receiver, id, data } = await addChat(scene)
    expect(data).toEqual({ id, status: 'unconfirmed' })
    expect(receiver.posts).toHaveLength(1)
    await tell(LEVEL_NOTICE)
    const countEvents = () =>
      context.pool.query('select from agent_notice where is_taken').then((r) => r.rowCount)
    await expect.poll(countEvents).toBe(1)
    expect(await ask('POST', `/v1/subscriptions/${id}/test`)).toMatchObject({
      status: 409,
      code: 'subscription_not_confirmed',
    })
    const code = findCode(receiver).toLowerCase()
    await ask('POST', `/v1/subscriptions/${id}/confirm`, { code })
    expect((await ask('GET', '/v1/subscriptions')).data).toMatchObject([
      { id, channel: 'chat', name: 'Discord, webhook 1029384756', status: 'confirmed' },
    ])
    await tell(LEVEL_NOTICE)
    await expect.poll(() => receiver.posts.length).toBe(2)
    expect(listTexts(receiver)[1]).toContain(MALLORY)
    expect((await ask('GET', '/v1/webhooks')).data).toEqual([])
    // Its URL is a secret.
    for (const url of ['/v1/subscriptions', `/v1/subscriptions/${id}/deliveries`])
      expect(JSON.stringify(await ask('GET', url))).not.toContain('to-ken_1')
  })

  it('whose code is guessed wrong five times needs another one', async () => {
    const scene = await openScene()
    const { ask } = scene
    const { receiver, id } = await addChat(scene)
    const right = findCode(receiver)
    const guess = (code: string) => ask('POST', `/v1/subscriptions/${id}/confirm`, { code })
    expect((await guess('AAAAAAA2')).message).toBe(
      'This is not the code that was posted to the chat. You have 4 tries left.',
    )
    await Promise.all(Array.from({ length: 8 }, (_, n) => guess(`AAAAAAA${n + 2}`)))
    expect(await guess(right)).toMatchObject({
      status: 409,
      code: 'code_refused',
      message:
        'The code is no longer valid: it was tried too often, or is older than 10 minutes. Have another one sent.',
    })
    await ask('POST', `/v1/subscriptions/${id}/code`)
    expect(findCode(receiver)).not.toBe(right)
    expect((await guess(right)).status).toBe(409)
    expect((await guess(findCode(receiver))).status).toBe(200)
  })

  it('cannot be confirmed by a code that is too old, nor by another wallet', async () => {
    const scene = await openScene()
    const { receiver, id } = await addChat(scene)
    const code = findCode(receiver)
    const other = await scene.logIn(9)
    expect(await other('POST', `/v1/subscriptions/${id}/confirm`, { code })).toMatchObject({
      code: 'subscription_not_found',
    })
    await scene.context.pool.query('update alert_code set valid_until = now()')
    const late = await scene.ask('POST', `/v1/subscriptions/${id}/confirm`, { code })
    expect(late).toMatchObject({ status: 409, code: 'code_refused' })
  })

  it('says why its code could not be posted', async () => {
    const scene = await openScene()
    const receiver = await startReceiver()
    receiver.respond = (_, response) => response.writeHead(404).end('no such webhook')
    const url = receiver.url.replace('/hook', PATHS.slack)
    const { data } = await scene.ask('POST', '/v1/subscriptions', { channel: 'chat', url })
    expect(data).toMatchObject({
      status: 'unconfirmed',
      problem:
        'The code could not be posted: it answered 404. Check the URL, and have it sent again.',
    })
  })

  const ATTACK =
    '@everyone @here <@1> <!channel> [win](https://evil.example) *bold* `code` & https://evil.example\n# Dharma Guard: all clear'

  it('of Discord is posted no mention, link or markup of a text of a person', async () => {
    const scene = await openScene()
    const { receiver } = await addConfirmedChat(scene)
    await scene.tell(buildAccusedNotice({ reason: ATTACK }), 'case-1')
    await expect.poll(() => receiver.posts.length).toBe(2)
    const post = JSON.parse(receiver.posts[1]!.body)
    expect(post).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
    expect(post.content).toContain('\\@everyone \\@here \\<\\@1\\> \\<!channel\\>')
    expect(post.content).not.toContain('evil.example')
    expect(post.content).not.toMatch(/(?<!\\)[@<`*#[]/)
    expect(post.content.split('\n')).toHaveLength(2)
    expect(post.content.split('\n')[1]).toBe(`${WEB}/wallet/${MALLORY}`)
  })

  it('of Slack is posted no mention, link or markup of a text of a person', async () => {
    const scene = await openScene()
    const { receiver } = await addConfirmedChat(scene, 'slack')
    await scene.tell(buildAccusedNotice({ reason: ATTACK }), 'case-1')
    await expect.poll(() => receiver.posts.length).toBe(2)
    const post = JSON.parse(receiver.posts[1]!.body)
    expect(post).toMatchObject({ mrkdwn: false, unfurl_links: false, unfurl_media: false })
    expect(post.text).toContain('&lt;@1&gt; &lt;!channel&gt;')
    expect(post.text).toContain('&amp;')
    expect(post.text).not.toMatch(/[<>]|evil\.example/)
  })
})

describe('a browser', () => {
  it('is pushed a generic text, encrypted for it alone, and signed by the key of this server', async () => {
    const scene = await openScene()
    const { service } = await addPush(scene)
    await scene.tell(buildAccusedNotice(), 'case-1')
    await expect.poll(() => service.pushed.length).toBe(1)
    const [message] = service.pushed
    expect(message?.payload).toEqual({
      title: 'Dharma Guard',
      body: 'Something changed for a wallet you watch.',
      url: `${WEB}/wallet/${MALLORY}`,
      tag: expect.stringMatching(/^msg_/),
    })
    expect(message?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
    })
    expect(message?.claims.sub).toMatch(/^(https|mailto):/)
    await scene.tell(CLEARED_NOTICE, 'case-1')
    await expect.poll(() => service.pushed.length).toBe(2)
  })

  it('is tested, listed and logged, and is one subscription however often it subscribes', async () => {
    const scene = await openScene()
    const { service, id, subscription } = await addPush(scene)
    expect((await scene.ask('POST', '/v1/subscriptions', subscription)).data.id).toBe(id)
    expect((await scene.ask('GET', '/v1/subscriptions')).data).toMatchObject([
      { id, channel: 'push', name: 'A browser on this machine', status: 'confirmed' },
    ])
    const statuses = []
    for (let round = 0; round < 6; round += 1) {
      statuses.push((await scene.ask('POST', `/v1/subscriptions/${id}/test`)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await expect.poll(() => service.pushed.length).toBe(5)
    expect(service.pushed[0]?.payload.body).toBe('This is a test. Nothing happened to any wallet.')
    const log = await scene.ask('GET', `/v1/subscriptions/${id}/deliveries`)
    expect(log.data).toHaveLength(5)
    expect(JSON.stringify(log)).not.toContain(service.keys.auth)
  })

  it.each([404, 410])(
    'whose push service answers %i is dropped, and its clearance is in the inbox',
    async (status) => {
      const scene = await openScene()
      const { service, id } = await addPush(scene)
      await scene.tell(buildAccusedNotice(), 'case-1')
      await expect.poll(() => service.pushed.length).toBe(1)
      await scene.context.pool.query(`delete from alert_delivery where channel = 'inbox'`)
      service.status = status
      await scene.tell(CLEARED_NOTICE, 'case-1')
      const list = async () => (await scene.ask('GET', '/v1/subscriptions')).data
      await expect.poll(list).toEqual([])
      const inbox = async () =>
        (await scene.ask('GET', '/v1/inbox')).data.map(({ type }: { type: string }) => type)
      await expect.poll(inbox).toEqual(['wallet.cleared'])
      expect(await scene.ask('POST', `/v1/subscriptions/${id}/test`)).toMatchObject({ status: 404 })
    },
  )

  it('is bound to one key of this server, which shows its public half alone', async () => {
    const { ask, context } = await openScene()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('GET', '/v1/push-key')))
    expect(new Set(answers.map(({ data }) => data.publicKey)).size).toBe(1)
    const { rows } = await context.pool.query('select private_key from alert_push_key')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(answers)).not.toContain(rows[0].private_key)
  })
})
