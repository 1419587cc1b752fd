import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TEST_CERTIFICATE } from '../testing/test-certificate.ts'
import { type PostRequest, type PostRules, postToTarget } from './post-to-target.ts'

const PUBLIC = '8.8.8.8'

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Starts a server on loopback that counts its requests. */
async function startTarget(
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(204).end(),
) {
  const target = { port: 0, requests: [] as IncomingMessage[] }
  const server = createServer((request, response) => {
    target.requests.push(request)
    respond(request, response)
  })
  onTestFinished(() => server.closeAllConnections())
  target.port = await listen(server)
  return target
}

/** Longer than anything takes on a busy machine: it only ends what hangs. */
const GENEROUS_MS = 60_000

const post = (
  url: string,
  { signal = new AbortController().signal, ...rules }: Partial<PostRules & PostRequest> = {},
) =>
  postToTarget(
    { url, body: '{}', headers: {}, signal },
    { allowsLoopback: true, timeoutMs: GENEROUS_MS, ...rules },
  )

/** Resolves each name to the next of these lists, and counts. */
function createResolver(...answers: string[][]) {
  const asked: string[] = []
  const resolve = async (host: string) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(host)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, resolve }
}

describe('a host name', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['the address of metadata', ['169.254.169.254']],
    ['an address of this machine', ['127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a public and a private address', [PUBLIC, '192.168.0.1']],
    ['a private and a public address', ['192.168.0.1', PUBLIC]],
    ['a NAT64 address', ['64:ff9b::7f00:1']],
    ['this network', ['0.0.0.0']],
  ])('with %s is not called', async (_, addresses) => {
    const { resolve } = createResolver(addresses)
    const outcome = await post('https://hook.test/', { resolve, allowsLoopback: false })
    expect(outcome).toEqual({
      status: null,
      problem: 'its host is not on the public internet',
      wasConnected: false,
    })
  })

  it('is resolved once: a second meaning is never used', async () => {
    const target = await startTarget()
    const { asked, resolve } = createResolver(['127.0.0.1'], ['10.0.0.1'])
    const outcome = await post(`http://x.localhost:${target.port}/`, { resolve })
    expect(outcome.status).toBe(204)
    expect(asked).toEqual(['x.localhost'])
    expect(target.requests[0]?.headers.host).toBe(`x.localhost:${target.port}`)
  })

  it('that was public and is this machine at the second look is called at the first', async () => {
    const target = await startTarget()
    const { asked, resolve } = createResolver([PUBLIC], ['127.0.0.1'])
    const url = `https://hook.test:${target.port}/`
    const rules = { resolve, allowsLoopback: false, timeoutMs: 300 }
    expect((await post(url, rules)).status).toBeNull()
    expect(asked).toEqual(['hook.test'])
    expect(target.requests).toEqual([])
  })

  it('that is not found is a failed attempt', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect((await post('https://hook.test/', { resolve })).problem).toBe('its host was not found')
  })

  it('that takes forever to resolve ends with the attempt', async () => {
    const resolve = () => new Promise<never>(() => {})
    const { problem } = await post('https://hook.test/', { resolve, timeoutMs: 100 })
    expect(problem).toBe('there was no complete answer within 0.1 s')
  })
})

describe('a receiver', () => {
  const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}/`

  it('that redirects to this machine is not followed', async () => {
    const inner = await startTarget()
    const target = await startTarget((_, response) =>
      response.writeHead(302, { location: urlOf(inner) }).end(),
    )
    const outcome = await post(urlOf(target))
    expect(outcome).toMatchObject({
      status: 302,
      problem: 'it answered 302: redirects are not followed',
    })
    expect(inner.requests).toEqual([])
  })

  it('that answers byte by byte is given up', async () => {
    const target = await startTarget((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const { problem } = await post(urlOf(target), { timeoutMs: 300 })
    expect(problem).toBe('there was no complete answer within 0.3 s')
  })

  it('that has the request when the attempt ends was connected', async () => {
    const attempt = new AbortController()
    const target = await startTarget(() => attempt.abort())
    const outcome = await post(urlOf(target), { signal: attempt.signal })
    expect(outcome).toMatchObject({ status: null, wasConnected: true })
  })

  it('that never answers is given up', async () => {
    const target = await startTarget(() => {})
    expect((await post(urlOf(target), { timeoutMs: 200 })).problem).toContain('0.2 s')
  })

  it('that answers without end is cut off at 64 kB', async () => {
    let sent = 0
    const target = await startTarget((_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed) {
          sent += 16_384
          if (!response.write('x'.repeat(16_384))) break
        }
      }
      response.on('drain', more)
      more()
    })
    expect((await post(urlOf(target))).problem).toBe('its answer is longer than 64 kB')
    expect(sent).toBeLessThan(32 * 1024 * 1024)
  })

  it('may answer 64 kB', async () => {
    const target = await startTarget((_, response) => response.end('x'.repeat(64 * 1024)))
    expect(await post(urlOf(target))).toMatchObject({ status: 200, problem: null })
  })

  it('with huge headers is cut off', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`)
    })
    const problem = 'its headers are longer than 16 kB'
    expect((await post(urlOf({ port: await listen(server) }))).problem).toBe(problem)
  })

  it('that switches to another protocol is left', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
    })
    expect((await post(urlOf({ port: await listen(server) }))).problem).toContain('protocol')
  })

  it('that speaks no HTTP is a failed attempt', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.end('SSH-2.0-OpenSSH\r\n')
    })
    expect((await post(urlOf({ port: await listen(server) }))).problem).toMatch(/connection/)
  })

  it('that is not there was not reached', async () => {
    const outcome = await post('http://127.0.0.1:9/')
    expect(outcome).toEqual({
      status: null,
      problem: 'the connection was refused',
      wasConnected: false,
    })
  })
})

describe('over TLS', () => {
  async function startTls(): Promise<number> {
    const server = createTlsServer(TEST_CERTIFICATE, (_, response) => response.end('ok'))
    onTestFinished(() => server.closeAllConnections())
    return await listen(server)
  }
  const { resolve } = createResolver(['127.0.0.1'])

  it('a receiver is called by its name, at the address that was checked', async () => {
    const url = `https://hook.test:${await startTls()}/`
    const outcome = await post(url, { resolve, ca: TEST_CERTIFICATE.cert })
    expect(outcome).toEqual({ status: 200, problem: null, wasConnected: true })
  })

  it('a certificate of nobody, or of another name, is refused', async () => {
    const port = await startTls()
    const unknown = await post(`https://hook.test:${port}/`, { resolve })
    expect(unknown.problem).toMatch(/^its certificate is not valid/)
    const ca = TEST_CERTIFICATE.cert
    const other = await post(`https://other.test:${port}/`, { resolve, ca })
    expect(other.problem).toMatch(/^its certificate is not valid/)
    expect(other.wasConnected).toBe(false)
  })
})
