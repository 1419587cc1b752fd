import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { listProposals } from '@app/api/routes/governance.ts'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore, getScores } from '@app/api/routes/score.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { buildApi } from '@app/server/api/build-api.ts'
import { readConfig } from '@app/server/config.ts'
import { createNotifications } from '@app/server/db/notifications.ts'
import { trackNodeHealth } from '@app/server/flow-access/track-node-health.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'
import { createStageStatusRegistry } from '@app/server/runtime/stage.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { serveWeb } from '@app/world/web/serve-web.ts'
import autocannon from 'autocannon'
import Fastify, { type FastifyInstance } from 'fastify'
import { request } from 'undici'
import { computePercentiles, type Percentiles, roundRatio } from './measure.ts'
import { withScratchContext } from './with-scratch-context.ts'

/** How much is measured. */
interface Size {
  /** Seconds of each load. */
  seconds: number
  /** Each kind of load is measured so often, in turn with a bare route; the median counts. */
  runs: number
  /** Wallets that are scored first. */
  newWallets: number
  transfersPerNewWallet: number
  /** Wallets that are asked for again and again: so many ordinary ones, and so many that are accused. */
  popular: number
  /** Wallets of which each is asked for once in a while. */
  scored: number
  /** Accusations, and as many clearances, whose time to be shown is measured. */
  accusations: number
}

const FULL: Size = {
  seconds: 10,
  runs: 3,
  newWallets: 100,
  transfersPerNewWallet: 10_000,
  popular: 1_000,
  scored: 50_000,
  accusations: 200,
}

const CONNECTIONS = 64
const BATCHES = 50
/** Requests per second while accusations are made. */
const OTHERS_RATE = 500
const BATCH_SIZE = 100
const SERVER = { shared_buffers: '2GB', max_wal_size: '8GB' }

/**
 * Measures the API over HTTP, each server in a process of its own: the first score ever of wallets; the scores of
 * wallets that many ask for, ordinary and accused, of any wallet at random, and of those that have not changed, compared
 * with a bare Fastify route that sends the same bytes; batches and the list of proposals; and how long an accusation or a
 * clearance takes from its commit until two API processes show it, under load. A block passes each second.
 */
export function benchApi(size: Size = FULL): Promise<object> {
  return withScratchContext(async (context) => {
    await using resources = new AsyncDisposableStack()
    const scene = await openScene(context, size, resources)
    const { url, ordinary, accused, all } = scene
    const { run, compare } = createLoad(size)
    const compareWithBare = async (load: Required<Pick<Load, 'addresses' | 'encoding'>>) => {
      const answer = await fetchAnswer(buildScoreUrl(url, load.addresses[0]), load.encoding)
      const bareUrl = await startServed(answer, resources)
      const compared = await compare({ url, ...load }, { url: bareUrl, ...load })
      return { bytes: answer.body.length, ...compared }
    }
    const unpublished = ordinary.filter((_, index) => (index + 1) % 10 !== 0)
    const tag = (await fetch(buildScoreUrl(url, unpublished[0]))).headers.get('etag') ?? ''
    return {
      bench: 'api',
      transfersPerNewWallet: size.transfersPerNewWallet,
      firstScoreMs: scene.firstScoreMs,
      scoredWallets: all.length,
      popularWallets: ordinary.length,
      ordinary: await compareWithBare({ addresses: ordinary, encoding: 'gzip' }),
      accused: await compareWithBare({ addresses: accused, encoding: 'gzip' }),
      plain: await compareWithBare({ addresses: ordinary, encoding: 'identity' }),
      anyWallet: await compareWithBare({ addresses: all, encoding: 'gzip' }),
      unchanged: await run({ url, addresses: unpublished, tag }),
      proposalList: await run({ url: url + listProposals.url }),
      batchMs: await measureBatches(url, all),
      shownAfterMs: await measureFreshness(
        scene,
        () => run({ url, addresses: ordinary, rate: OTHERS_RATE }),
        size,
      ),
    }
  }, SERVER)
}

/** A database with scored wallets, and two API processes on it. */
interface Scene {
  context: Context
  url: string
  otherUrl: string
  firstScoreMs: Percentiles
  ordinary: Address[]
  accused: Address[]
  all: Address[]
}

async function openScene(
  context: Context,
  size: Size,
  resources: AsyncDisposableStack,
): Promise<Scene> {
  const newWallets = toAddresses(size.newWallets, 1_000)
  await seedWallets(context, newWallets, size.transfersPerNewWallet)
  const databaseUrl = String(context.config.databaseUrl)
  const accessNodeUrl = await startNode(resources)
  const [url, otherUrl] = await Promise.all([
    startServed({ databaseUrl, accessNodeUrl }, resources),
    startServed({ databaseUrl, accessNodeUrl }, resources),
  ])
  const times: number[] = []
  for (const address of newWallets) {
    const start = performance.now()
    await fetchText(buildScoreUrl(url, address))
    times.push(performance.now() - start)
  }
  const all = await copyScores(context, newWallets, size.scored)
  const ordinary = all.slice(0, size.popular)
  const accused = all.slice(size.popular, 2 * size.popular)
  await accuse(context, accused)
  letBlocksPass(context, resources)
  return { context, url, otherUrl, firstScoreMs: computePercentiles(times), ordinary, accused, all }
}

/** Indexes an empty block each second, which outdates every response, until `resources` end. */
function letBlocksPass({ pool }: Context, resources: AsyncDisposableStack): void {
  const end = new AbortController()
  const passing = (async () => {
    while (!end.signal.aborted) {
      await pool.query(PASS_BLOCK)
      await delay(1_000, null, { signal: end.signal }).catch(() => {})
    }
  })()
  resources.defer(() => {
    end.abort()
    return passing
  })
}

const PASS_BLOCK = `
with passed as (
  update chain_cursor set to_height = to_height + 1, block_ms = block_ms + 1000 where direction = 'live'
  returning to_height
), read as (
  update chain_contract_cursor set height = to_height from passed
)
select pg_notify('chain_advanced', '') from passed`

interface LoadResult {
  /** Answered requests per second. */
  rate: number
  ms: { p50: number; p99: number }
  failures: number
}

/** Requests for random ones of some wallets; without any, for the URL itself. */
interface Load {
  url: string
  /** What stands before the address; that of its score by default. */
  path?: string
  addresses?: readonly Address[]
  encoding?: 'gzip' | 'br' | 'identity'
  tag?: string
  /** Requests per second; as many as are answered by default. */
  rate?: number
}

/** Creates functions that send a load over some connections, or two in turn. */
export function createLoad({ seconds, runs }: Pick<Size, 'seconds' | 'runs'>) {
  const run = async (load: Load): Promise<LoadResult> => {
    const { url, path = SCORE_PATH, addresses = [], encoding = 'gzip', tag, rate } = load
    const setupRequest = (one: autocannon.Request) =>
      addresses.length === 0 ? one : { ...one, path: path + draw(addresses) }
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: seconds,
      ...(rate !== undefined && { overallRate: rate }),
      headers: { 'accept-encoding': encoding, ...(tag && { 'if-none-match': tag }) },
      requests: [{ setupRequest }],
    })
    return {
      rate: Math.round(result.requests.total / result.duration),
      ms: { p50: result.latency.p50, p99: result.latency.p99 },
      failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
    }
  }
  const compare = async (load: Load, bare: Load) => {
    await run(load)
    const [served, compared]: [LoadResult[], LoadResult[]] = [[], []]
    for (let count = 0; count < runs; count += 1) {
      served.push(await run(load))
      compared.push(await run(bare))
    }
    const [median, bareRate] = [takeMedian(served), takeMedian(compared).rate]
    const failures = served.reduce((sum, one) => sum + one.failures, 0)
    return { ...median, bareRate, shareOfBare: roundRatio(median.rate, bareRate), failures }
  }
  return { run, compare }
}

const takeMedian = (results: readonly LoadResult[]): LoadResult =>
  results.toSorted((a, b) => a.rate - b.rate)[Math.floor(results.length / 2)] as LoadResult

async function measureBatches(url: string, addresses: readonly Address[]): Promise<Percentiles> {
  const times: number[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const body = JSON.stringify({
      addresses: Array.from({ length: BATCH_SIZE }, () => draw(addresses)),
    })
    const start = performance.now()
    await fetchText(url + getScores.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    times.push(performance.now() - start)
  }
  return computePercentiles(times)
}

/**
 * Flags ordinary wallets and lifts the flags again, as the mirror does, while others ask for scores. Returns the time from
 * each commit until both processes, which had the answer in memory, show it.
 */
async function measureFreshness(
  { context, url, otherUrl, ordinary }: Scene,
  askForScores: () => Promise<unknown>,
  { accusations }: Size,
): Promise<Percentiles> {
  const others = new AbortController()
  const asking = (async () => {
    while (!others.signal.aborted) await askForScores()
  })()
  const times: number[] = []
  const showChange = async (address: Address, change: string, isAdvised: boolean) => {
    await context.pool.query(
      `with changed as (${change})
      select pg_notify('governance_changed', $1) from changed`,
      [address],
    )
    const start = performance.now()
    await Promise.all([url, otherUrl].map((one) => waitUntilAdvised(one, address, isAdvised)))
    times.push(performance.now() - start)
  }
  for (const address of ordinary.slice(0, accusations)) {
    await Promise.all([url, otherUrl].map((one) => waitUntilAdvised(one, address, true)))
    await showChange(address, INSERT_FLAG, false)
    await showChange(
      address,
      'update dao_flag set lifted_at = 2 where address = $1 returning 1',
      true,
    )
  }
  others.abort()
  await asking
  return computePercentiles(times)
}

/** Nobody is advised while a flag stands. */
async function waitUntilAdvised(url: string, address: Address, isAdvised: boolean): Promise<void> {
  for (;;) {
    const { data } = JSON.parse(await fetchText(buildScoreUrl(url, address)))
    if (data.improve.length > 0 === isAdvised) return
  }
}

const SCORE_PATH = getScore.url.replace(':address', '')

const buildScoreUrl = (url: string, address: Address | undefined): string =>
  `${url}${SCORE_PATH}${address}`

const draw = (addresses: readonly Address[]): Address =>
  addresses[Math.floor(Math.random() * addresses.length)] as Address

export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return text
}

/** Returns the bytes as they are sent, and the headers that describe them. */
async function fetchAnswer(url: string, encoding: string): Promise<BareAnswer> {
  const { headers, body } = await request(url, { headers: { 'accept-encoding': encoding } })
  const described = ['content-type', 'content-encoding'].filter((name) => name in headers)
  return {
    body: await body.bytes(),
    headers: Object.fromEntries(described.map((name) => [name, String(headers[name])])),
  }
}

/**
 * What a process of its own serves: the API on a database, the same bytes for every address as fast as Fastify does, or
 * the pages with what the API at a URL answers.
 */
type Served = ServedApi | BareAnswer | { apiUrl: string }

interface ServedApi {
  databaseUrl: string
  accessNodeUrl: string
}

interface BareAnswer {
  body: Uint8Array
  headers: Record<string, string>
}

/** Serves in a process of its own, which ends with `resources`. Returns its URL. */
export async function startServed(
  served: Served,
  resources: AsyncDisposableStack,
): Promise<string> {
  const child = fork(import.meta.filename, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  })
  resources.defer(async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('A server ended early.')))
  ended.catch(() => {})
  // What is sent before the process listens can be lost.
  await Promise.race([receive(child), ended])
  child.send(served)
  const url = String(await Promise.race([receive(child), ended]))
  // A process that has just started is overloaded for a moment, and says so.
  while ('databaseUrl' in served && !(await fetch(url + getNetwork.url)).ok) await delay(100)
  return url
}

const receive = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0]

if (process.argv[1] === import.meta.filename) {
  process.once('message', async (served: Served) => {
    const resources = new AsyncDisposableStack()
    process.once('disconnect', () => void resources.disposeAsync())
    process.send?.(await serve(served, resources))
  })
  process.send?.('listening')
}

async function serve(served: Served, resources: AsyncDisposableStack): Promise<string> {
  if ('apiUrl' in served) return await servePages(served.apiUrl, resources)
  const app = 'body' in served ? createBareApp(served) : await createApi(served, resources)
  resources.defer(() => app.close())
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

/** The built web app as in production. */
async function servePages(apiUrl: string, resources: AsyncDisposableStack): Promise<string> {
  const node = 'http://127.0.0.1:8888'
  const links = {
    accessNodeUrl: node,
    walletUrl: `${node}/wallet`,
    explorerTxUrl: `${node}/tx/{id}`,
  }
  const web = await serveWeb({ port: 0, config: { network: 'local', apiUrl, ...links } })
  resources.defer(() => web.stop())
  return web.url
}

function createBareApp({ body, headers }: BareAnswer): FastifyInstance {
  const app = Fastify()
  app.get('/v1/score/:address', (_, reply) => {
    reply.headers(headers).send(body)
  })
  return app
}

/** The API as it is in production, with logs, and without the limits of requests for one client. */
async function createApi(
  { databaseUrl, accessNodeUrl }: ServedApi,
  resources: AsyncDisposableStack,
): Promise<FastifyInstance> {
  const env = { FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: accessNodeUrl }
  const context = createContext({ ...readConfig(env), databaseUrl })
  resources.defer(() => closeContext(context))
  const notifications = await createNotifications(databaseUrl, context.log)
  resources.defer(() => notifications.close())
  const node = trackNodeHealth(context.flow)
  return await buildApi({
    context: { ...context, flow: node.flow },
    node,
    notifications,
    stages: createStageStatusRegistry(),
    limits: { requestsPerMinute: 1e9, missesPerMinute: 1e9, writesPerMinute: 1e9 },
  })
}

/** An answer of the node to the script that counts NFTs: none. */
const NO_NFTS = {
  type: 'Struct',
  value: {
    id: 's.0.Page',
    fields: [
      { name: 'total', value: { type: 'Int', value: '4' } },
      { name: 'counts', value: { type: 'Dictionary', value: [] } },
    ],
  },
}

export async function startNode(resources: AsyncDisposableStack): Promise<string> {
  const node = await startLoopbackServer()
  resources.defer(() => node.stop())
  node.respondTo = ({ path }) =>
    path.startsWith('/v1/scripts')
      ? { json: Buffer.from(JSON.stringify(NO_NFTS)).toString('base64') }
      : { status: 404, json: { code: 404, message: 'not found' } }
  return node.url
}

const COPIES_PER_QUERY = 10_000
const FIRST_SECONDS = 1_700_000_000
const SECONDS_PER_BLOCK = 600

export const toAddresses = (count: number, firstIndex: number): Address[] =>
  Array.from({ length: count }, (_, index) => computeAddressAtIndex(firstIndex + index, 'local'))

/** Inserts transfers of some wallets, which nobody has scored, with their sums; every publication counts as indexed. */
export async function seedWallets(
  { pool }: Pick<Context, 'pool'>,
  wallets: readonly Address[],
  transfersEach: number,
): Promise<void> {
  await pool.query(INSERT_TRANSFERS, [wallets, transfersEach])
  await pool.query(INSERT_TRANSACTIONS)
  await pool.query(INSERT_CURSOR)
  await pool.query(`insert into chain_publisher (publisher) values ('0xf8d6e0586b0a20c7')`)
  await pool.query(INSERT_DEPLOYMENT, [CONTRACT_ADDRESSES.local.DharmaScore])
  await rebuildSums(pool, 'local')
  await pool.query('vacuum analyze')
}

/** Copies the scores of some wallets to `count` other addresses, of which every tenth is published. Returns these. */
export async function copyScores(
  { pool }: Pick<Context, 'pool'>,
  originals: readonly Address[],
  count: number,
): Promise<Address[]> {
  const copies = toAddresses(count, 100_000)
  for (let from = 0; from < count; from += COPIES_PER_QUERY) {
    const some = copies.slice(from, from + COPIES_PER_QUERY)
    for (const query of COPY_SCORES) await pool.query(query, [originals, some])
  }
  await pool.query('vacuum analyze')
  return copies
}

/** Flags some wallets, freezes every second one of them, and opens an appeal of every third. */
async function accuse({ pool }: Pick<Context, 'pool'>, accused: readonly Address[]): Promise<void> {
  const every = (step: number) => accused.filter((_, index) => index % step === 0)
  for (const address of accused) await pool.query(INSERT_FLAG, [address])
  await pool.query(INSERT_FREEZES, [every(2)])
  await pool.query(INSERT_APPEALS, [every(Math.max(3, Math.ceil(accused.length / 100)))])
  await pool.query('vacuum analyze')
}

const INSERT_TRANSFERS = `
insert into chain_transfer (address, height, tx_index, event_index, split_index, side, counterparty, token,
  units, tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select wallet, n, i % 1000, i, 0, case when n % 3 = 0 then 'out' else 'in' end,
  '0x' || lpad(to_hex(1 + (n / 10 * 7919 + i) % 5000), 16, '0'), 'A.0ae53cb6e3f42a79.Token' || n % 6 || '.Vault',
  1 + n * 104729::bigint % 1000003, md5(i || '-' || n) || md5(n || '+' || i),
  (${FIRST_SECONDS} + n * ${SECONDS_PER_BLOCK}::bigint) * 1000, n % 3 = 0, false, false, false
from unnest($1::text[]) with ordinality as listed (wallet, i) cross join generate_series(1, $2::int) n`

const INSERT_TRANSACTIONS = `
insert into chain_transaction
select address, height, tx_index, tx_id, block_ms, is_initiated, is_initiated, is_initiated
from chain_transfer`

const INSERT_CURSOR = `
with live as (
  insert into chain_cursor (direction, from_height, to_height, block_id, parent_id, block_ms, node_height)
  select 'live', 0, max(height), 'newest', 'before', max(block_ms), max(height) from chain_transfer
  returning to_height)
insert into chain_contract_cursor (height) select to_height from live`

const INSERT_DEPLOYMENT = `
insert into chain_account_event (address, height, tx_index, event_index, kind, detail, tx_id, block_ms)
values ($1, 0, 0, 0, 'contract_added', 'DharmaScore', repeat('0', 64), 0)`

const JOIN_ORIGINAL = `
from unnest($2::text[]) with ordinality as copied (copy, i)
join unnest($1::text[]) with ordinality as listed (original, j) on j = 1 + i % cardinality($1::text[])`

const COPY_SCORES = [
  `insert into score_tracked_account (address, requested_by, chain_seq, label_seq, dao_seq, report_seq)
   select copy, requested_by, chain_seq, label_seq, dao_seq, report_seq ${JOIN_ORIGINAL}
   join score_tracked_account on address = original`,
  `insert into chain_change (address, seq) select copy, seq ${JOIN_ORIGINAL} join chain_change on address = original`,
  `insert into score_result
   select (jsonb_populate_record(own, jsonb_build_object('address', copy, 'inputs', '{}'::jsonb))).*
   ${JOIN_ORIGINAL} join score_result own on address = original`,
  `insert into chain_contract_event (height, tx_index, event_index, tx_id, block_ms, type, fields)
   select 1 + i, 1, ('x' || right(copy, 7))::bit(28)::int, repeat('a', 64), ${FIRST_SECONDS}000, 'DharmaScore.ScorePublished',
     jsonb_build_object('address', copy, 'publisher', '0xf8d6e0586b0a20c7', 'scoreTenths', '500', 'level', 'NORMAL', 'version', '1.4.0',
       'factors', '["5000", "5000", "5000", "5000", "5000", "5000"]'::jsonb, 'evidenceHash', repeat('ab', 32), 'blockHeight', '1')
   ${JOIN_ORIGINAL} where i % 10 = 0 on conflict do nothing`,
]

const NOW = "(select block_ms / 1000 from chain_cursor where direction = 'live')"

const INSERT_FLAG = `
insert into dao_flag (address, number, case_id, reason_code, reason_hash, flagger, flagged_at)
values ($1, 1, 'case ' || $1, 'behaviour', '', '0x0000000000000002', ${NOW} - 1000) returning 1`

const INSERT_FREEZES = `
insert into dao_freeze (address, number, proposal_id, reason_hash, since, renewed_at)
select address, 1, 1, '', ${NOW} - 1000, ${NOW} - 1000 from unnest($1::text[]) address`

const INSERT_APPEALS = `
insert into dao_proposal (id, action, target, proposer, rank, flag_number, is_appeal, title, description, reason,
  reason_hash, created_at, voting_ends_at, executable_until, height, tx_id)
select i, 'unfreeze', address, '0x0000000000000003', 'other', 1, true, 'Title', 'What will happen, as the contract states it.',
  repeat('Swept the wallets of at least six members in one night. ', 4), '', at - 36400, at + 50000, at + 604800, 1, repeat('a', 64)
from unnest($1::text[]) with ordinality as listed (address, i), (select ${NOW} as at) present`
