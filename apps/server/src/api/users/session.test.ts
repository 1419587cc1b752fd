import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIndependentWallet } from '../../testing/independent-wallet.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { EVIL, WEB } from '../testing/insert-test-session.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(() => api.finish())

const headers = { origin: WEB }

async function issueNonce(): Promise<string> {
  const response = await api.app.inject({ method: 'POST', url: '/v1/session/nonce', headers })
  return response.json().data.nonce
}

interface Proof {
  nonce: string
  origin?: string
  address?: string
}

function signProof({ nonce, origin = WEB, address = api.governance.address }: Proof) {
  const fields = [
    Buffer.from(origin),
    Buffer.from(address.slice(2), 'hex'),
    Buffer.from(nonce, 'hex'),
  ]
  const key = api.governance.keys[0]!
  return { ...key.wallet.sign(encodeList(fields), 'FCL-ACCOUNT-PROOF-V0.0'), keyId: 0 }
}

/** RLP of a list of fields of 2 to 55 bytes each, 56 to 255 together. */
function encodeList(fields: Buffer[]): Buffer {
  const items = fields.map((field) => Buffer.concat([Buffer.from([0x80 + field.length]), field]))
  const content = Buffer.concat(items)
  const head = content.length > 55 ? [0xf8, content.length] : [0xc0 + content.length]
  return Buffer.concat([Buffer.from(head), content])
}

const logIn = (body: object, more: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/session',
    headers: { ...headers, ...more },
    payload: { address: api.governance.address, ...body },
  })

async function openSession(): Promise<string> {
  const nonce = await issueNonce()
  const response = await logIn({ nonce, signatures: [signProof({ nonce })] })
  return String(response.headers['set-cookie']).split(';')[0] ?? ''
}

const readSession = (cookie: string) => api.app.inject({ url: '/v1/session', headers: { cookie } })

describe('a session', () => {
  it('is opened by an account proof, kept in a cookie that no script reads, and ended', async () => {
    const nonce = await issueNonce()
    const askedMs = Date.now()
    const response = await logIn({ nonce, signatures: [signProof({ nonce })], appIdentifier: WEB })
    expect(response.statusCode).toBe(200)
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toMatch(
      /^dharma_session=[0-9a-f]{64}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/,
    )
    const pair = cookie.split(';')[0] ?? ''
    const session = (await readSession(`a=b; ${pair}; c=d`)).json().data
    expect(session).toEqual(response.json().data)
    expect(session.address).toBe(api.governance.address)
    const openedMs = Date.parse(session.expiresAt) - 86_400_000
    expect(openedMs).toBeGreaterThanOrEqual(askedMs - 1_000)
    expect(openedMs).toBeLessThanOrEqual(Date.now() + 1_000)
    const ended = await api.app.inject({
      method: 'DELETE',
      url: '/v1/session',
      headers: { ...headers, cookie: pair },
    })
    expect(ended.headers['set-cookie']).toMatch(/^dharma_session=; Path=\/; Max-Age=0/)
    expect((await readSession(pair)).json().code).toBe('not_signed_in')
  })

  it('has a secure cookie on a page with https', async () => {
    const page = 'https://dharma.example'
    api.context.config.api.webOrigins.push(page)
    const nonce = await issueNonce()
    const signatures = [signProof({ nonce, origin: page })]
    const response = await logIn({ nonce, signatures }, { origin: page })
    expect(response.headers['set-cookie']).toMatch(/; Secure$/)
  })

  it('stores neither nonce nor token in readable form', async () => {
    const nonce = await issueNonce()
    const token = (await openSession()).split('=')[1] ?? ''
    const nonces = await api.context.db.selectFrom('user_nonce').selectAll().execute()
    const sessions = await api.context.db.selectFrom('user_session').selectAll().execute()
    expect(JSON.stringify([nonces, sessions])).not.toContain(nonce)
    expect(JSON.stringify([nonces, sessions])).not.toContain(token)
    expect(sessions.map((row) => row.token_hash)).toContain(
      createHash('sha256').update(token).digest('hex'),
    )
  })

  it('is not opened by a guessed cookie, and not after its end', async () => {
    const cookie = await openSession()
    for (const forged of [
      `dharma_session=${randomBytes(32).toString('hex')}`,
      `dharma_session=${api.governance.address}`,
      'dharma_session=',
      `x${cookie}`,
      cookie.toUpperCase(),
      `${cookie}0`,
    ]) {
      expect((await readSession(forged)).json().code).toBe('not_signed_in')
    }
    await api.context.pool.query(`update user_session set expires_at = now() - interval '1 second'`)
    expect((await readSession(cookie)).json().code).toBe('not_signed_in')
  })
})

describe('a nonce', () => {
  it('is refused a second time, also when the first attempt failed', async () => {
    const nonce = await issueNonce()
    const wrong = [{ keyId: 0, signature: '5a'.repeat(64) }]
    expect((await logIn({ nonce, signatures: wrong })).json().code).toBe('signature_refused')
    const signatures = [signProof({ nonce })]
    expect((await logIn({ nonce, signatures })).json().code).toBe('nonce_refused')
    const used = await issueNonce()
    const body = { nonce: used, signatures: [signProof({ nonce: used })] }
    expect((await logIn(body)).statusCode).toBe(200)
    expect((await logIn(body)).json().code).toBe('nonce_refused')
  })

  it('is used once by two requests at the same time', async () => {
    const nonce = await issueNonce()
    const body = { nonce, signatures: [signProof({ nonce })] }
    const answers = await Promise.all([logIn(body), logIn(body), logIn(body)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403])
  })

  it('is refused when this server did not issue it, or five minutes later', async () => {
    const unknown = randomBytes(32).toString('hex')
    const body = { nonce: unknown, signatures: [signProof({ nonce: unknown })] }
    expect((await logIn(body)).json().code).toBe('nonce_refused')
    const nonce = await issueNonce()
    await api.context.pool.query(
      `update user_nonce set expires_at = expires_at - interval '5 minutes'`,
    )
    const late = { nonce, signatures: [signProof({ nonce })] }
    expect((await logIn(late)).json().code).toBe('nonce_refused')
  })
})

describe('a log-in', () => {
  it.each<[string, Partial<Proof>]>([
    ['for another website', { origin: EVIL }],
    ['of another account', { address: toTestAddress(9) }],
    ['over another nonce', { nonce: 'ab'.repeat(32) }],
  ])('with a proof %s is refused', async (_, changes) => {
    const nonce = await issueNonce()
    const signatures = [signProof({ nonce, ...changes })]
    const response = await logIn({ nonce, signatures })
    expect(response.json().code).toBe('signature_refused')
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  it('with the signature of a message is refused', async () => {
    const nonce = await issueNonce()
    const signatures = [{ ...api.governance.keys[0]!.wallet.sign(nonce), keyId: 0 }]
    expect((await logIn({ nonce, signatures })).json().code).toBe('signature_refused')
  })

  it.each([
    ['from another website', { origin: EVIL }],
    ['from no website', { origin: '' }],
    ['of a sandbox', { origin: 'null' }],
    ['of a subdomain', { origin: 'http://x.localhost:3000' }],
  ])('%s is refused', async (_, more) => {
    const nonce = await issueNonce()
    const response = await logIn({ nonce, signatures: [signProof({ nonce })] }, more)
    expect(response.json().code).toBe('origin_refused')
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  it('of a program, which sends no Origin, is over the app identifier that it names', async () => {
    const logInAsProgram = async (origin: string, body: object) => {
      const nonce = (await api.app.inject({ method: 'POST', url: '/v1/session/nonce' })).json().data
        .nonce
      const signatures = [signProof({ nonce, origin })]
      const payload = { address: api.governance.address, nonce, signatures, ...body }
      return await api.app.inject({ method: 'POST', url: '/v1/session', payload })
    }
    const opened = await logInAsProgram(WEB, { appIdentifier: WEB })
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['set-cookie']).toMatch(/^dharma_session=/)
    const unnamed = await logInAsProgram(WEB, {})
    expect(unnamed.json()).toMatchObject({
      code: 'origin_refused',
      message: expect.stringMatching(
        /^appIdentifier is missing: without an Origin header, .*localhost/,
      ),
    })
    const foreign = await logInAsProgram(EVIL, { appIdentifier: EVIL })
    expect(foreign.json()).toMatchObject({
      code: 'origin_refused',
      message: expect.stringMatching(/^The app identifier must be http:\/\/localhost:3000/),
    })
    const other = await logInAsProgram(EVIL, { appIdentifier: WEB })
    expect(other.json().code).toBe('signature_refused')
  })

  it('by a key that was revoked or replaced since is refused', async () => {
    const { keys } = api.governance
    const [first, second, third] = [await issueNonce(), await issueNonce(), await issueNonce()]
    const [revoked, replaced] = [signProof({ nonce: first }), signProof({ nonce: second })]
    const before = { ...keys[0]! }
    keys[0]!.isRevoked = true
    const refused = await logIn({ nonce: first, signatures: [revoked] })
    expect(refused.json().code).toBe('signature_refused')
    keys[0] = { ...before, wallet: createIndependentWallet(api.governance.address) }
    const late = await logIn({ nonce: second, signatures: [replaced] })
    expect(late.json().code).toBe('signature_refused')
    const signatures = [signProof({ nonce: third })]
    expect((await logIn({ nonce: third, signatures })).statusCode).toBe(200)
  })

  it('is not ended by another website', async () => {
    const cookie = await openSession()
    const response = await api.app.inject({
      method: 'DELETE',
      url: '/v1/session',
      headers: { origin: EVIL, cookie },
    })
    expect(response.json().code).toBe('origin_refused')
    expect((await readSession(cookie)).statusCode).toBe(200)
  })
})
