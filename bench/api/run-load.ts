import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore } from '@app/api/routes/score.ts'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import type { Address } from '@app/values/address.ts'
import autocannon from 'autocannon'
import { computePercentiles, type Percentiles } from '../measure.ts'
import { askProcess } from './ask-process.ts'
import type { EvenLoad, EvenLoadReport } from './send-evenly.ts'
import type { ServeOptions } from './serve.ts'

const CONNECTIONS = 64
const SECONDS = 10
/** A client that has just started is slow itself. */
const WARM_UP_SECONDS = 5

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

/** An answer to the script that reads the published records of a wallet: none. */
const NO_RECORDS = JSON.stringify({ type: 'Array', value: [] })

/**
 * Answers the script about eligibility, of the latest block, which has the number of the second: by their address a third of the wallets may vote, a third
 * were never published, and a third may vote once their score is published again.
 */
function answerEligibility(args: readonly string[]): string {
  const [voter, ids] = args.map((arg) => JSON.parse(Buffer.from(arg, 'base64').toString()).value)
  const kind = Number.parseInt(String(voter).slice(-4), 16) % 3
  const ofEach = (value: object) => ({
    type: 'Dictionary',
    value: (ids as object[]).map((key) => ({ key, value })),
  })
  const none = { type: 'Dictionary', value: [] }
  const time = { type: 'UFix64', value: '1.00000000' }
  const seconds = Math.floor(Date.now() / 1000)
  const fields = [
    { name: 'reasons', value: kind === 0 ? none : ofEach({ type: 'String', value: REASON }) },
    { name: 'refreshTenths', value: kind === 2 ? ofEach({ type: 'UInt64', value: '1' }) : none },
    { name: 'publishedAt', value: { type: 'Optional', value: kind === 2 ? time : null } },
    { name: 'standingSince', value: { type: 'Optional', value: null } },
    { name: 'now', value: time },
    { name: 'height', value: { type: 'UInt64', value: String(seconds) } },
  ]
  return JSON.stringify({ type: 'Struct', value: { id: 's.0.Eligibility', fields } })
}

const REASON = 'the score of this wallet was published more than 24 hours ago: publish it again'

/** Starts a node that knows no NFTs, and wallets of each kind of voters. Returns its URL. */
export async function startNode(resources: AsyncDisposableStack): Promise<string> {
  const node = await startLoopbackServer()
  resources.defer(() => node.stop())
  node.respondTo = ({ path, body }) => {
    if (!path.startsWith('/v1/scripts'))
      return { status: 404, json: { code: 404, message: 'not found' } }
    const { script, arguments: args } = JSON.parse(body)
    const cadence = Buffer.from(script, 'base64').toString()
    const others = cadence.includes('getPublishers') ? NO_RECORDS : NO_NFTS
    const answer = cadence.includes('struct Eligibility') ? answerEligibility(args) : others
    return { json: Buffer.from(answer).toString('base64') }
  }
  return node.url
}

export const buildScoreUrl = (url: string, address: Address): string =>
  url + getScore.url.replace(':address', address)

/** A process that has just started is overloaded for a moment, and says so. */
export async function waitUntilServing(url: string): Promise<void> {
  while (!(await fetch(url + getNetwork.url)).ok) await delay(100)
}

/** Requests for the scores of some addresses, or for what `drawPath` draws. */
interface Load {
  addresses: readonly Address[]
  headers?: Record<string, string>
  drawPath?: () => string
}

export interface LoadResult {
  /** Answered requests per second. */
  rate: number
  failures: number
}

/** Asks for the scores of random addresses over some connections for ten seconds. */
export async function runLoad(
  url: string,
  { addresses, headers = {}, drawPath = () => buildScoreUrl('', draw(addresses)) }: Load,
): Promise<LoadResult> {
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
export async function runEvenLoad(
  url: string,
  {
    addresses,
    headers = {},
    rate,
    drawPath = () => buildScoreUrl('', draw(addresses)),
  }: Load & { rate: number },
): Promise<EvenLoadResult> {
  const length = rate * (WARM_UP_SECONDS + SECONDS)
  const paths = Array.from({ length }, drawPath)
  const load: EvenLoad = { url, paths, headers, rate, connections: CONNECTIONS }
  const { child, answer } = await askProcess<EvenLoadReport>('send-evenly.ts', load)
  child.disconnect()
  const { times, failures, seconds } = answer
  const warmTimes = [...times.subarray(rate * WARM_UP_SECONDS)]
  return { rate: Math.round(length / seconds), failures, ms: computePercentiles(warmTimes) }
}

export const draw = (addresses: readonly Address[]): Address =>
  addresses[Math.floor(Math.random() * addresses.length)] as Address

/** Serves in a process of its own, which ends with `resources`. Returns its URL. */
export async function startServed(
  options: ServeOptions,
  resources: AsyncDisposableStack,
): Promise<string> {
  const { child, answer } = await askProcess<string>('serve.ts', options)
  resources.defer(async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  })
  return answer
}
