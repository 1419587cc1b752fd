import { setTimeout as delay } from 'node:timers/promises'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore, getScores } from '@app/api/routes/score.ts'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Address } from '@app/values/address.ts'
import autocannon from 'autocannon'
import { request } from 'undici'
import { computePercentiles, computeRatio, type Percentiles } from '../percentiles.ts'
import { withScratchContext } from '../with-scratch-context.ts'
import { askProcess } from './ask-process.ts'
import { copyScores, NEW_ADDRESSES, seedNewWallets, TRANSFERS_PER_WALLET } from './seed-wallets.ts'
import type { EvenLoad, EvenLoadReport } from './send-evenly.ts'
import type { BareAnswer } from './serve.ts'
import { startServed } from './start-served.ts'

/** A quarter of the memory of the machine, as docs/scaling.md says. */
const SERVER = { shared_buffers: '6GB', max_wal_size: '8GB' }
const SCORED_WALLETS = 1_000_000
const CONNECTIONS = 64
const SECONDS = 10
/** A client that has just started is slow itself. */
const WARM_UP_SECONDS = 5
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
    await runLoad(url, { addresses })
    const compressed = await measureKept(url, { addresses, encoding: 'gzip' }, resources)
    const plain = await measureKept(url, { addresses, encoding: 'identity' }, resources)
    // Those that are not published have the same tag.
    const unpublished = addresses.filter((_, index) => (index + 1) % 10 !== 0)
    const tag = await readTag(url, unpublished[0] as Address)
    const unchanged = await runLoad(url, {
      addresses: unpublished,
      headers: { 'if-none-match': tag },
    })
    return {
      bench: 'api',
      transfersPerNewWallet: TRANSFERS_PER_WALLET,
      firstScoreMs,
      scoredWallets: await countScores(context),
      compressed,
      plain,
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

/** Compares kept answers in one encoding with a bare route that sends the same bytes. */
async function measureKept(
  url: string,
  { addresses, encoding }: { addresses: readonly Address[]; encoding: 'gzip' | 'identity' },
  resources: AsyncDisposableStack,
): Promise<object> {
  const load = { addresses, headers: { 'accept-encoding': encoding } }
  const answer = await fetchBytes(buildScoreUrl(url, addresses[0] as Address), load.headers)
  const bare = await runLoad(await startServed(answer, resources), load)
  const highest = await runLoad(url, load)
  const half = await runEvenLoad(url, { ...load, rate: Math.round(highest.rate / 2) })
  return {
    bytes: answer.body.length,
    bareRate: bare.rate,
    rate: highest.rate,
    shareOfBare: computeRatio(highest.rate, bare.rate),
    failures: highest.failures + half.failures,
    halfRate: half.rate,
    halfRateMs: half.ms,
  }
}

/** Returns the bytes as they are sent, and the headers that describe them. */
async function fetchBytes(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  const response = await request(url, { headers })
  const body = await response.body.bytes()
  const { 'content-type': type, 'content-encoding': encoding } = response.headers
  return {
    body,
    headers: {
      'content-type': String(type),
      ...(encoding !== undefined && { 'content-encoding': String(encoding) }),
    },
  }
}

interface Load {
  addresses: readonly Address[]
  headers?: Record<string, string>
}

interface LoadResult {
  /** Answered requests per second. */
  rate: number
  failures: number
}

/** Asks for the scores of random addresses over some connections for ten seconds. */
async function runLoad(url: string, { addresses, headers = {} }: Load): Promise<LoadResult> {
  const drawPath = () => buildScoreUrl('', draw(addresses))
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers,
    requests: [{ setupRequest: (request) => ({ ...request, path: drawPath() }) }],
  })
  return {
    rate: Math.round(result.requests.total / result.duration),
    failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  }
}

interface EvenLoadResult extends LoadResult {
  /** From when a request was due until the last byte. */
  ms: Percentiles
}

/** Sends `rate` requests a second, evenly, for ten seconds. */
async function runEvenLoad(
  url: string,
  { addresses, headers = {}, rate }: Load & { rate: number },
): Promise<EvenLoadResult> {
  const length = rate * (WARM_UP_SECONDS + SECONDS)
  const paths = Array.from({ length }, () => buildScoreUrl('', draw(addresses)))
  const load: EvenLoad = { url, paths, headers, rate, connections: CONNECTIONS }
  const { child, answer } = await askProcess<EvenLoadReport>('send-evenly.ts', load)
  child.disconnect()
  const { times, failures, seconds } = answer
  const warmTimes = [...times.subarray(rate * WARM_UP_SECONDS)]
  return { rate: Math.round(length / seconds), failures, ms: computePercentiles(warmTimes) }
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
