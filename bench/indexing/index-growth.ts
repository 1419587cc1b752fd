import type { Context } from '@app/server/runtime/context.ts'
import { scoreAccount } from '@app/server/scorer/score-account.ts'
import { computePercentiles, roundRatio } from '../measure.ts'
import { toHistoryAddress } from '../replay/history-parts.ts'
import { withScratchPostgres } from '../with-scratch-context.ts'
import { type IndexingResult, indexHistory } from './index-history.ts'

const SIZES = { growth: [100_000, 1_000_000], 'growth-10m': [100_000, 1_000_000, 10_000_000] }
/** The tables of 10 million events, 7 GB, fit into it. */
const LARGE_SERVER = { shared_buffers: '8GB', max_wal_size: '16GB', work_mem: '32MB' }
const SCORED_ACCOUNTS = 500
const FIRST_SCORED = 100

/**
 * Measures what an event and a first score cost in histories of 0.1 and 1 million events, or also of 10 million,
 * which takes half an hour and 10 GB of disk: in processor time of this process and PostgreSQL together, and in
 * seconds.
 */
export async function benchIndexGrowth(bench: keyof typeof SIZES): Promise<object> {
  const sizes: object[] = []
  const costs: number[] = []
  for (const events of SIZES[bench]) {
    const measured = await measureSize(events)
    sizes.push(measured)
    costs.push(measured.microsecondsPerEvent)
  }
  return {
    bench,
    sizes,
    largestToSmallest: roundRatio(Math.max(...costs), Math.min(...costs)),
  }
}

function measureSize(events: number) {
  return withScratchPostgres(async (postgres) => {
    const found = { scoreMs: { p50: 0, p95: 0 }, tables: {} as Record<string, number> }
    const indexed: IndexingResult = await indexHistory(
      postgres,
      { side: 'cadence', events },
      async (context) => {
        await context.pool.query('analyze')
        found.scoreMs = await measureFirstScores(context)
        found.tables = await readTableSizes(context)
      },
    )
    return {
      ...indexed,
      eventsPerSecond: Math.round(indexed.events / indexed.seconds),
      microsecondsPerEvent: Math.round((indexed.processorSeconds * 1e7) / indexed.events) / 10,
      ...found,
    }
  }, LARGE_SERVER)
}

async function measureFirstScores(context: Context) {
  const times: number[] = []
  for (let place = FIRST_SCORED; place < FIRST_SCORED + SCORED_ACCOUNTS; place += 1) {
    const start = performance.now()
    await scoreAccount(context, toHistoryAddress(place))
    times.push(performance.now() - start)
  }
  return computePercentiles(times)
}

/** Returns the size of each table with its indexes, in megabytes. */
async function readTableSizes({ pool }: Context): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; mb: number }>(
    `select relname as name, round(pg_total_relation_size(oid) / 1e6)::int as mb from pg_class
     where relkind = 'r' and relname like 'chain\\_%' and pg_total_relation_size(oid) > 1e6 order by 2 desc`,
  )
  return Object.fromEntries(rows.map(({ name, mb }) => [name, mb]))
}
