import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { readGzipStart, startGzip } from '@app/server/scorer/gzip-start.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'

const FIRST_INDEX = 1_000
const NEW_WALLETS = 100
export const TRANSFERS_PER_WALLET = 10_000
const FIRST_COPY_INDEX = 100_000
const COPIES_PER_QUERY = 50_000
const ANSWERS_PER_QUERY = 1_000
const FIRST_SECONDS = 1_700_000_000
const SECONDS_PER_BLOCK = 600

const toAddresses = (count: number, firstIndex: number): Address[] =>
  Array.from({ length: count }, (_, index) => computeAddressAtIndex(firstIndex + index, 'local'))

/** Wallets with 10,000 transfers each, which nobody has scored. */
export const NEW_ADDRESSES = toAddresses(NEW_WALLETS, FIRST_INDEX)

/** Inserts the transfers of the new wallets and builds their sums; every publication counts as indexed. */
export async function seedNewWallets(
  { pool }: Pick<Context, 'pool'>,
  transfersPerWallet = TRANSFERS_PER_WALLET,
): Promise<void> {
  await pool.query(INSERT_TRANSFERS, [NEW_ADDRESSES, transfersPerWallet])
  await pool.query(INSERT_TRANSACTIONS)
  await pool.query(INSERT_CURSOR)
  await pool.query(INSERT_PUBLISHER)
  await pool.query(INSERT_DEPLOYMENT, [CONTRACT_ADDRESSES.local.DharmaScore])
  await rebuildSums(pool, 'local')
  await pool.query('vacuum analyze')
}

/**
 * Copies the scores of the new wallets to `count` other addresses, with what a kept answer depends on. Every tenth
 * is published. Returns the addresses.
 */
export async function copyScores(
  { pool }: Pick<Context, 'pool'>,
  count: number,
): Promise<Address[]> {
  const addresses = toAddresses(count, FIRST_COPY_INDEX)
  for (let from = 0; from < count; from += COPIES_PER_QUERY) {
    const copies = addresses.slice(from, from + COPIES_PER_QUERY)
    for (const query of COPY_SCORES) await pool.query(query, [NEW_ADDRESSES, copies])
    await copyAnswers(pool, copies)
  }
  await pool.query('vacuum analyze')
  return addresses
}

const INSERT_ANSWERS = `
insert into score_answer (address, seq, format, compressed, improve)
select copy, seq, format, copied.compressed, improve
from unnest($1::text[], $2::text[], $3::bytea[]) as copied (original, copy, compressed)
join score_answer on address = original`

/** Each copy names its own address. */
async function copyAnswers(pool: Context['pool'], copies: readonly Address[]): Promise<void> {
  const { rows } = await pool.query(
    'select address, compressed from score_answer where address = any($1)',
    [NEW_ADDRESSES],
  )
  const texts = new Map(rows.map(({ address, compressed }) => [address, readGzipStart(compressed)]))
  for (let from = 0; from < copies.length; from += ANSWERS_PER_QUERY) {
    const some = copies.slice(from, from + ANSWERS_PER_QUERY)
    const originals = some.map(
      (_, index) => NEW_ADDRESSES[(from + index + 1) % NEW_WALLETS] as Address,
    )
    const data = some.map((copy, index) => {
      const original = originals[index] as Address
      return startGzip((texts.get(original) ?? '').replaceAll(original, copy))
    })
    await pool.query(INSERT_ANSWERS, [originals, some, data])
  }
}

const INSERT_TRANSFERS = `
insert into chain_transfer (address, height, tx_index, event_index, split_index, side, counterparty, token,
  units, tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select wallet, n, i % 1000, i, 0, case when n % 3 = 0 then 'out' else 'in' end,
  '0x' || lpad(to_hex(1 + (n / 10 * 7919 + i) % 5000), 16, '0'), 'A.0ae53cb6e3f42a79.Token' || n % 6 || '.Vault',
  1 + n * 104729::bigint % 1000003, md5(i || '-' || n) || md5(n || '+' || i),
  (${FIRST_SECONDS} + n * ${SECONDS_PER_BLOCK}::bigint) * 1000, n % 3 = 0, false, false, false
from unnest($1::text[]) with ordinality as listed (wallet, i) cross join generate_series(1, $2::int) n`

const INSERT_TRANSACTIONS = `
insert into chain_transaction
select address, height, tx_index, tx_id, block_ms, is_initiated, is_initiated, is_initiated
from chain_transfer`

const INSERT_CURSOR = `
with live as (
  insert into chain_cursor (direction, from_height, to_height, block_id, parent_id, block_ms, node_height)
  select 'live', 0, max(height), 'newest', 'before', max(block_ms), max(height) from chain_transfer
  returning to_height)
insert into chain_contract_cursor (height) select to_height from live`

const INSERT_PUBLISHER = `insert into chain_publisher (publisher) values ('0xf8d6e0586b0a20c7')`

const INSERT_DEPLOYMENT = `
insert into chain_account_event (address, height, tx_index, event_index, kind, detail, tx_id, block_ms)
values ($1, 0, 0, 0, 'contract_added', 'DharmaScore', repeat('0', 64), 0)`

const JOIN_ORIGINAL = `
from unnest($2::text[]) with ordinality as copied (copy, i)
join unnest($1::text[]) with ordinality as listed (original, j) on j = 1 + i % cardinality($1::text[])`

const COPY_SCORES = [
  `insert into score_tracked_account (address, requested_by, chain_seq, label_seq, dao_seq, report_seq)
   select copy, requested_by, chain_seq, label_seq, dao_seq, report_seq ${JOIN_ORIGINAL}
   join score_tracked_account on address = original`,
  `insert into chain_change (address, seq) select copy, seq ${JOIN_ORIGINAL} join chain_change on address = original`,
  `insert into score_current (address, seq, score, risk_level, confidence)
   select copy, seq, score, risk_level, confidence ${JOIN_ORIGINAL} join score_current on address = original`,
  // The inputs and reasons of a stored score are not read for an answer that is kept.
  `insert into score_result
   select (jsonb_populate_record(own, jsonb_build_object('address', copy, 'inputs', '{}'::jsonb, 'reasons', '[]'::jsonb))).*
   ${JOIN_ORIGINAL} join score_result own on address = original`,
  `insert into chain_contract_event (height, tx_index, event_index, tx_id, block_ms, type, fields)
   select 1 + i, 1, ('x' || right(copy, 7))::bit(28)::int, repeat('a', 64), ${FIRST_SECONDS}000, 'DharmaScore.ScorePublished',
     jsonb_build_object('address', copy, 'publisher', '0xf8d6e0586b0a20c7', 'scoreTenths', '500', 'level', 'NORMAL', 'version', '1.4.0',
       'factors', '["5000", "5000", "5000", "5000", "5000", "5000"]'::jsonb, 'evidenceHash', repeat('ab', 32), 'blockHeight', '1')
   ${JOIN_ORIGINAL} where i % 10 = 0 on conflict do nothing`,
]
