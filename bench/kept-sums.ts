import { judge } from '@app/score/judge.ts'
import type { Context } from '@app/server/context.ts'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { loadFacts } from '@app/server/facts/load-facts.ts'
import { scoreAccount } from '@app/server/scorer/score-account.ts'
import type { Address } from '@app/values/address.ts'
import { BUSY, fillLedger, ORDINARY, payOnce, robBusy, TRANSFERS } from './busy-ledger.ts'
import { percentilesOf, ratio } from './percentiles.ts'
import { withScratchContext } from './scratch-context.ts'

/**
 * How long a wallet with a million transfers takes to score from the kept sums, beside one with ten and
 * beside a round trip to the database. `judge` reads and judges; `score` also stores the new score with
 * its evidence, after one more transfer each time; before `robbedJudge` a listed account took from it.
 */
export function benchKeptSums(): Promise<object> {
  return withScratchContext(async (context) => {
    const start = performance.now()
    await fillLedger(context)
    const fillSeconds = Math.round((performance.now() - start) / 1000)
    const roundTripMs = await percentilesOf(() => context.pool.query('select 1'))
    const ordinaryJudgeMs = await percentilesOf(() => judgeFromSums(context, ORDINARY))
    const judgeMs = await percentilesOf(() => judgeFromSums(context, BUSY))
    const scoreMs = await percentilesOf(
      () => scoreAccount(context, BUSY),
      () => payOnce(context),
    )
    await robBusy(context)
    const robbedJudgeMs = await percentilesOf(() => judgeFromSums(context, BUSY))
    return {
      bench: 'kept_sums',
      transfers: TRANSFERS.busy,
      fillSeconds,
      judgeMs,
      scoreMs,
      robbedJudgeMs,
      ordinaryJudgeMs,
      roundTripMs,
      judgeInRoundTrips: ratio(judgeMs.p50, roundTripMs.p50),
      timesAsLongAsOrdinary: ratio(judgeMs.p50, ordinaryJudgeMs.p50),
    }
  })
}

function judgeFromSums({ db, config }: Context, address: Address): Promise<unknown> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const coverage = await loadCoverage(snapshot)
      if (coverage === null) throw new Error('the ledger has no cursor')
      return judge(await loadFacts(snapshot, { address, network: config.network, coverage }))
    })
}
