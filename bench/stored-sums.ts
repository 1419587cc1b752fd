import { judge } from '@app/score/judge.ts'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { loadFacts } from '@app/server/facts/load-facts.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { scoreAccount } from '@app/server/scorer/score-account.ts'
import type { Address } from '@app/values/address.ts'
import {
  BUSY_WALLET,
  insertPayment,
  insertThefts,
  ORDINARY_WALLET,
  seedLedger,
  TRANSFER_COUNTS,
} from './busy-ledger.ts'
import { measurePercentiles, roundRatio } from './percentiles.ts'
import { withScratchContext } from './with-scratch-context.ts'

/**
 * Measures how long it takes to score a wallet with a million transfers from the stored sums, compared with a
 * wallet with ten and with a round trip to the database. `judgeMs` covers loading and judging; `scoreMs` also
 * storing the new score with its evidence, after one more transfer each time; `judgeAfterTheftMs` is measured
 * after a listed account took from the wallet.
 */
export function benchStoredSums(): Promise<object> {
  return withScratchContext(async (context) => {
    const start = performance.now()
    await seedLedger(context)
    const fillSeconds = Math.round((performance.now() - start) / 1000)
    const roundTripMs = await measurePercentiles(() => context.pool.query('select 1'))
    const ordinaryJudgeMs = await measurePercentiles(() =>
      scoreFromStoredSums(context, ORDINARY_WALLET),
    )
    const judgeMs = await measurePercentiles(() => scoreFromStoredSums(context, BUSY_WALLET))
    const scoreMs = await measurePercentiles(
      () => scoreAccount(context, BUSY_WALLET),
      () => insertPayment(context),
    )
    await insertThefts(context)
    const judgeAfterTheftMs = await measurePercentiles(() =>
      scoreFromStoredSums(context, BUSY_WALLET),
    )
    return {
      bench: 'kept_sums',
      transfers: TRANSFER_COUNTS.busy,
      fillSeconds,
      judgeMs,
      scoreMs,
      judgeAfterTheftMs,
      ordinaryJudgeMs,
      roundTripMs,
      judgeInRoundTrips: roundRatio(judgeMs.p50, roundTripMs.p50),
      timesAsLongAsOrdinary: roundRatio(judgeMs.p50, ordinaryJudgeMs.p50),
    }
  })
}

function scoreFromStoredSums({ db, config, rules }: Context, address: Address): Promise<unknown> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const coverage = await loadCoverage(snapshot)
      if (coverage === null) throw new Error('chain_cursor is empty: seedLedger must run first')
      const { decoding } = rules.current
      const query = { address, network: config.network, coverage, decoding }
      return judge(await loadFacts(snapshot, query))
    })
}
