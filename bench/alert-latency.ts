import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@app/api/client/client.ts'
import { getNetwork } from '@app/api/routes/reference.ts'
import { openSession } from '@app/server/api/users/write-session.ts'
import { createPool, createQueryBuilder } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { createWorld, type World } from '@app/world/local/create-world.ts'
import type { Person } from '@app/world/people/create-person.ts'
import { openNewAccounts } from '@app/world/testing/open-new-accounts.ts'
import { TOOLBOX_BINARY } from '../scripts/set-up/paths.mjs'
import { computePercentiles, roundRatio } from './measure.ts'

const CHANGES = 50
/** A subscriber gets at most five alerts of a type in a minute before they become a digest. */
const ADDRESSES_PER_WATCHER = 5
const BLOCK_MS = 1_000
const TIMEOUT_MS = 30_000

/** When something about an address arrived, in milliseconds of `performance.now()`. */
type Arrivals = Map<string, number>

/**
 * Measures, in a local world with one block per second, how long it takes from a payment by a listed
 * account that changes the level of a watched wallet until the alert is in an open page and at a webhook.
 * `…FromSealMs` begin when the sealed transaction is first seen, `…FromSubmitMs` when it is submitted, up to a
 * block earlier. The ratio is that of p95 to the target, a block and two seconds.
 */
export async function benchAlertLatency(): Promise<object> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-bench-'))
  await chmod(dataDir, 0o755)
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const world = await createWorld({
    dataDir,
    toolbox: TOOLBOX_BINARY,
    blockMs: BLOCK_MS,
    web: 'none',
  })
  resources.defer(() => world.stop())
  const hooks = await startReceiver(resources)
  const wallets = await openWallets(world)
  await watchAll(world, wallets, hooks.url)
  const pages = await openPage(world, resources)
  const times: Measured[] = []
  for (const wallet of wallets) times.push(await measureChange(world, wallet, { hooks, pages }))
  return summarize(times)
}

/** As many as one transaction can open; without a transfer, so that one payment changes their level. */
const ACCOUNTS_PER_TRANSACTION = 10

async function openWallets({ chain }: World): Promise<Person[]> {
  const wallets: Person[] = []
  while (wallets.length < CHANGES) {
    wallets.push(...(await openNewAccounts(chain, ACCOUNTS_PER_TRANSACTION, 0n)))
  }
  return wallets
}

interface Measured {
  pageFromSealMs: number
  hookFromSealMs: number
  pageFromSubmitMs: number
  hookFromSubmitMs: number
}

async function measureChange(
  world: World,
  wallet: Person,
  { hooks, pages }: { hooks: { arrivals: Arrivals }; pages: Arrivals },
): Promise<Measured> {
  const submitted = performance.now()
  await world.people.mallory.pay(wallet, '0.05', 'FLOW')
  const sealed = performance.now()
  const [hook, page] = await Promise.all([
    waitForArrival(hooks.arrivals, wallet.address),
    waitForArrival(pages, wallet.address),
  ])
  return {
    pageFromSealMs: Math.max(0, page - sealed),
    hookFromSealMs: Math.max(0, hook - sealed),
    pageFromSubmitMs: page - submitted,
    hookFromSubmitMs: hook - submitted,
  }
}

async function waitForArrival(arrivals: Arrivals, address: string): Promise<number> {
  const end = performance.now() + TIMEOUT_MS
  while (performance.now() < end) {
    const arrival = arrivals.get(address)
    if (arrival !== undefined) return arrival
    await delay(5)
  }
  throw new Error(`No alert about ${address} arrived within ${TIMEOUT_MS} ms.`)
}

/** Notes the first arrival of an alert about each address. */
function note(arrivals: Arrivals, address: unknown): void {
  if (typeof address === 'string' && !arrivals.has(address)) {
    arrivals.set(address, performance.now())
  }
}

async function startReceiver(
  resources: AsyncDisposableStack,
): Promise<{ url: string; arrivals: Arrivals }> {
  const arrivals: Arrivals = new Map()
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { type, data } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      if (type === 'webhook.challenge') return response.end(JSON.stringify(data))
      note(arrivals, data.address)
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  resources.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrivals }
}

/** Opens the event stream of all alerts, as a page does. */
async function openPage(world: World, resources: AsyncDisposableStack): Promise<Arrivals> {
  const arrivals: Arrivals = new Map()
  const ending = new AbortController()
  resources.defer(() => ending.abort())
  const response = await fetch(`${world.urls.api}/v1/stream?topics=all_alerts`, {
    signal: ending.signal,
  })
  void readEvents(response, arrivals).catch(() => {})
  return arrivals
}

async function readEvents({ body }: Response, arrivals: Arrivals): Promise<void> {
  let text = ''
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (event.includes('event: alert') && data) note(arrivals, JSON.parse(data).data.address)
    }
  }
}

/** Lets each of some wallets watch five addresses, with a webhook. */
async function watchAll(world: World, wallets: readonly Person[], url: string): Promise<void> {
  const pool = createPool(world.databaseUrl, createLog('error'))
  const context = { db: createQueryBuilder(pool) }
  const watchers = await openNewAccounts(world.chain, CHANGES / ADDRESSES_PER_WATCHER)
  await waitForIndexing(world)
  for (const [index, watcher] of watchers.entries()) {
    const { secret } = await openSession(context, watcher.address)
    const from = index * ADDRESSES_PER_WATCHER
    for (const { address } of wallets.slice(from, from + ADDRESSES_PER_WATCHER)) {
      await callSigned(world, secret, { method: 'PUT', path: `/v1/watch/${address}` })
    }
    // A URL gets few challenges a minute.
    const body = { url: `${url}${index}` }
    await callSigned(world, secret, { method: 'POST', path: '/v1/webhooks', body })
  }
  await pool.end()
}

async function waitForIndexing({ chain, urls }: World): Promise<void> {
  const { height } = await chain.flow.getLatestBlock()
  for (;;) {
    const { latestBlock } = await createClient({ baseUrl: urls.api }).call(getNetwork)
    if ((latestBlock?.height ?? 0) >= height) return
    await delay(50)
  }
}

async function callSigned(
  { urls }: World,
  secret: string,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<void> {
  const response = await fetch(urls.api + path, {
    method,
    headers: {
      cookie: `dharma_session=${secret}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
}

function summarize(times: readonly Measured[]): object {
  const percentiles = (key: keyof Measured) => computePercentiles(times.map((one) => one[key]))
  const pageFromSealMs = percentiles('pageFromSealMs')
  const hookFromSealMs = percentiles('hookFromSealMs')
  const targetMs = BLOCK_MS + 2_000
  return {
    bench: 'alert_latency',
    changes: times.length,
    blockMs: BLOCK_MS,
    pageFromSealMs,
    hookFromSealMs,
    pageFromSubmitMs: percentiles('pageFromSubmitMs'),
    hookFromSubmitMs: percentiles('hookFromSubmitMs'),
    targetMs,
    p95ToTarget: roundRatio(Math.max(pageFromSealMs.p95, hookFromSealMs.p95), targetMs),
  }
}
