import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message that reached the browser: decrypted by its keys, from a server that proved its key. */
interface PushedMessage {
  payload: { title: string; body: string; url: string; tag: string }
  headers: IncomingHttpHeaders
  /** Claims of the token of the server (VAPID). */
  claims: { aud: string; exp: number; sub: string }
}

/** A browser, and its push service on loopback. */
export interface PushService {
  endpoint: string
  keys: { p256dh: string; auth: string }
  pushed: PushedMessage[]
  /** Status of the answers; 201 by default. */
  status: number
}

/** Starts a push service that takes only what `publicKey` of the server signed (RFC 8292). */
export async function startPushService(publicKey: string): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const service: PushService = {
    endpoint: '',
    keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    pushed: [],
    status: 201,
  }
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { headers } = request
      const claims = verifyToken(headers.authorization ?? '', publicKey)
      const origin = new URL(service.endpoint).origin
      if (claims === null || claims.aud !== origin || claims.exp * 1000 < Date.now()) {
        return response.writeHead(403).end()
      }
      if (service.status === 201) {
        const plain = decrypt(Buffer.concat(chunks), { browser, auth })
        service.pushed.push({ payload: JSON.parse(plain), headers, claims })
      }
      return response.writeHead(service.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  service.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/abc`
  return service
}

function verifyToken(authorization: string, publicKey: string): PushedMessage['claims'] | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  if (key !== publicKey) return null
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null
}

type Browser = { browser: ReturnType<typeof createECDH>; auth: Buffer }

interface Derived {
  secret: Buffer
  salt: Buffer
  info: Buffer
  length: number
}

const derive = ({ secret, salt, info, length }: Derived): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291, section 3.4, and the single record of RFC 8188 behind it. */
function decrypt(body: Buffer, { browser, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const keys = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), serverKey])
  const shared = browser.computeSecret(serverKey)
  const secret = derive({ secret: shared, salt: auth, info: keys, length: 32 })
  const expand = (name: string, length: number) =>
    derive({ secret, salt, info: Buffer.from(`Content-Encoding: ${name}\0`), length })
  const key = expand('aes128gcm', 16)
  const nonce = expand('nonce', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}
