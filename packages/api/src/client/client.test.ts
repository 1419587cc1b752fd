import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { getExample } from '../openapi/get-example.ts'
import { flagWallet } from '../routes/actions.ts'
import { getAgentHistory } from '../routes/agent.ts'
import { castVote } from '../routes/governance.ts'
import { getNetwork } from '../routes/reference.ts'
import { getScore, getScoreHistory } from '../routes/score.ts'
import { endSession } from '../routes/session.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { ApiError, buildUrl, type ClientOptions, createClient } from './client.ts'

describe('buildUrl', () => {
  it('percent-encodes characters that would change the path', () => {
    expect(buildUrl(getScore, { params: { address: '../a b?' } })).toBe('/v1/score/..%2Fa%20b%3F')
  })

  it('appends the query and leaves out undefined values', () => {
    const input = { params: { address: '0x1' }, query: { limit: 5, cursor: undefined } }
    expect(buildUrl(getScoreHistory, input)).toBe('/v1/score/0x1/history?limit=5')
  })
})

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function startServerWithClient(
  listener: RequestListener,
  options: Partial<ClientOptions> = {},
) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, ...options })
}

const respondWith =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const SCORE_EXAMPLE = getExample(getScore)
const params = { address: SCORE_EXAMPLE.address }

describe('a call', () => {
  it('returns data in the type of the route', async () => {
    const { call } = await startServerWithClient(respondWith(200, { data: SCORE_EXAMPLE }))
    const score = await call(getScore, { params })
    expectTypeOf(score).toEqualTypeOf<ScoreResult>()
    expectTypeOf(score.metadata.riskLevel).toEqualTypeOf<
      'TRUSTED' | 'NORMAL' | 'SUSPICIOUS' | 'HIGH_RISK'
    >()
    expect(score).toEqual(SCORE_EXAMPLE)
  })

  it('returns data and meta from callWithMeta', async () => {
    const meta = { latestBlock: { height: 7, timeMs: 1 } }
    const { callWithMeta } = await startServerWithClient(respondWith(200, { data: [], meta }))
    expect(await callWithMeta(getScoreHistory, { params })).toEqual({ data: [], meta })
  })

  it('leaves out a row that cannot be read, and reports it', async () => {
    const [good] = getExample(getAgentHistory)
    const bad = { ...good, timestamp: 'yesterday' }
    const rows: unknown[] = []
    const { call } = await startServerWithClient(respondWith(200, { data: [bad, good, null] }), {
      onUnreadableRow: ({ url }, row) => rows.push([url, row]),
    })
    expect(await call(getAgentHistory)).toEqual([good])
    expect(rows).toEqual([
      ['/v1/agent/history', bad],
      ['/v1/agent/history', null],
    ])
  })

  it.each([{}, { data: null }, { data: { success: true } }, { data: { txId: 'ab' } }])(
    'of a write that sends a transaction, reads %j as done',
    async (answer) => {
      const { call } = await startServerWithClient(respondWith(200, answer))
      const { txId } = await call(castVote, { params: { id: '7' }, body: { support: true } })
      expect(txId).toBe('txId' in (answer.data ?? {}) ? 'ab' : undefined)
    },
  )

  it('returns isAccepted from callWithMeta for status 202', async () => {
    const { callWithMeta } = await startServerWithClient(respondWith(202, { data: SCORE_EXAMPLE }))
    expect(await callWithMeta(getScore, { params })).toEqual({
      data: SCORE_EXAMPLE,
      isAccepted: true,
    })
  })

  it('sends method, path, query, body and the JSON content type', async () => {
    const seen: unknown[] = []
    const { call } = await startServerWithClient((request, response) => {
      const { method, url, headers } = request
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        seen.push([method, url, headers['content-type'], body])
        respondWith(503, { code: 'starting', message: 'Not yet.' })(request, response)
      })
    })
    await Promise.allSettled([call(getScoreHistory, { params, query: { limit: 3 } })])
    const flag = { targetAddress: params.address, reason: 'long enough' }
    await Promise.allSettled([call(flagWallet, { body: flag })])
    await Promise.allSettled([call(getNetwork)])
    expect(seen).toEqual([
      ['GET', `/v1/score/${params.address}/history?limit=3`, 'application/json', ''],
      [
        'POST',
        '/v1/actions/flag-wallet',
        'application/json',
        `{"targetAddress":"${params.address}","reason":"long enough"}`,
      ],
      ['GET', '/v1/network', 'application/json', ''],
    ])
  })

  it('sends cookies only with calls of the session', async () => {
    const requests: (RequestInit | undefined)[] = []
    const fetch: typeof globalThis.fetch = async (_, request) => {
      requests.push(request)
      return Response.json({ data: {} })
    }
    const { call } = createClient({ baseUrl: 'http://127.0.0.1:1', fetch })
    const body = { targetAddress: params.address, reason: 'long enough' }
    const calls = [call(endSession), call(getNetwork)]
    await Promise.allSettled([...calls, call(flagWallet, { body })])
    expect(requests.map((request) => request?.credentials)).toEqual([
      'include',
      undefined,
      'include',
    ])
  })

  it('requires the inputs of the route in its type', () => {
    const { call } = createClient({ baseUrl: 'http://127.0.0.1:1' })
    // @ts-expect-error the address is missing
    const missing = () => call(getScore)
    // @ts-expect-error limit is a number
    const wrong = () => call(getScoreHistory, { params, query: { limit: 'many' } })
    expect([missing, wrong]).toHaveLength(2)
  })
})

const catchApiError = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError)
      const { status, code, message, details } = error as ApiError
      return { status, code, message, details }
    },
  )

describe('a call that fails', () => {
  it("throws the server's status, code, message and details", async () => {
    const body = { code: 'rate_limited', message: 'Too many.', details: { seconds: 5 } }
    const { call } = await startServerWithClient(respondWith(429, body))
    expect(await catchApiError(call(getNetwork))).toEqual({ status: 429, ...body })
  })

  it.each([
    ['an answer that is not JSON', 502, '<html>Bad gateway</html>'],
    ['JSON without data', 200, { hello: 1 }],
    ['null', 200, 'null'],
    ['data of another shape', 200, { data: { ...getExample(getNetwork), network: 'other' } }],
    ['a failure without a message', 500, { code: 'x' }],
  ])('reports that %s cannot be read', async (_, status, body) => {
    const { call } = await startServerWithClient(respondWith(status, body))
    expect(await catchApiError(call(getNetwork))).toMatchObject({
      status,
      code: 'unreadable_answer',
    })
  })

  it('reports that a list cannot be read of which no row can', async () => {
    const { call } = await startServerWithClient(respondWith(200, { data: [{}, null] }))
    expect(await catchApiError(call(getAgentHistory))).toMatchObject({ code: 'unreadable_answer' })
  })

  it('reports that the server cannot be reached', async () => {
    const { call } = createClient({ baseUrl: 'http://127.0.0.1:1' })
    const failure = await catchApiError(call(getNetwork))
    expect(failure).toMatchObject({ status: 0, code: 'server_unreachable' })
  })

  it('fails when there is no response in time', async () => {
    const { call } = await startServerWithClient(() => {}, { timeoutMs: 40 })
    expect(await catchApiError(call(getNetwork))).toMatchObject({ status: 0, code: 'timeout' })
  })

  it('ends when the caller cancels it', async () => {
    const { call } = await startServerWithClient(() => {})
    const failure = catchApiError(call(getNetwork, {}, AbortSignal.timeout(20)))
    expect(await failure).toMatchObject({ status: 0, code: 'cancelled' })
  })
})
