import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { upsertLabel } from '@app/server/labels/change-labels.ts'
import type { Context } from '@app/server/runtime/context.ts'
import {
  buildTransferRows,
  propagateLabelTaint,
  writeIndexedRows,
} from '@app/server/testing/ledger.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'

/** A wallet with far more transfers than any real one, and an ordinary one. */
export const BUSY_WALLET = computeAddressAtIndex(1_000, 'local')
export const ORDINARY_WALLET = computeAddressAtIndex(1_001, 'local')
export const TRANSFER_COUNTS: Readonly<Record<'busy' | 'ordinary', number>> = {
  busy: 1_000_000,
  ordinary: 10,
}
/** Payments with the same counterparty, one after the other. */
const PAYMENTS_PER_COUNTERPARTY = 10
const FIRST_SECONDS = 1_600_000_000
const SECONDS_PER_PAYMENT = 60
const MAX_UNITS = 1_000_003n
const CHUNKS = 10

/**
 * Inserts two years of payments of the busy wallet in 25 tokens, one a minute, and ten of the ordinary one;
 * then builds every sum as the indexer does. The counterparty's row of each payment is left out: queries
 * about a wallet that sends no dust do not read the rows of other accounts.
 */
export async function seedLedger({ pool }: Pick<Context, 'pool'>): Promise<void> {
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
export async function insertPayment(context: Pick<Context, 'pool' | 'db'>): Promise<void> {
  const last = await loadCoverage(context.db)
  const height = (last?.toHeight ?? 0) + 1
  const seconds = FIRST_SECONDS + height * SECONDS_PER_PAYMENT
  const from = computeAddressAtIndex(2_000, 'local')
  await writeIndexedRows(context, {
    transfers: buildTransferRows([{ height, from, to: BUSY_WALLET, seconds }]),
  })
}

/** Lists an account as a scam and indexes its thefts of three tokens from the busy wallet, after all other transfers. */
export async function insertThefts(context: Context): Promise<void> {
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
