import type { BlockRange } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import type pg from 'pg'
import { createPool } from '../db/create-pool.ts'
import { formatDatabaseLocation, formatReason } from '../db/prepare-database.ts'
import type { CursorRow, DecodedRow } from '../db/tables/chain-tables.ts'
import type { NewLabel } from '../labels/label.ts'

/** One connection that sees a database as it was when it was opened, and cannot write. */
export type SourceDatabase = pg.ClientBase

/** Begins the transaction of a source. Throws when the database has no tables of this project. */
async function beginReading(client: SourceDatabase): Promise<void> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query('select from migration limit 1')
}

/** Reads which blocks are indexed; `null` when none is. */
export async function readIndexedBlocks(source: SourceDatabase): Promise<BlockRange | null> {
  const { rows } = await source.query<CursorRow>('select * from chain_cursor')
  const live = rows.find(({ direction }) => direction === 'live')
  if (live === undefined) return null
  const backfill = rows.find(({ direction }) => direction === 'backfill')
  return { fromHeight: backfill?.from_height ?? live.from_height, toHeight: live.to_height }
}

/** Reads which decoding has read which blocks, lowest first. */
export async function readDecodings(source: SourceDatabase): Promise<DecodedRow[]> {
  const { rows } = await source.query<DecodedRow>(
    'select * from chain_decoded order by from_height',
  )
  return rows
}

/** Reads any account with events; `null` when there is none. */
export async function readAnyAccount(source: SourceDatabase): Promise<Address | null> {
  const { rows } = await source.query<{ address: Address }>(
    'select address from chain_change limit 1',
  )
  return rows[0]?.address ?? null
}

/** Every block with rows, with its time; a block may be there several times. */
const BLOCKS = `
  select height, block_ms from chain_transfer union all
  select height, block_ms from chain_nft_move union all
  select height, block_ms from chain_account_event union all
  select height, block_ms from chain_contract_event`

/**
 * Reads the height of the first block with rows at most `leadMs` of block time before the first one of the
 * range; `null` when the range has no rows.
 */
export async function readLeadHeight(
  source: SourceDatabase,
  { fromHeight, toHeight }: BlockRange,
  leadMs: number,
): Promise<number | null> {
  const { rows } = await source.query<{ height: number | null }>(
    `with block as (${BLOCKS})
     select min(height) as height from block where block_ms >= -$3::bigint + (
       select min(block_ms) from block where height between $1 and $2)`,
    [fromHeight, toHeight, leadMs],
  )
  return rows[0]?.height ?? null
}

/** One change of the lists. */
export interface DatedLabelChange {
  /** Unix milliseconds of the wall clock. */
  atMs: number
  isRemoval: boolean
  /** With the confidence and the reason that the entry has now. */
  label: NewLabel
}

interface LabelChangeRow extends NewLabel {
  atMs: number
  action: 'added' | 'changed' | 'removed'
}

/**
 * `dated`: each entry stands from the first block after it was made until it was removed. `current`: the entries
 * that stand now stand at every block.
 */
export type LabelMode = 'dated' | 'current'

/** Reads every change of the lists, oldest first. */
export async function readLabelChanges(
  source: SourceDatabase,
  mode: LabelMode,
): Promise<DatedLabelChange[]> {
  const at = mode === 'current' ? '0' : 'floor(extract(epoch from change.at) * 1000)'
  const { rows } = await source.query<LabelChangeRow>(
    `select ${at}::bigint as "atMs", change.action,
       entry.address, entry.kind, entry.source, entry.confidence, entry.reason
     from label_change change
     join label_entry entry on entry.address = change.address and entry.id = change.label_id
     order by change.seq`,
  )
  return rows.map(({ atMs, action, confidence, ...label }) => ({
    atMs,
    isRemoval: action === 'removed',
    label: { ...label, confidence: confidence / FACTOR_UNIT },
  }))
}

/** Why an account counts as bad: it is on a scam list now, or people voted so. */
export type KnownBadCause = 'listed' | 'vote'

/**
 * Reads which of the accounts are known to be bad: on a scam list now, frozen by a vote that found against them and
 * was not reversed, or with an appeal that was denied. The others are ordinary.
 */
export async function readVerdicts(
  source: SourceDatabase,
  accounts: readonly Address[],
): Promise<Map<Address, KnownBadCause>> {
  const { rows } = await source.query<{ address: Address; verdict: KnownBadCause }>(
    `select address, case when is_listed then 'listed' else 'vote' end as verdict
     from unnest($1::text[]) as account (address)
     cross join lateral (
       select exists (
         select from label_entry label
         where label.address = account.address and label.kind = 'scam' and label.removed_at is null
       ) as is_listed
     ) list
     where is_listed or exists (
       select from dao_freeze frozen
       where frozen.address = account.address and frozen.flag_case_id is not null
         and frozen.renewed_at is not null and frozen.end_proposal_id is null
         and not exists (
           select from dao_appeal appeal where appeal.address = frozen.address
           and appeal.freeze_number = frozen.number and appeal.outcome = 'upheld')
     ) or exists (
       select from dao_appeal appeal
       where appeal.address = account.address and appeal.outcome = 'denied'
     )`,
    [accounts],
  )
  return new Map(rows.map(({ address, verdict }) => [address, verdict]))
}

const SILENT = { warn: () => {} }

/**
 * Opens the database of a server for reading. `resources` closes it. Throws `FatalError`, without the
 * password, when it cannot be read.
 */
export async function openSource(
  databaseUrl: string,
  resources: AsyncDisposableStack,
): Promise<SourceDatabase> {
  const pool = createPool(databaseUrl, SILENT)
  resources.defer(() => pool.end())
  try {
    const client = await pool.connect()
    resources.defer(() => client.release(true))
    await beginReading(client)
    return client
  } catch (error) {
    throw new FatalError(
      `The database at ${formatDatabaseLocation(databaseUrl)} cannot be read (${formatReason(error)}): start the server, or set DATABASE_URL to its database.`,
      { cause: error },
    )
  }
}
