import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  NodeBehindError,
  NodeBusyError,
  NodeInvalidResponseError,
  NodeNotFoundError,
  NodeRefusedError,
  NodeUnreachableError,
} from '../errors.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { type LoopbackServer, startLoopbackServer } from '../testing/loopback-server.ts'
import {
  createNodeClient,
  createTokenBucket,
  type NodeClient,
  type NodeClientOptions,
  parseNodeAddress,
} from './node-client.ts'

let node: LoopbackServer
let clock: FakeClock

beforeEach(async () => {
  node = await startLoopbackServer()
  clock = createFakeClock()
})

afterEach(async () => {
  await node.stop()
})

function createTestClient(options: Partial<NodeClientOptions> = {}): NodeClient {
  return createNodeClient({ accessNodeUrl: node.url, otherCallsPerSecond: 1000, ...options }, clock)
}

const BLOCK = { kind: 'other', path: '/blocks?height=7' } as const

async function catchError(call: Promise<unknown>): Promise<Error> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  )
  return error instanceof Error ? error : new Error(String(error))
}

describe('createNodeClient', () => {
  test('reads JSON below /v1 and posts JSON', async () => {
    node.responses.push({ json: { a: 1 } })
    expect(await createTestClient().call(BLOCK)).toEqual({ a: 1 })
    await createTestClient().call({ kind: 'send', path: '/transactions', body: { b: 2 } })
    expect(node.requests).toMatchObject([
      { method: 'GET', path: '/v1/blocks?height=7', body: '' },
      { method: 'POST', path: '/v1/transactions', body: '{"b":2}' },
    ])
  })

  test.each([408, 429, 500, 502, 503, 504])('retries after %d', async (status) => {
    node.responses.push({ status }, { status }, { json: 'well' })
    expect(await createTestClient().call(BLOCK)).toBe('well')
    expect(node.requests).toHaveLength(3)
    expect(clock.sleepsMs).toEqual([100, 200])
  })

  test('waits at least as long as the node requests', async () => {
    node.responses.push({ status: 429, headers: { 'retry-after': '3' } }, { json: 'well' })
    expect(await createTestClient().call(BLOCK)).toBe('well')
    expect(clock.sleepsMs).toEqual([3100])
  })

  test('accepts a Retry-After that is a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12, 0, 0, 250) })
    onTestFinished(() => void vi.useRealTimers())
    const soon = 'Thu, 01 Jan 2026 12:00:05 GMT'
    node.responses.push({ status: 503, headers: { 'retry-after': soon } }, { json: 'well' })
    expect(await createTestClient().call(BLOCK)).toBe('well')
    expect(clock.sleepsMs).toEqual([4850])
  })

  test('leaves a long requested wait to the caller', async () => {
    node.responses.push({ status: 429, headers: { 'retry-after': '120' } })
    const error = await catchError(createTestClient().call(BLOCK))
    expect(error).toBeInstanceOf(NodeBusyError)
    expect(error).toMatchObject({ status: 429, retryAfterMs: 120_000 })
    expect(clock.sleepsMs).toEqual([])
  })

  test('fails after five attempts with increasing waits between them', async () => {
    node.responses.push({ status: 503, json: { code: 503, message: 'no leader' } })
    const error = await catchError(createTestClient().call(BLOCK))
    expect(error).toBeInstanceOf(NodeBusyError)
    expect(error.message).toBe(
      `The Flow access node at ${node.url} answered GET /v1/blocks?height=7 with 503: no leader`,
    )
    expect(clock.sleepsMs).toEqual([100, 200, 400, 800])
  })

  test("does not retry a rejected request, and reports Cadence's message", async () => {
    const message = 'Invalid Flow argument: [Error Code: 1101] …\nerror: panic: no way\n --> 1:25'
    node.responses.push({ status: 400, json: { code: 400, message } })
    const error = await catchError(
      createTestClient().call({ kind: 'scripts', path: '/scripts', body: {} }),
    )
    expect(error).toBeInstanceOf(NodeRefusedError)
    expect(error.message).toBe(
      `The Flow access node at ${node.url} answered POST /v1/scripts with 400: panic: no way`,
    )
    expect(error).toMatchObject({ status: 400, text: message })
    expect(node.requests).toHaveLength(1)
  })

  test('retries when half of a refusal arrives, because it does not say what is refused', async () => {
    const text = JSON.stringify({ code: 400, message: 'cannot find contract in this import' })
    node.responses.push({ status: 400, text: text.slice(0, 30) }, { status: 400, text })
    const script = { kind: 'scripts', path: '/scripts', body: {} } as const
    const error = await catchError(createTestClient().call(script))
    expect(error).toMatchObject({ name: 'NodeRefusedError', status: 400 })
    expect(error.message).toContain('cannot find contract')
    expect(node.requests).toHaveLength(2)
  })

  test('does not retry when the object does not exist', async () => {
    node.responses.push({ status: 404, json: { code: 404, message: 'no such block' } })
    expect(await catchError(createTestClient().call(BLOCK))).toBeInstanceOf(NodeNotFoundError)
    expect(node.requests).toHaveLength(1)
  })

  test.each([
    'Out of range: start height 9 is greater than the last sealed block height 8',
    'Precondition failed: data for block is not available: index not initialized',
  ])('retries when a node is behind, since another may answer: %s', async (message) => {
    node.responses.push({ status: 400, json: { code: 400, message } })
    const error = await catchError(createTestClient().call(BLOCK))
    expect(error).toBeInstanceOf(NodeBehindError)
    expect(error.message).toContain(message)
    expect(node.requests).toHaveLength(5)
  })

  test('a page instead of JSON is retried, then reported', async () => {
    node.responses.push({ text: '<html>\n<body>Gateway</body>' })
    const error = await catchError(createTestClient().call(BLOCK))
    expect(error).toBeInstanceOf(NodeInvalidResponseError)
    expect(error.message).toContain("'<html> <body>Gateway</body>', which is not JSON")
    expect(node.requests).toHaveLength(5)
  })

  test('a lost connection is retried', async () => {
    node.responses.push('hang up', { json: 'well' })
    expect(await createTestClient().call(BLOCK)).toBe('well')
  })

  test('a node that does not respond in time is unreachable', async () => {
    node.responses.push('hang')
    const error = await catchError(createTestClient({ timeoutMs: 20 }).call(BLOCK))
    expect(error).toBeInstanceOf(NodeUnreachableError)
    expect(error.message).toBe(`The Flow access node at ${node.url} did not answer within 0.02 s.`)
  })

  test('a stopped node is unreachable, and the message contains no secret', async () => {
    const { port } = new URL(node.url)
    await node.stop()
    const accessNodeUrl = `http://user:secret@127.0.0.1:${port}/key-1234`
    const error = await catchError(createTestClient({ accessNodeUrl }).call(BLOCK))
    expect(error).toBeInstanceOf(NodeUnreachableError)
    expect(error.message).toBe(
      `Cannot reach the Flow access node at http://127.0.0.1:${port} (ECONNREFUSED). Check that it is running and that its address is correct.`,
    )
  })

  test('an aborted signal ends a running call with its reason', async () => {
    node.responses.push('hang')
    const controller = new AbortController()
    const call = catchError(createTestClient({ signal: controller.signal }).call(BLOCK))
    await expect.poll(() => node.requests.length).toBe(1)
    const reason = new Error('shutting down')
    controller.abort(reason)
    expect(await call).toBe(reason)
  })

  test('kinds of calls have their own limits', async () => {
    node.responses.push({ json: {} })
    const limited = createTestClient({ scriptCallsPerSecond: 5, eventCallsPerSecond: 1000 })
    const script = { kind: 'scripts', path: '/scripts', body: {} } as const
    for (let i = 0; i < 3; i++) await limited.call(script)
    for (let i = 0; i < 3; i++) await limited.call({ kind: 'events', path: '/events' })
    expect(clock.sleepsMs).toEqual([250, 250])
  })
})

describe('an emulator that answers 500 to a transaction', () => {
  const post = { kind: 'send', path: '/transactions', body: {} } as const

  test('is busy while it executes a block', async () => {
    const message = 'Invalid Flow request: pending block with ID ab is currently being executed'
    node.responses.push({ status: 500, json: { code: 500, message } }, { json: 'well' })
    expect(await createTestClient().call(post)).toBe('well')
  })

  test('rejects an invalid transaction without retry', async () => {
    const message = 'Invalid Flow request: transaction is expired: ref_height=1 final_height=700'
    node.responses.push({ status: 500, json: { code: 500, message } })
    expect(await catchError(createTestClient().call(post))).toBeInstanceOf(NodeRefusedError)
    expect(node.requests).toHaveLength(1)
  })
})

/** Times at which calls are sent that arrive `gaps` milliseconds after one another. */
async function simulateDepartures(perSecond: number, gaps: readonly number[]): Promise<number[]> {
  let nowMs = 0
  let waitMs = 0
  const bucket = createTokenBucket(perSecond, {
    nowMs: () => nowMs,
    sleep: (ms) => {
      waitMs = ms
      return Promise.resolve()
    },
    random: () => 0,
  })
  const times: number[] = []
  for (const gap of gaps) {
    nowMs += gap
    waitMs = 0
    await bucket.take(undefined)
    times.push(nowMs + waitMs)
  }
  return times
}

describe('createTokenBucket', () => {
  test('never sends more calls in any second than the limit', async () => {
    const limits = fc.integer({ min: 2, max: 100 })
    const arrivals = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(limits, arrivals, async (perSecond, gaps) => {
        const times = await simulateDepartures(perSecond, gaps)
        for (const start of times) {
          const inSecond = times.filter((time) => time >= start && time < start + 999.999)
          expect(inSecond.length).toBeLessThanOrEqual(perSecond)
        }
      }),
      { numRuns: 50 },
    )
  })

  test.each([0, -1, Number.NaN])('rejects a rate of %d', (perSecond) => {
    const clock = { nowMs: () => 0, sleep: () => Promise.resolve(), random: () => 0 }
    expect(() => createTokenBucket(perSecond, clock)).toThrow(RangeError)
  })
})

describe('parseNodeAddress', () => {
  test.each([
    ['https://rest-testnet.onflow.org', '/v1'],
    ['https://rest-testnet.onflow.org/', '/v1'],
    ['http://127.0.0.1:8888/v1', '/v1'],
    ['https://node.example/key-1234/v1/', '/key-1234/v1'],
  ])('of %s the path is %s', (url, path) => {
    expect(parseNodeAddress(url).basePath).toBe(path)
  })

  test('credentials become a header and do not appear in any other part', () => {
    const address = parseNodeAddress('https://user:p%40ss@node.example/secret-path')
    expect(address.authorization).toBe(`Basic ${btoa('user:p@ss')}`)
    expect(address.origin).toBe('https://node.example')
    expect(address.basePath).toBe('/secret-path/v1')
  })

  test.each(['', 'node.example', 'ftp://node.example', 'user:secret@node'])('rejects %s', (url) => {
    expect(() => parseNodeAddress(url)).toThrow(
      'the access node needs a URL such as https://rest-testnet.onflow.org',
    )
  })
})
