import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERT_DATA, type AlertType } from '@app/api/schemas/alert-data.ts'
import { Compile } from 'typebox/compile'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../testing/processes/find-free-port.ts'
import { POST_TIMEOUT_MS } from '../guard/post-to-target.ts'
import { requestChallenge } from '../subscriptions/write-deliveries.ts'
import { REQUEST_LIMITS } from '../subscriptions/write-request-count.ts'
import { MAX_REPLACED_SECRETS } from '../subscriptions/write-subscription.ts'
import { addUnconfirmedWebhook, toWebhook } from '../testing/add-webhook.ts'
import { buildExampleMessages } from '../testing/example-messages.ts'
import { buildAccusedNotice, insertAgentNotice } from '../testing/insert-agent-notice.ts'
import { MALLORY, OTHER_OWNER, openScene } from '../testing/open-scene.ts'

const DOCS = join(import.meta.dirname, '../../../../../docs/use')
const DOCUMENT = readFileSync(join(DOCS, 'alerts.md'), 'utf8')
const SHOWN: Record<string, object> = JSON.parse(
  readFileSync(join(DOCS, 'alert-messages.json'), 'utf8'),
)

const EXAMPLES = Object.entries(buildExampleMessages())

describe('docs/use/alerts.md', () => {
  it('describes each type of the schemas, and shows one message of each', () => {
    const described = [...DOCUMENT.matchAll(/^\| `(\w+\.\w+|digest)` \|/gm)].map(([, type]) => type)
    expect(described.sort()).toEqual(Object.keys(ALERT_DATA).sort())
    expect(Object.keys(SHOWN).sort()).toEqual(Object.keys(ALERT_DATA).sort())
  })

  it.each(EXAMPLES)('shows %s exactly as the code builds it', (type, message) => {
    expect(SHOWN[type]).toEqual(message)
    expect(Object.keys(SHOWN[type] ?? {})).toEqual(['type', 'timestamp', 'data'])
  })

  it.each(EXAMPLES)('the message %s has the shape of the API’s schema', (type, { data }) => {
    expect(Compile(ALERT_DATA[type as AlertType]).Errors(data)).toEqual([])
  })

  it.each(EXAMPLES)('the sentences of %s name the wallet that they are about', (_, { data }) => {
    const address = 'address' in data ? data.address : ''
    for (const sentence of [
      ...('reason' in data ? [data.reason] : []),
      ...('dispute' in data ? [data.dispute.how.replace(data.links.wallet, '')] : []),
    ]) {
      expect(sentence).toContain(address)
      expect(sentence).not.toContain('this wallet')
    }
  })

  it('shows the answer that confirms the shown challenge', () => {
    const [, body = ''] = /```http\nHTTP\/1\.1 200 OK\n.*\n\n(.*)\n```/.exec(DOCUMENT) ?? []
    expect(SHOWN['webhook.challenge']).toMatchObject({ data: JSON.parse(body) })
  })

  it('states the limits of the code', () => {
    expect(DOCUMENT).toContain(`${POST_TIMEOUT_MS / 1000} seconds`)
    for (const limit of ['64 kB', '15 times', '100 addresses', '5 webhooks', '7 days']) {
      expect(DOCUMENT).toContain(limit)
    }
    const { challenge, test, redelivery } = REQUEST_LIMITS
    for (const limit of [
      `at most ${challenge.url} a minute to one URL (host, port and path) and ${challenge.host} to one host, by all wallets together, and ${challenge.wallet} by one wallet`,
      `at most ${redelivery.url} and ${test.url} a minute to one URL, by all wallets together`,
      `${MAX_REPLACED_SECRETS} times in 24 hours`,
    ]) {
      expect(DOCUMENT).toContain(limit)
    }
  })
})

const [, RECEIVER = ''] = /```js\n([\s\S]*?)```/.exec(DOCUMENT) ?? []

/** Runs the receiver of the document as a process of its own. */
async function startDocumentReceiver(secret: string, port: number) {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', RECEIVER], {
    cwd: import.meta.dirname,
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const post = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => post()).toBe(400)
  return { post, output: () => output, exitCode: () => child.exitCode }
}

describe('the receiver of docs/use/alerts.md', () => {
  it('has ten lines', () => {
    const lines = RECEIVER.trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
    expect(lines.length).toBe(10)
  })

  it('gets real deliveries, and refuses what nobody signed', async () => {
    const scene = await openScene()
    const port = await findFreePort()
    await scene.watch(OTHER_OWNER, MALLORY)
    const url = `http://127.0.0.1:${port}/`
    const webhook = { owner: OTHER_OWNER, url }
    const { id: webhookId, secret } = await addUnconfirmedWebhook(scene.context, webhook)
    const receiver = await startDocumentReceiver(secret, port)
    await requestChallenge(scene.context, { owner: OTHER_OWNER, target: toWebhook(webhookId), url })
    await scene.settle()
    await insertAgentNotice(scene.context, {
      address: MALLORY,
      notice: buildAccusedNotice(),
      caseId: 'case-1',
    })
    await scene.settle()
    const [challenge, delivery] = await scene.deliveries(OTHER_OWNER)
    expect(challenge).toMatchObject({ type: 'webhook.challenge', status: 'delivered' })
    expect(delivery).toMatchObject({ status: 'delivered', response_status: 200 })
    const { data } = JSON.parse(delivery!.body)
    const asked = JSON.stringify(JSON.parse(challenge!.body).data)
    expect(receiver.output().trim().split('\n')).toEqual([
      `${challenge!.message_id} webhook.challenge ${asked}`,
      `${delivery!.message_id} wallet.accused ${JSON.stringify(data)}`,
    ])
    const forged = {
      'webhook-id': delivery!.message_id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    }
    expect(await receiver.post(forged)).toBe(400)
    expect(receiver.exitCode()).toBeNull()
    expect(receiver.output().trim().split('\n')).toHaveLength(2)
  })
})
