import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERT_DATA, type AlertType } from '@app/api/schemas/alert/alert-data.ts'
import { Compile } from 'typebox/compile'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../testing/processes/find-free-port.ts'
import { POST_TIMEOUT_MS } from '../guard/post-to-target.ts'
import { buildExampleMessages } from '../testing/example-messages.ts'
import { buildAccusedNotice, insertNotice } from '../testing/insert-notice.ts'
import { MALLORY, OTHER_OWNER, openScene } from '../testing/open-scene.ts'

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../../docs/alerts.md'), 'utf8')

const EXAMPLES = Object.entries(buildExampleMessages())

describe('docs/alerts.md', () => {
  it('shows one message of each type, in the order of the schemas', () => {
    const headings = [...DOCUMENT.matchAll(/^### `([\w.]+)`/gm)].map(([, type]) => type)
    expect(headings.sort()).toEqual(Object.keys(ALERT_DATA).sort())
  })

  it.each(EXAMPLES)('shows %s exactly as the code builds it', (type, message) => {
    const [, section = ''] = DOCUMENT.split(`### \`${type}\`\n`)
    const [, block = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []
    expect(JSON.parse(block)).toEqual(message)
    expect(Object.keys(JSON.parse(block))).toEqual(['type', 'timestamp', 'data'])
  })

  it.each(EXAMPLES)('the message %s has the shape of the API’s schema', (type, { data }) => {
    expect(Compile(ALERT_DATA[type as AlertType]).Errors(data)).toEqual([])
  })

  it('states the limits of the code', () => {
    expect(DOCUMENT).toContain(`${POST_TIMEOUT_MS / 1000} seconds`)
    for (const limit of ['64 kB', '15 times', '100 addresses', '5 webhooks', '7 days']) {
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

describe('the receiver of docs/alerts.md', () => {
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
    const { secret } = await scene.addWebhook(OTHER_OWNER, `http://127.0.0.1:${port}/`)
    const receiver = await startDocumentReceiver(secret, port)
    await insertNotice(scene.context, {
      address: MALLORY,
      notice: buildAccusedNotice(),
      caseId: 'case-1',
    })
    await scene.settle()
    const [delivery] = await scene.deliveries(OTHER_OWNER)
    expect(delivery).toMatchObject({ status: 'delivered', response_status: 204 })
    const { data } = JSON.parse(delivery!.body)
    expect(receiver.output().trim()).toBe(
      `${delivery!.message_id} wallet.accused ${JSON.stringify(data)}`,
    )
    const forged = {
      'webhook-id': delivery!.message_id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    }
    expect(await receiver.post(forged)).toBe(400)
    expect(receiver.exitCode()).toBeNull()
    expect(receiver.output().trim().split('\n')).toHaveLength(1)
  })
})
