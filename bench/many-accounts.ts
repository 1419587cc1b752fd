import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { upsertLabels } from '@app/server/labels/change-labels.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'

/** Number of accounts, and of their transfers: most have few. */
const ACCOUNTS = 2_000
export const TRANSFERS = { min: 8, max: 1_000 } as const

const FIRST_INDEX = 1_000
const COUNTERPARTIES = 20_000
const LISTED = 50
const FIRST_SECONDS = 1_700_000_000
const SPAN_SECONDS = 200 * 86_400

function toAddresses(count: number, firstIndex: number): Address[] {
  return Array.from({ length: count }, (_, i) => computeAddressAtIndex(firstIndex + i, 'local'))
}

/** The accounts that change. */
export const CHANGING_ACCOUNTS = toAddresses(ACCOUNTS, FIRST_INDEX)

/**
 * Inserts accounts with 8 to 1,000 transfers each, as many below 90 as above, in six tokens, with 6 to 25
 * counterparties; a fifth also have NFTs, one in fifty was robbed by a listed account, one in thirty sends dust.
 * Then builds every sum as the indexer does.
 */
export async function seedAccounts(context: Pick<Context, 'pool' | 'db'>): Promise<void> {
  const { pool } = context
  const accounts = CHANGING_ACCOUNTS
  const others = toAddresses(COUNTERPARTIES, FIRST_INDEX + ACCOUNTS)
  await pool.query(INSERT_TRANSFERS, [accounts, others])
  await pool.query(INSERT_DUST)
  await pool.query(INSERT_TRANSACTIONS)
  await pool.query(INSERT_NFT_MOVES, [accounts])
  await pool.query(INSERT_ACCOUNTS, [accounts])
  await pool.query(INSERT_CURSOR)
  const about = { kind: 'scam', source: 'bench', confidence: 1, reason: 'stole' } as const
  await upsertLabels(
    context,
    others.slice(0, LISTED).map((address) => ({ ...about, address })),
  )
  await rebuildSums(pool, 'local')
  await pool.query('vacuum analyze')
}

/** Marks accounts as changed, as the indexer does when it has written their sums. */
export async function markChanged(
  { pool }: Pick<Context, 'pool'>,
  addresses: readonly Address[],
): Promise<void> {
  await pool.query(
    `with step as materialized (select nextval('chain_change_seq') as seq)
     update chain_change set seq = step.seq from step where address = any($1)`,
    [addresses],
  )
}

const INSERT_TRANSFERS = `
insert into chain_transfer (address, height, tx_index, event_index, split_index, side, counterparty, token,
  units, tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select account, (seconds - ${FIRST_SECONDS}) / 10, i % 1000, n, 0,
  case when is_out then 'out' else 'in' end,
  case when is_theft then ($2::text[])[1 + i % ${LISTED}] else ($2::text[])[1 + (i * 7 + n * n % circle * 13) % ${COUNTERPARTIES}] end,
  case when n % 5 > 0 then 'A.0ae53cb6e3f42a79.FlowToken.Vault' else 'A.0ae53cb6e3f42a79.Token' || n % 6 || '.Vault' end,
  1000 + (n * 104729::bigint + i * 7919) % 1000003 / case when is_out then 2 else 1 end,
  md5(i || '-' || n) || md5(n || '+' || i), seconds::bigint * 1000, is_out and not is_theft, is_theft, false, false
from unnest($1::text[]) with ordinality as listed (account, i)
cross join lateral (
  select round(${TRANSFERS.min} * power(${TRANSFERS.max / TRANSFERS.min}, (i * 7919 % ${ACCOUNTS}) / ${ACCOUNTS}.0))::int as transfers,
    6 + i % 20 as circle) size
cross join lateral generate_series(1, transfers) n
cross join lateral (
  select ${FIRST_SECONDS} + (n * ${SPAN_SECONDS}::bigint / transfers + (n * 7919 + i * 104729) % 40000)::int as seconds,
    n % 5 in (1, 3) as is_out_by_turn, i % 50 = 0 and n = 6 as is_theft) move
cross join lateral (select is_out_by_turn or is_theft as is_out) direction`

const INSERT_DUST = `
insert into chain_transfer (address, height, tx_index, event_index, split_index, side, counterparty, token, units,
  tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select counterparty, height, tx_index, event_index, 1, 'in', address, token, units, tx_id, block_ms, false, false, false, true
from chain_transfer where side = 'out' and event_index % 4 = 1 and not is_swept and right(address, 2) < '08'
on conflict do nothing`

const INSERT_TRANSACTIONS = `
insert into chain_transaction
select distinct on (address, height, tx_index) address, height, tx_index, tx_id, block_ms, true, true, true
from chain_transfer where is_initiated`

const INSERT_NFT_MOVES = `
insert into chain_nft_move (address, height, tx_index, event_index, side, counterparty, nft_type, nft_id, tx_id, block_ms,
  is_initiated, is_swept)
select account, i + n * 1000, 1000, n, 'in', null, 'A.0ae53cb6e3f42a79.Art.NFT', n, md5(i || '*' || n) || md5(n || '*' || i),
  (${FIRST_SECONDS} + (i + n * 1000) * 10::bigint) * 1000, false, false
from unnest($1::text[]) with ordinality as listed (account, i) cross join generate_series(1, 10) n
where i % 5 = 0`

const INSERT_ACCOUNTS = `
with created as (
  insert into chain_account_event (address, height, tx_index, event_index, kind, detail, tx_id, block_ms)
  select account, 0, 5000, i, 'account_created', null, md5(i::text) || md5(i::text), ${FIRST_SECONDS}::bigint * 1000
  from unnest($1::text[]) with ordinality as listed (account, i)
  returning address, block_ms, event_index)
insert into chain_account select address, ${FIRST_INDEX} + event_index, 0, block_ms from created`

const INSERT_CURSOR = `
insert into chain_cursor (direction, from_height, to_height, block_id, parent_id, block_ms, node_height)
select 'live', 0, max(height), 'newest', 'before', max(block_ms), max(height) from chain_transfer`
