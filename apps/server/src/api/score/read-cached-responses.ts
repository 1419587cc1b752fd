import type { BlockRef } from '@app/api/schemas/envelope.ts'
import type { PublishedScore } from '@app/api/schemas/score.ts'
import type { ScoreRules } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import DataLoader from 'dataloader'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Replica } from '../../db/open-replica.ts'
import { withTimeout } from '../../flow-access/track-node-health.ts'
import type { Context } from '../../runtime/context.ts'
import {
  getCachedResponseFormat,
  type StartedResponse,
} from '../../scorer/write-cached-response.ts'
import {
  joinPublication,
  type PublicationColumns,
  selectPublication,
  toPublication,
} from './read-publications.ts'
import {
  buildFlagState,
  buildIsUpToDate,
  type FlagState,
  isFlagStanding,
} from './read-score-state.ts'

/** The beginning of the response with an up-to-date score, and what else the response says. */
interface CachedResponse extends StartedResponse {
  /** Whether a flag stands. */
  isFlagged: boolean
  /** Number of the score. */
  seq: number
  /** `undefined` when only the chain can tell. */
  published: PublishedScore | null | undefined
  /** The latest indexed block. */
  latestBlock: BlockRef
}

export interface CachedResponses {
  /** Returns `null` where the response has to be built: none is cached, or it is outdated. */
  read(address: Address): Promise<CachedResponse | null>
}

/** Addresses of one query. */
const MAX_BATCH = 100

/**
 * The next query begins when the last one has ended, so that under load each reads many responses; and at the latest after
 * this time, so that none waits long for a connection that hangs.
 */
const MAX_WAIT_MS = 100

/**
 * Creates a reader of cached responses. Requests that arrive at the same time share one query, which sees one snapshot of
 * the database. The replica is asked first; what is not up to date there may be so on the primary.
 */
export function createCachedResponses(context: Context): CachedResponses {
  const { pool, replica } = context
  const queries = buildQueries(context)
  const loaders = (replica === null ? [pool] : [replica, pool]).map((source) =>
    createLoader(source, queries),
  )
  const read = async (address: Address) => {
    for (const loader of loaders) {
      const cached = await loader.load(address)
      if (cached !== null) return cached
    }
    return null
  }
  return { read }
}

function createLoader(
  source: Pick<Replica, 'query'>,
  { ofOne, ofMany }: Queries,
): DataLoader<Address, CachedResponse | null> {
  const readBatch = async (addresses: readonly Address[]) => {
    const [wanted, { sql: text, parameters }, name] =
      addresses.length === 1
        ? [addresses[0], ofOne, 'cached-response']
        : [addresses, ofMany, 'cached-responses']
    const values = parameters.map((value) => (value === WANTED ? wanted : value))
    const { rows } = await source.query<CachedRow>({ name, text, values })
    const byAddress = new Map(rows.map((row) => [row.address, toCachedResponse(row)]))
    return addresses.map((address) => byAddress.get(address) ?? null)
  }
  const queue = createQueue()
  return new DataLoader<Address, CachedResponse | null>(
    (addresses) => {
      const reading = readBatch(addresses)
      queue.holdBack(reading)
      return reading
    },
    { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: queue.schedule },
  )
}

/** Runs one task after the other. */
function createQueue() {
  const waiting: (() => void)[] = []
  let isRunning = false
  const runNext = () => {
    const next = waiting.shift()
    isRunning = next !== undefined
    if (next !== undefined) setImmediate(next)
  }
  return {
    schedule: (run: () => void) => {
      waiting.push(run)
      if (!isRunning) runNext()
    },
    /** Each task calls this once: the next one begins when `work` has settled, or after `MAX_WAIT_MS`. */
    holdBack: (work: Promise<unknown>) => {
      const settled = work.catch(() => {})
      void withTimeout<unknown>(settled, { timeoutMs: MAX_WAIT_MS, onTimeout: () => null }).then(
        runNext,
      )
    },
  }
}

interface CachedRow extends PublicationColumns {
  address: Address
  seq: number
  /** Base64: shorter than the hexadecimal digits that PostgreSQL sends of bytes. */
  compressed: string
  improve: string
  flagState: FlagState
  toHeight: number
  blockMs: number
}

/** Stands in the parameters for what each query asks for. */
const WANTED = '<wanted>'

interface Queries {
  /** Names its address in every table, so that partitioned tables are read in one partition each. */
  ofOne: CompiledQuery
  ofMany: CompiledQuery
}

function buildQueries({ db, config, rules }: Context): Queries {
  const reading = { network: config.network, rules: rules.current }
  const one = sql`${WANTED}::text`
  const each = sql`answer.address`
  return {
    ofOne: buildQuery(reading, one, sql`answer.address = ${one}`).compile(db),
    ofMany: buildQuery(reading, each, sql`${each} = any(${WANTED}::text[])`).compile(db),
  }
}

/** Prepared once per connection: planning takes as long as reading 20 responses. */
const buildQuery = (
  { network, rules }: { network: Network; rules: ScoreRules },
  address: RawBuilder<unknown>,
  isWanted: RawBuilder<unknown>,
) => sql`
    select answer.address, answer.seq, encode(answer.compressed, 'base64') as compressed,
      answer.improve, ${buildFlagState(address, sql`live.block_ms / 1000`)} as "flagState",
      live.to_height as "toHeight", live.block_ms as "blockMs", ${selectPublication(network)}
    from score_answer answer
    join chain_cursor live on live.direction = 'live' and live.block_ms is not null
    ${joinPublication(address)}
    where ${isWanted}
      and answer.format = ${getCachedResponseFormat(rules.version)}
      and answer.seq = (select max(seq) from score_result where address = ${address})
      and ${buildIsUpToDate(address, rules.decoding)}`

const toCachedResponse = (row: CachedRow): CachedResponse => ({
  start: Buffer.from(row.compressed, 'base64'),
  improve: row.improve,
  isFlagged: isFlagStanding(row.flagState),
  seq: row.seq,
  published: toPublication(row),
  latestBlock: { height: row.toHeight, timeMs: row.blockMs },
})
