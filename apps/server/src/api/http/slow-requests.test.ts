import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { buildArrivalOptions } from './create-app.ts'
import { DEFAULT_LIMITS } from './limits.ts'

const BODY_HEAD =
  'POST /v1/agent/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n'
const GET = 'GET /v1/catalogue HTTP/1.1\r\nHost: a\r\n\r\n'

let api: TestApi
let port: number

beforeEach(async () => {
  api = await openTestApi({ limits: { arrivalMs: 300 } })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as { port: number }).port
})

afterEach(() => api.finish())

/**
 * Sends a text, then `drip` again and again, and `next` once there is an answer, until the server has closed the socket;
 * this side stays open.
 */
async function sendSlowly(text: string, { drip = '', next = '' } = {}): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  const chunks: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  socket.once('data', () => socket.writable && socket.write(next))
  // A drip into a closed socket fails.
  socket.on('error', () => {})
  const isOver = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  const dripping = setInterval(() => drip !== '' && socket.writable && socket.write(drip), 10)
  socket.write(text)
  await isOver
  await vi.waitUntil(async () => (await countConnections()) === 0, { timeout: 120_000 })
  clearInterval(dripping)
  socket.destroy()
  return chunks.join('')
}

const countConnections = () => promisify(api.app.server.getConnections.bind(api.app.server))()

const splitAnswer = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: head.split('\r\n')[0], head, body: JSON.parse(body) }
}

describe('a request that does not arrive in time', () => {
  it.each([
    ['without a byte', '', ''],
    ['with half a head', 'GET /v1/catalogue HTTP/1.1\r\nHo', ''],
    ['with a head that drips', 'GET /v1/catalogue HTTP/1.1\r\nX-Slow: ', 'a'],
    ['with half a body', `${BODY_HEAD}{"address":`, ''],
    ['with a body that drips', `${BODY_HEAD}{`, ' '],
    [
      'with chunks that drip',
      BODY_HEAD.replace('Content-Length: 500', 'Transfer-Encoding: chunked'),
      '1\r\n \r\n',
    ],
  ])('%s is answered with 408, and its socket is closed', async (_, text, drip) => {
    const { status, head, body } = splitAnswer(await sendSlowly(text, { drip }))
    expect(status).toBe('HTTP/1.1 408 Request Timeout')
    expect(head).toContain('Connection: close')
    expect(body).toEqual({
      code: 'request_timeout',
      message: 'The request did not arrive in time. Send it again.',
    })
  })

  it('behind another one is answered after the answer to that', async () => {
    const answer = await sendSlowly(GET, { next: 'GET /v1/cata' })
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
  })
})

it('behind one that is not answered yet it only closes the socket: its answer would be taken for that one', async () => {
  const client = await api.context.pool.connect()
  await client.query('begin; lock table agent_action')
  const waiting = GET.replace('/v1/catalogue', '/v1/actions')
  expect(await sendSlowly(`${waiting}GET /v1/cata`)).toBe('')
  await client.query('rollback')
  client.release()
})

it('leaves 15 seconds for a request, for the last check of its age and for closing its socket', () => {
  const { http } = buildArrivalOptions(DEFAULT_LIMITS.arrivalMs)
  const { requestTimeout, headersTimeout, connectionsCheckingInterval } = http
  const lingerMs = 500
  expect(requestTimeout + connectionsCheckingInterval + lingerMs).toBeLessThanOrEqual(15_000)
  expect(headersTimeout).toBe(requestTimeout)
  expect(requestTimeout).toBeGreaterThan(12_000)
})
