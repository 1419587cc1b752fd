import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  NodeAnswerError,
  NodeBehindError,
  NodeBusyError,
  NodeNotFoundError,
  NodeRefusedError,
  NodeUnreachableError,
} from '../errors.ts'
import type { LoopbackNode } from '../testing/loopback-node.ts'
import { startLoopbackNode } from '../testing/loopback-node.ts'
import type { RecordedPace } from '../testing/recorded-pace.ts'
import { recordedPace } from '../testing/recorded-pace.ts'
import type { NodeClient, NodeClientOptions } from './node-client.ts'
import { createNodeClient } from './node-client.ts'

let node: LoopbackNode
let pace: RecordedPace

beforeEach(async () => {
  node = await startLoopbackNode()
  pace = recordedPace()
})

afterEach(async () => {
  await node.stop()
})

function client(options: Partial<NodeClientOptions> = {}): NodeClient {
  return createNodeClient({ accessNodeUrl: node.url, otherCallsPerSecond: 1000, ...options }, pace)
}

const BLOCK = { kind: 'other', path: '/blocks?height=7' } as const

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
}

describe('createNodeClient', () => {
  test('reads JSON below /v1 and posts JSON', async () => {
    node.answers.push({ json: { a: 1 } })
    expect(await client().call(BLOCK)).toEqual({ a: 1 })
    await client().call({ kind: 'send', path: '/transactions', body: { b: 2 } })
    expect(node.requests).toMatchObject([
      { method: 'GET', path: '/v1/blocks?height=7', body: '' },
      { method: 'POST', path: '/v1/transactions', body: '{"b":2}' },
    ])
  })

  test.each([408, 429, 500, 502, 503, 504])('tries again after %d', async (status) => {
    node.answers.push({ status }, { status }, { json: 'well' })
    expect(await client().call(BLOCK)).toBe('well')
    expect(node.requests).toHaveLength(3)
    expect(pace.waits).toEqual([100, 200])
  })

  test('waits at least as long as the node asks', async () => {
    node.answers.push({ status: 429, headers: { 'retry-after': '3' } }, { json: 'well' })
    expect(await client().call(BLOCK)).toBe('well')
    expect(pace.waits).toEqual([3100])
  })

  test('understands a Retry-After that is a date', async () => {
    const soon = new Date(Date.now() + 5000).toUTCString()
    node.answers.push({ status: 503, headers: { 'retry-after': soon } }, { json: 'well' })
    expect(await client().call(BLOCK)).toBe('well')
    expect(pace.waits[0]).toBeGreaterThan(3000)
    expect(pace.waits[0]).toBeLessThan(5200)
  })

  test('hands a wish to wait for long to the caller at once', async () => {
    node.answers.push({ status: 429, headers: { 'retry-after': '120' } })
    const error = await failureOf(client().call(BLOCK))
    expect(error).toBeInstanceOf(NodeBusyError)
    expect(error).toMatchObject({ status: 429, retryAfterMs: 120_000 })
    expect(pace.waits).toEqual([])
  })

  test('gives up after five attempts with longer and longer waits between', async () => {
    node.answers.push({ status: 503, json: { code: 503, message: 'no leader' } })
    const error = await failureOf(client().call(BLOCK))
    expect(error).toBeInstanceOf(NodeBusyError)
    expect((error as Error).message).toBe(
      `The Flow access node at ${node.url} answered GET /v1/blocks?height=7 with 503: no leader`,
    )
    expect(pace.waits).toEqual([100, 200, 400, 800])
  })

  test('does not repeat what is refused, and keeps the sentence that Cadence says', async () => {
    const message = 'Invalid Flow argument: [Error Code: 1101] …\nerror: panic: no way\n --> 1:25'
    node.answers.push({ status: 400, json: { code: 400, message } })
    const error = await failureOf(client().call({ kind: 'scripts', path: '/scripts', body: {} }))
    expect(error).toBeInstanceOf(NodeRefusedError)
    expect((error as Error).message).toBe(
      `The Flow access node at ${node.url} answered POST /v1/scripts with 400: panic: no way`,
    )
    expect(error).toMatchObject({ status: 400, text: message })
    expect(node.requests).toHaveLength(1)
  })

  test('does not repeat a question for what is not there', async () => {
    node.answers.push({ status: 404, json: { code: 404, message: 'no such block' } })
    expect(await failureOf(client().call(BLOCK))).toBeInstanceOf(NodeNotFoundError)
    expect(node.requests).toHaveLength(1)
  })

  test.each([
    'Out of range: start height 9 is greater than the last sealed block height 8',
    'Precondition failed: data for block is not available: index not initialized',
  ])('a node that is behind gets time, as another may answer: %s', async (message) => {
    node.answers.push({ status: 400, json: { code: 400, message } })
    const error = await failureOf(client().call(BLOCK))
    expect(error).toBeInstanceOf(NodeBehindError)
    expect((error as Error).message).toContain(message)
    expect(node.requests).toHaveLength(5)
  })

  test('a page in place of JSON is tried again, then named', async () => {
    node.answers.push({ text: '<html>\n<body>Gateway</body>' })
    const error = await failureOf(client().call(BLOCK))
    expect(error).toBeInstanceOf(NodeAnswerError)
    expect((error as Error).message).toContain("'<html> <body>Gateway</body>', which is not JSON")
    expect(node.requests).toHaveLength(5)
  })

  test('a connection that breaks is tried again', async () => {
    node.answers.push('hang up', { json: 'well' })
    expect(await client().call(BLOCK)).toBe('well')
  })

  test('a node that does not answer in time is unreachable', async () => {
    node.answers.push('hang')
    const error = await failureOf(client({ timeoutMs: 20 }).call(BLOCK))
    expect(error).toBeInstanceOf(NodeUnreachableError)
    expect((error as Error).message).toBe(
      `The Flow access node at ${node.url} did not answer within 0.02 s.`,
    )
  })

  test('a node that is dead is unreachable, and the sentence holds no secret', async () => {
    const { port } = new URL(node.url)
    await node.stop()
    const accessNodeUrl = `http://user:secret@127.0.0.1:${port}/key-1234`
    const error = await failureOf(client({ accessNodeUrl }).call(BLOCK))
    expect(error).toBeInstanceOf(NodeUnreachableError)
    expect((error as Error).message).toBe(
      `Cannot reach the Flow access node at http://127.0.0.1:${port} (ECONNREFUSED). Check that it runs and that its address is right.`,
    )
  })

  test('an aborted signal ends a call under way with its reason', async () => {
    node.answers.push('hang')
    const controller = new AbortController()
    const call = failureOf(client({ signal: controller.signal }).call(BLOCK))
    await expect.poll(() => node.requests.length).toBe(1)
    const reason = new Error('shutting down')
    controller.abort(reason)
    expect(await call).toBe(reason)
  })

  test('an aborted signal sends nothing', async () => {
    const reason = new Error('shutting down')
    const call = client({ signal: AbortSignal.abort(reason) }).call(BLOCK)
    expect(await failureOf(call)).toBe(reason)
    expect(node.requests).toHaveLength(0)
  })

  test('kinds of calls have their own limits', async () => {
    node.answers.push({ json: {} })
    const limited = client({ scriptCallsPerSecond: 5, eventCallsPerSecond: 1000 })
    const script = { kind: 'scripts', path: '/scripts', body: {} } as const
    for (let i = 0; i < 3; i++) await limited.call(script)
    for (let i = 0; i < 3; i++) await limited.call({ kind: 'events', path: '/events' })
    expect(pace.waits).toEqual([250, 250])
  })
})

describe('an emulator that answers 500 to a transaction', () => {
  const post = { kind: 'send', path: '/transactions', body: {} } as const

  test('is busy while it executes a block', async () => {
    const message = 'Invalid Flow request: pending block with ID ab is currently being executed'
    node.answers.push({ status: 500, json: { code: 500, message } }, { json: 'well' })
    expect(await client().call(post)).toBe('well')
  })

  test('refuses what is invalid for good', async () => {
    const message = 'Invalid Flow request: transaction is expired: ref_height=1 final_height=700'
    node.answers.push({ status: 500, json: { code: 500, message } })
    expect(await failureOf(client().call(post))).toBeInstanceOf(NodeRefusedError)
    expect(node.requests).toHaveLength(1)
  })
})
