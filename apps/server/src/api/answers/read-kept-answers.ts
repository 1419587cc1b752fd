import type { BlockRef } from '@app/api/schemas/envelope.ts'
import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import DataLoader from 'dataloader'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Replica } from '../../db/replica/open-replica.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { withTimeout } from '../../flow-access/with-timeout.ts'
import type { Context } from '../../runtime/context.ts'
import type { GzipStart } from '../../scorer/answers/gzip-start.ts'
import { SCORE_ANSWER_FORMAT } from '../../scorer/answers/write-score-answer.ts'
import { buildIsFlagRaised, buildIsUpToDate } from './queries.ts'
import {
  joinPublication,
  type PublicationColumns,
  selectPublication,
  toPublication,
} from './read-publications.ts'

/** An up-to-date score of an account on which no flag was raised, as it is answered. */
export interface KeptAnswer {
  /** What `startScoreAnswer` returned. */
  start: GzipStart
  /** Number of the score. */
  seq: number
  /** `undefined` when only the chain can tell. */
  published: PublishedScore | null | undefined
  /** The latest indexed block. */
  latestBlock: BlockRef
}

export interface KeptAnswers {
  /** Returns `null` where the answer has to be built: none is kept, it is outdated, or a flag was raised. */
  read(address: Address): Promise<KeptAnswer | null>
}

/** Addresses of one query. */
const MAX_BATCH = 100

/**
 * The next query begins when the last one has ended, so that under load each reads many answers; and at the latest after
 * this time, so that none waits long for a connection that hangs.
 */
const MAX_WAIT_MS = 100

/**
 * Creates a reader of kept answers. Requests that arrive at the same time share one query, which sees one snapshot of
 * the database. The replica is asked first; what is not up to date there may be so on the primary.
 */
export function createKeptAnswers({ pool, replica, db, config }: Context): KeptAnswers {
  const queries = buildQueries(db, config.network)
  const loaders = (replica === null ? [pool] : [replica, pool]).map((source) =>
    createLoader(source, queries),
  )
  const read = async (address: Address) => {
    for (const loader of loaders) {
      const kept = await loader.load(address)
      if (kept !== null) return kept
    }
    return null
  }
  return { read }
}

function createLoader(
  source: Pick<Replica, 'query'>,
  { ofOne, ofMany }: Queries,
): DataLoader<Address, KeptAnswer | null> {
  const readBatch = async (addresses: readonly Address[]) => {
    const [wanted, { sql: text, parameters }, name] =
      addresses.length === 1
        ? [addresses[0], ofOne, 'kept-answer']
        : [addresses, ofMany, 'kept-answers']
    const values = parameters.map((value) => (value === WANTED ? wanted : value))
    const { rows } = await source.query<AnswerRow>({ name, text, values })
    const byAddress = new Map(rows.map((row) => [row.address, toKeptAnswer(row)]))
    return addresses.map((address) => byAddress.get(address) ?? null)
  }
  const queue = createQueue()
  return new DataLoader<Address, KeptAnswer | null>(
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

interface AnswerRow extends PublicationColumns {
  address: Address
  seq: number
  /** Base64: shorter than the hexadecimal digits that PostgreSQL sends of bytes. */
  compressed: string
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

function buildQueries(db: Kysely<Tables>, network: Network): Queries {
  const one = sql`${WANTED}::text`
  const each = sql`answer.address`
  return {
    ofOne: buildQuery(network, one, sql`answer.address = ${one}`).compile(db),
    ofMany: buildQuery(network, each, sql`${each} = any(${WANTED}::text[])`).compile(db),
  }
}

/** Prepared once per connection: planning takes as long as reading 20 answers. */
const buildQuery = (
  network: Network,
  address: RawBuilder<unknown>,
  isWanted: RawBuilder<unknown>,
) => sql`
    select answer.address, answer.seq, encode(answer.compressed, 'base64') as compressed,
      live.to_height as "toHeight", live.block_ms as "blockMs", ${selectPublication(network)}
    from score_answer answer
    join chain_cursor live on live.direction = 'live' and live.block_ms is not null
    ${joinPublication(address)}
    where ${isWanted}
      and answer.format = ${SCORE_ANSWER_FORMAT}
      and answer.seq = (select max(seq) from score_result where address = ${address})
      and ${buildIsUpToDate(address)}
      and not ${buildIsFlagRaised(address)}`

const toKeptAnswer = (row: AnswerRow): KeptAnswer => ({
  start: Buffer.from(row.compressed, 'base64'),
  seq: row.seq,
  published: toPublication(row),
  latestBlock: { height: row.toHeight, timeMs: row.blockMs },
})
