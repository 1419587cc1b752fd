import type { Context } from '@app/server/context.ts'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { listAccount } from '@app/server/labels/list-account.ts'
import { followLabels, index, transferRows } from '@app/server/testing/ledger.ts'
import { addressAt } from '@app/values/account-index.ts'

/** The busiest wallet that we can imagine, and an ordinary one. */
export const BUSY = addressAt(1_000, 'local')
export const ORDINARY = addressAt(1_001, 'local')
export const TRANSFERS: Readonly<Record<'busy' | 'ordinary', number>> = {
  busy: 1_000_000,
  ordinary: 10,
}
/** Payments with the same counterparty, one after the other. */
const PAYMENTS_A_COUNTERPARTY = 10
const FIRST_SECONDS = 1_600_000_000
const SECONDS_A_PAYMENT = 60
const MOST_UNITS = 1_000_003n
const CHUNKS = 10

/**
 * Two years of payments of the busy wallet in 25 tokens, one a minute, and ten of the ordinary one; then
 * every sum, as the indexer keeps it. The other side of each payment is left out: no query about a wallet
 * that sends no dust reads what is of others.
 */
export async function fillLedger({ pool }: Pick<Context, 'pool'>): Promise<void> {
  await pool.query(INSERT_TRANSFERS, [BUSY, TRANSFERS.busy])
  await pool.query(INSERT_TRANSFERS, [ORDINARY, TRANSFERS.ordinary])
  await pool.query(INSERT_TRANSACTIONS)
  await pool.query(INSERT_CURSOR, [TRANSFERS.busy])
  await pool.query(INSERT_HOLDINGS, [BUSY, TRANSFERS.busy])
  const size = TRANSFERS.busy / CHUNKS
  const chunks = Array.from({ length: CHUNKS }, (_, i) => ({
    fromHeight: i * size + 1,
    toHeight: (i + 1) * size,
  }))
  await rebuildSums(pool, 'local', chunks)
  await pool.query('vacuum analyze')
}

/** One more payment to the busy wallet, as the indexer writes it. */
export async function payOnce(context: Pick<Context, 'pool' | 'db'>): Promise<void> {
  const last = await loadCoverage(context.db)
  const height = (last?.toHeight ?? 0) + 1
  const seconds = FIRST_SECONDS + height * SECONDS_A_PAYMENT
  const from = addressAt(2_000, 'local')
  await index(context, { transfers: transferRows([{ height, from, to: BUSY, seconds }]) })
}

/** A listed account takes from the busy wallet in three of its tokens, the last thing that happens to it. */
export async function robBusy(context: Context): Promise<void> {
  const thief = addressAt(2_001, 'local')
  const label = { kind: 'scam', source: 'bench', confidence: 1, reason: 'stole' } as const
  await listAccount(context, { ...label, address: thief })
  await followLabels(context)
  const last = await loadCoverage(context.db)
  const height = (last?.toHeight ?? 0) + 1
  const seconds = FIRST_SECONDS + height * SECONDS_A_PAYMENT
  const theft = { height, seconds, from: BUSY, to: thief, units: MOST_UNITS, isSwept: true }
  const thefts = [0, 1, 2].map((token) => ({ ...theft, token: tokenOf(token) }))
  await index(context, { transfers: transferRows(thefts) })
}

const tokenOf = (number: number): string => `A.0ae53cb6e3f42a79.Token${number}.Vault`

const INSERT_TRANSFERS = `
insert into chain_transfer (address, height, tx_index, event_index, part, side, counterparty, token,
  units, tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select $1, n, 0, 0, 0, case when n % 3 = 0 then 'out' else 'in' end,
  '0x' || lpad(to_hex(other), 16, '0'), 'A.0ae53cb6e3f42a79.Token' || other % 25 || '.Vault',
  1 + n * 104729::bigint % ${MOST_UNITS}, lpad(to_hex(n), 64, '0'), (${FIRST_SECONDS} + n * ${SECONDS_A_PAYMENT}::bigint) * 1000,
  n % 3 = 0, false, false, false
from generate_series(1, $2::int) n
cross join lateral (select n / ${PAYMENTS_A_COUNTERPARTY} as other) met`

const INSERT_TRANSACTIONS = `
insert into chain_transaction
select address, height, tx_index, tx_id, block_ms, is_initiated, is_initiated, is_initiated
from chain_transfer`

const INSERT_CURSOR = `
insert into chain_cursor (lane, from_height, to_height, block_id, parent_id, block_ms, node_height)
values ('live', 0, $1::bigint, 'newest', 'before', (${FIRST_SECONDS} + $1::bigint * ${SECONDS_A_PAYMENT}) * 1000, $1::bigint)`

const INSERT_HOLDINGS = `
with read as (insert into score_holding_read values ($1, $2, 0))
insert into score_holding select $1, 'A.0ae53cb6e3f42a79.Art' || n || '.Collection', n
from generate_series(1, 20) n`
