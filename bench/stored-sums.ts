import { judge } from '@app/score/judge.ts'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { loadFacts } from '@app/server/facts/load-facts.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { upsertLabel } from '@app/server/labels/change-labels.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { scoreAccount } from '@app/server/scorer/score-account.ts'
import {
  buildTransferRows,
  propagateLabelTaint,
  writeIndexedRows,
} from '@app/server/testing/ledger.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { measurePercentiles, roundRatio } from './measure.ts'
import { withScratchContext } from './with-scratch-context.ts'

/** A wallet with far more transfers than any real one, and an ordinary one. */
const BUSY_WALLET = computeAddressAtIndex(1_000, 'local')
const ORDINARY_WALLET = computeAddressAtIndex(1_001, 'local')
const TRANSFER_COUNTS = { busy: 1_000_000, ordinary: 10 }
/** Payments with the same counterparty, one after the other. */
const PAYMENTS_PER_COUNTERPARTY = 10
const FIRST_SECONDS = 1_600_000_000
const SECONDS_PER_PAYMENT = 60
const MAX_UNITS = 1_000_003n
const CHUNKS = 10

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

/**
 * Inserts two years of payments of the busy wallet in 25 tokens, one a minute, and ten of the ordinary one;
 * then builds every sum as the indexer does. The counterparty's row of each payment is left out: queries
 * about a wallet that sends no dust do not read the rows of other accounts.
 */
async function seedLedger({ pool }: Pick<Context, 'pool'>): Promise<void> {
  await pool.query(INSERT_TRANSFERS, [BUSY_WALLET, TRANSFER_COUNTS.busy])
  await pool.query(INSERT_TRANSFERS, [ORDINARY_WALLET, TRANSFER_COUNTS.ordinary])
  await pool.query(INSERT_TRANSACTIONS)
  await pool.query(INSERT_CURSOR, [TRANSFER_COUNTS.busy])
  await pool.query(INSERT_HOLDINGS, [BUSY_WALLET, TRANSFER_COUNTS.busy])
  const size = TRANSFER_COUNTS.busy / CHUNKS
  const chunks = Array.from({ length: CHUNKS }, (_, i) => ({
    fromHeight: i * size + 1,
    toHeight: (i + 1) * size,
  }))
  await rebuildSums(pool, 'local', chunks)
  await pool.query('vacuum analyze')
}

/** Indexes one more payment to the busy wallet. */
async function insertPayment(context: Pick<Context, 'pool' | 'db'>): Promise<void> {
  const last = await loadCoverage(context.db)
  const height = (last?.toHeight ?? 0) + 1
  const seconds = FIRST_SECONDS + height * SECONDS_PER_PAYMENT
  const from = computeAddressAtIndex(2_000, 'local')
  await writeIndexedRows(context, {
    transfers: buildTransferRows([{ height, from, to: BUSY_WALLET, seconds }]),
  })
}

/** Lists an account as a scam and indexes its thefts of three tokens from the busy wallet, after all other transfers. */
async function insertThefts(context: Context): Promise<void> {
  const thief = computeAddressAtIndex(2_001, 'local')
  const label = { kind: 'scam', source: 'bench', confidence: 1, reason: 'stole' } as const
  await upsertLabel(context, { ...label, address: thief })
  await propagateLabelTaint(context)
  const last = await loadCoverage(context.db)
  const height = (last?.toHeight ?? 0) + 1
  const seconds = FIRST_SECONDS + height * SECONDS_PER_PAYMENT
  const theft = { height, seconds, from: BUSY_WALLET, to: thief, units: MAX_UNITS, isSwept: true }
  const thefts = [0, 1, 2].map((token) => ({ ...theft, token: toTokenType(token) }))
  await writeIndexedRows(context, { transfers: buildTransferRows(thefts) })
}

const toTokenType = (number: number): string => `A.0ae53cb6e3f42a79.Token${number}.Vault`

const INSERT_TRANSFERS = `
insert into chain_transfer (address, height, tx_index, event_index, split_index, side, counterparty, token,
  units, tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select $1, n, 0, 0, 0, case when n % 3 = 0 then 'out' else 'in' end,
  '0x' || lpad(to_hex(other), 16, '0'), 'A.0ae53cb6e3f42a79.Token' || other % 25 || '.Vault',
  1 + n * 104729::bigint % ${MAX_UNITS}, lpad(to_hex(n), 64, '0'), (${FIRST_SECONDS} + n * ${SECONDS_PER_PAYMENT}::bigint) * 1000,
  n % 3 = 0, false, false, false
from generate_series(1, $2::int) n
cross join lateral (select n / ${PAYMENTS_PER_COUNTERPARTY} as other) met`

const INSERT_TRANSACTIONS = `
insert into chain_transaction
select address, height, tx_index, tx_id, block_ms, is_initiated, is_initiated, is_initiated
from chain_transfer`

const INSERT_CURSOR = `
insert into chain_cursor (direction, from_height, to_height, block_id, parent_id, block_ms, node_height)
values ('live', 0, $1::bigint, 'newest', 'before', (${FIRST_SECONDS} + $1::bigint * ${SECONDS_PER_PAYMENT}) * 1000, $1::bigint)`

const INSERT_HOLDINGS = `
with read as (insert into score_holding_read values ($1, $2, 0))
insert into score_holding select $1, 'A.0ae53cb6e3f42a79.Art' || n || '.Collection', n
from generate_series(1, 20) n`
