import { getScores } from '@app/api/routes/score.ts'
import type { Context } from '@app/server/runtime/context.ts'
import type { Address } from '@app/values/address.ts'
import { request } from 'undici'
import { computePercentiles, type Percentiles, roundRatio } from '../measure.ts'
import { withScratchContext } from '../with-scratch-context.ts'
import {
  buildScoreUrl,
  runEvenLoad,
  runLoad,
  startNode,
  startServed,
  waitUntilServing,
} from './run-load.ts'
import { copyScores, NEW_ADDRESSES, seedNewWallets, TRANSFERS_PER_WALLET } from './seed-wallets.ts'
import type { BareAnswer } from './serve.ts'

/** A quarter of the memory of the machine, as docs/run/scale.md says. */
const SERVER = { shared_buffers: '6GB', max_wal_size: '8GB' }
const SCORED_WALLETS = 1_000_000
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

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return await response.text()
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
    shareOfBare: roundRatio(highest.rate, bare.rate),
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
