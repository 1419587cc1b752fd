import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveWeb, type WebServer } from './serve-web.ts'
import type { WebConfig } from './web-config.ts'

const ORDINARY = '0x179b6b1cb6755e31'
const FLAGGED = '0xf0531834ed3da0e4'

const NOTHING_HELD = buildNothingHeld(ORDINARY)
const FLAG = { caseId: 'c', reasonCode: 'listed', flagger: ORDINARY, since: '2026-01-01T00:00:00Z' }

let root: string
/** Of every wallet. */
let score = 81.4
let api: Server
let web: WebServer
let config: WebConfig

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dharma-web-'))
  await mkdir(join(root, 'assets'))
  await writeFile(
    join(root, 'index.html'),
    '<head><script>theme()</script></head><body>The app<div id="root"></div></body>',
  )
  await writeFile(join(root, 'assets/app-1a2b.js'), 'run()')
  await mkdir(join(root, '.server'))
  await writeFile(join(root, '.server/render-page.js'), RENDERER)
  await writeFile(join(root, 'assets/app-1a2b.js.br'), brotliCompressSync('run()'))
  api = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: answer(request.url ?? '') }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port } = api.address() as AddressInfo
  config = {
    network: 'local',
    apiUrl: `http://127.0.0.1:${port}`,
    accessNodeUrl: 'http://127.0.0.1:8888',
    walletUrl: 'http://localhost:8701/fcl/authn',
    explorerTxUrl: 'http://127.0.0.1:8888/v1/transaction_results/{id}',
  }
  web = await serveWeb({ root, port: 0, config })
})

/** What the API says: both wallets score well, and one is flagged. */
function answer(url: string): unknown {
  const address = url.slice(url.lastIndexOf('/') + 1)
  const example = getExample(getScore)
  const metadata = { ...example.metadata, riskLevel: 'TRUSTED' }
  if (url.startsWith('/v1/score/')) return { ...example, address, score, metadata }
  return { ...NOTHING_HELD, address, flag: address === FLAGGED ? FLAG : null }
}

/** As `apps/web` builds it: counts how often it draws. */
const RENDERER = `
  let drawings = 0
  export async function renderPage(pathname, { answers }) {
    if (pathname === '/broken') throw new Error('It cannot be drawn')
    drawings += 1
    const score = answers?.score?.data.score
    return { head: '<title>t</title>', body: '<p>drawing ' + drawings + ' of ' + score + '</p>', module: pathname === '/nowhere' ? null : 'm' }
  }`

afterAll(async () => {
  await web.stop()
  api.closeAllConnections()
  api.close()
  await rm(root, { recursive: true })
})

const BROTLI = { headers: { 'accept-encoding': 'gzip, br' } }

const fetchText = async (path: string) => (await fetch(web.url + path)).text()

test.each(['/', '/dashboard', `/wallet/${ORDINARY}`, '/governance?x=1.5'])(
  '%s returns the app, without caching',
  async (path) => {
    const response = await fetch(web.url + path, BROTLI)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('The app')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-encoding')).toBe('br')
  },
)

test.each(['/favicon.ico', '/assets/app-0000.js', '/assets/', '/.env', '/%2e%2e/package.json'])(
  '%s, which does not exist, is not the app',
  async (path) => {
    const response = await fetch(web.url + path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).not.toContain('The app')
  },
)

test('files whose names change with their content are cached without limit, and sent as compressed ahead', async () => {
  const response = await fetch(`${web.url}/assets/app-1a2b.js`, BROTLI)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('vary')).toContain('accept-encoding')
  expect(await response.text()).toBe('run()')
})

test('the configuration is never cached, and stands in each page', async () => {
  const response = await fetch(`${web.url}/config.json`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual(config)
  expect(await fetchText('/')).toContain(`id="config">${JSON.stringify(config)}</script>`)
})

test('pages have a strict policy and leave wallet windows their opener', async () => {
  const { headers } = await fetch(`${web.url}/`)
  expect(headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'self' 'sha256-",
  )
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the page of a wallet tells its score, except of an accused one', async () => {
  expect(await fetchText(`/wallet/${ORDINARY}`)).toContain('Dharma Score 81/100, Trusted')
  const accused = await fetchText(`/wallet/${FLAGGED}`)
  expect(accused).not.toContain('81/100')
  expect(accused).toContain(`Wallet ${FLAGGED} on Flow`)
})

test('wallets and the site have preview pictures of 1200 × 630', async () => {
  const paths = [`/share/wallet/${ORDINARY}.png`, `/share/wallet/${FLAGGED}.png`, '/share/site.png']
  for (const path of paths) {
    const response = await fetch(web.url + path)
    expect(response.headers.get('content-type')).toBe('image/png')
    const picture = Buffer.from(await response.arrayBuffer())
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  }
  expect((await fetch(`${web.url}/share/wallet/%3Csvg%3E.png`)).status).toBe(404)
})

test('a page is drawn once for the same answers, and again for others', async () => {
  const path = `/wallet/${ORDINARY}`
  const readDrawing = async (of: string) => /drawing \d+ of [\d.]+/.exec(await fetchText(of))?.[0]
  const first = await readDrawing(path)
  expect(first).toContain('of 81.4')
  expect(await readDrawing(path)).toBe(first)
  score = 12.3
  // The answers of a page are remembered for two seconds.
  await vi.waitFor(async () => expect(await readDrawing(path)).toContain('of 12.3'), 60_000)
  score = 81.4
})

test('nothing of who asks is in a page', async () => {
  const path = `/wallet/${ORDINARY}`
  const asked = await fetch(web.url + path, {
    headers: { cookie: 'session=secret', authorization: 'x' },
  })
  expect(await asked.text()).toBe(await fetchText(path))
})

test('a page that cannot be drawn is left to its scripts', async () => {
  const response = await fetch(`${web.url}/broken`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<div id="root"></div>')
})

test('a path without a page answers 404 with a page', async () => {
  const response = await fetch(`${web.url}/nowhere`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('The app')
})

test('the page comes without its score while the API is down', async () => {
  const dead = await serveWeb({
    root,
    port: 0,
    config: { ...config, apiUrl: 'http://127.0.0.1:1' },
  })
  const html = await (await fetch(`${dead.url}/wallet/${ORDINARY}`)).text()
  expect(html).toContain('The app')
  expect(html).toContain(`Wallet ${ORDINARY} on Flow`)
  await dead.stop()
})

test('a page links to this server whatever host a request names, also in pages that are kept', async () => {
  const { port } = new URL(web.url)
  const headers = { host: 'evil.example' }
  for (const path of ['/', `/wallet/${ORDINARY}`]) {
    const [response] = await once(get({ host: 'localhost', port, path, headers }), 'response')
    const forged = Buffer.concat(await response.toArray()).toString()
    expect(forged).toContain(web.url)
    expect(forged + (await fetchText(path))).not.toContain('evil.example')
  }
})
