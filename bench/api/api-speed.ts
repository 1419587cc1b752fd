import { setTimeout as delay } from 'node:timers/promises'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore, getScores } from '@app/api/routes/score.ts'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Address } from '@app/values/address.ts'
import autocannon from 'autocannon'
import { Pool } from 'undici'
import { computePercentiles, computeRatio, type Percentiles } from '../percentiles.ts'
import { withScratchContext } from '../with-scratch-context.ts'
import { copyScores, NEW_ADDRESSES, seedNewWallets, TRANSFERS_PER_WALLET } from './seed-wallets.ts'
import { startServed } from './start-served.ts'

/** A quarter of the memory of the machine, as docs/scaling.md says. */
const SERVER = { shared_buffers: '6GB', max_wal_size: '8GB' }
const SCORED_WALLETS = 1_000_000
const CONNECTIONS = 64
const SECONDS = 10
const BATCHES = 50
const BATCH_SIZE = 100

/**
 * Measures the API over HTTP, each server in a process of its own: the first score ever of wallets with 10,000
 * transfers; then scores from a table of a million scored wallets, compared with a bare Fastify route that answers the
 * same bytes: the highest rate, the times at half of it, and batches of 100.
 */
export function benchApiSpeed(): Promise<object> {
  return withScratchContext(async (context) => {
    await using resources = new AsyncDisposableStack()
    await seedNewWallets(context)
    const databaseUrl = String(context.config.databaseUrl)
    const accessNodeUrl = await startNode(resources)
    const url = await startServed({ databaseUrl, accessNodeUrl }, resources)
    await waitUntilServing(url)
    const firstScoreMs = await measureFirstScores(url)
    const addresses = await copyScores(context, SCORED_WALLETS)
    const body = await fetchText(buildScoreUrl(url, addresses[0] as Address))
    const bareUrl = await startServed({ body }, resources)
    const load = { addresses, connections: CONNECTIONS }
    await runLoad(url, load)
    const bare = await runLoad(bareUrl, load)
    const highest = await runLoad(url, load)
    const half = await runEvenLoad(url, { addresses, rate: Math.round(highest.rate / 2) })
    // Those that are not published have the same tag.
    const unpublished = addresses.filter((_, index) => (index + 1) % 10 !== 0)
    const tag = await readTag(url, unpublished[0] as Address)
    const unchanged = await runLoad(url, { ...load, addresses: unpublished, tag })
    return {
      bench: 'api',
      transfersPerNewWallet: TRANSFERS_PER_WALLET,
      firstScoreMs,
      scoredWallets: await countScores(context),
      bytes: body.length,
      bareRate: bare.rate,
      rate: highest.rate,
      shareOfBare: computeRatio(highest.rate, bare.rate),
      failures: highest.failures + half.failures,
      halfRate: half.rate,
      halfRateMs: half.ms,
      unchangedRate: unchanged.rate,
      batchMs: await measureBatches(url, addresses),
    }
  }, SERVER)
}

/** An answer of the node to the script that counts NFTs: none. */
const NO_NFTS = JSON.stringify({
  type: 'Struct',
  value: {
    id: 's.0.Page',
    fields: [
      { name: 'total', value: { type: 'Int', value: '4' } },
      { name: 'counts', value: { type: 'Dictionary', value: [] } },
    ],
  },
})

async function startNode(resources: AsyncDisposableStack): Promise<string> {
  const node = await startLoopbackServer()
  resources.defer(() => node.stop())
  node.respondTo = ({ path }) =>
    path.startsWith('/v1/scripts')
      ? { json: Buffer.from(NO_NFTS).toString('base64') }
      : { status: 404, json: { code: 404, message: 'not found' } }
  return node.url
}

const buildScoreUrl = (url: string, address: Address): string =>
  url + getScore.url.replace(':address', address)

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return await response.text()
}

/** A process that has just started is overloaded for a moment, and says so. */
async function waitUntilServing(url: string): Promise<void> {
  while (!(await fetch(url + getNetwork.url)).ok) await delay(100)
}

async function measureFirstScores(url: string): Promise<Percentiles> {
  const times: number[] = []
  for (const address of NEW_ADDRESSES) {
    const start = performance.now()
    await fetchText(buildScoreUrl(url, address))
    times.push(performance.now() - start)
  }
  return computePercentiles(times)
}

interface Load {
  addresses: readonly Address[]
  connections: number
  /** Sent as `If-None-Match`. */
  tag?: string
}

interface LoadResult {
  /** Answered requests per second. */
  rate: number
  failures: number
}

/** Asks for the scores of random addresses over some connections for ten seconds. */
async function runLoad(url: string, { addresses, connections, tag }: Load): Promise<LoadResult> {
  const drawPath = () => buildScoreUrl('', draw(addresses))
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers: tag === undefined ? {} : { 'if-none-match': tag },
    requests: [{ setupRequest: (request) => ({ ...request, path: drawPath() }) }],
  })
  return {
    rate: Math.round(result.requests.total / result.duration),
    failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  }
}

/** Milliseconds between two groups of requests. */
const GROUP_MS = 2

interface EvenLoadResult extends LoadResult {
  /** From when a request was due until the last byte. */
  ms: Percentiles
}

/** Sends `rate` requests a second, evenly, whether or not earlier ones are answered, for ten seconds. */
async function runEvenLoad(
  url: string,
  { addresses, rate }: { addresses: readonly Address[]; rate: number },
): Promise<EvenLoadResult> {
  const pool = new Pool(url, { connections: CONNECTIONS })
  const times: number[] = []
  let failures = 0
  const send = async (dueMs: number) => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: buildScoreUrl('', draw(addresses)),
    })
    await body.bytes()
    times.push(performance.now() - dueMs)
    if (statusCode !== 200) failures += 1
  }
  const startMs = performance.now()
  const sending: Promise<void>[] = []
  for (let sent = 0; sent < rate * SECONDS; ) {
    const now = performance.now()
    for (; sent < ((now - startMs) / 1000) * rate; sent += 1) {
      sending.push(send(startMs + (sent * 1000) / rate))
    }
    await delay(GROUP_MS)
  }
  await Promise.all(sending)
  const seconds = (performance.now() - startMs) / 1000
  await pool.close()
  return { rate: Math.round(times.length / seconds), failures, ms: computePercentiles(times) }
}

const draw = (addresses: readonly Address[]): Address =>
  addresses[Math.floor(Math.random() * addresses.length)] as Address

async function readTag(url: string, address: Address): Promise<string> {
  const { headers } = await fetch(buildScoreUrl(url, address))
  return headers.get('etag') ?? ''
}

async function measureBatches(url: string, addresses: readonly Address[]): Promise<Percentiles> {
  const times: number[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const wanted = addresses.slice(batch * BATCH_SIZE, (batch + 1) * BATCH_SIZE)
    const start = performance.now()
    const response = await fetch(url + getScores.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: wanted }),
    })
    if (!response.ok) throw new Error(await response.text())
    await response.text()
    times.push(performance.now() - start)
  }
  return computePercentiles(times)
}

async function countScores({ pool }: Pick<Context, 'pool'>): Promise<number> {
  const { rows } = await pool.query('select count(*) from score_answer')
  return rows[0].count
}
