import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb, type WebServer } from './serve-web.ts'

const config = {
  network: 'local',
  apiUrl: 'http://localhost:3001',
  accessNodeUrl: 'http://127.0.0.1:8888',
  walletUrl: 'http://localhost:8701/fcl/authn',
  explorerTxUrl: 'http://127.0.0.1:8888/v1/transaction_results/{id}',
} as const

let root: string
let web: WebServer

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dharma-web-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<title>The app</title>')
  await writeFile(join(root, 'assets/app-1a2b.js'), 'run()')
  web = await serveWeb({ root, port: 0, config })
})

afterAll(async () => {
  await web.stop()
  await rm(root, { recursive: true })
})

test.each(['/', '/dashboard', '/wallet/0x179b6b1cb6755e31', '/nowhere?x=1.5'])(
  '%s returns the app, without caching',
  async (path) => {
    const answer = await fetch(web.url + path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('The app')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test.each(['/favicon.ico', '/assets/app-0000.js', '/assets/', '/.env', '/%2e%2e/package.json'])(
  '%s, which does not exist, is not the app',
  async (path) => {
    const answer = await fetch(web.url + path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toContain('The app')
  },
)

test('files whose names change with their content are cached without limit', async () => {
  const answer = await fetch(`${web.url}/assets/app-1a2b.js`)
  expect(answer.headers.get('cache-control')).toContain('immutable')
})

test('the configuration is never cached', async () => {
  const answer = await fetch(`${web.url}/config.json`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual(config)
})
