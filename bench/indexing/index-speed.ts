import { computeRatio } from '../percentiles.ts'
import { withScratchPostgres } from '../with-scratch-context.ts'
import { indexHistory } from './index-history.ts'
import { measurePlainCopy, RAW_TABLES, SUM_TABLES } from './measure-plain-copy.ts'

const EVENTS = 400_000

/**
 * Measures how many events of a replayed history are indexed per second, with all sums, and compares it with a
 * COPY of the same rows into empty tables with the same indexes: of the raw rows alone, and with the sums.
 */
export function benchIndexSpeed(): Promise<object> {
  return withScratchPostgres(async (postgres) => {
    const copySeconds = { raw: 0, sums: 0 }
    const indexed = await indexHistory(postgres, EVENTS, async ({ pool }) => {
      copySeconds.raw = await measurePlainCopy(pool, RAW_TABLES)
      copySeconds.sums = await measurePlainCopy(pool, SUM_TABLES)
    })
    return {
      bench: 'index',
      ...indexed,
      eventsPerSecond: Math.round(indexed.events / indexed.seconds),
      copySeconds,
      shareOfCopyOfRawRows: computeRatio(copySeconds.raw, indexed.seconds),
      shareOfCopyOfAllRows: computeRatio(copySeconds.raw + copySeconds.sums, indexed.seconds),
    }
  })
}
