import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type pg from 'pg'

/**
 * Temporary tables with the changes of one database transaction, emptied at its end. Every
 * statement on the sums reads them, so that no data is sent twice and no row is processed one by
 * one.
 */
const DELTA_TABLES: Readonly<Record<string, string>> = {
  /**
   * Transfers and NFT moves; each transfer once for its token and once for all tokens together. The sign is -1 for
   * those that leave the sums as what they were: because they are no longer stored, became own money, or stopped to be.
   */
  delta_move: `address text, counterparty text, token text, contract text, side text, units numeric,
    seconds bigint, height bigint, is_swept boolean, is_emptied boolean, is_dust boolean,
    own_place text, sign smallint`,
  delta_stake_act: `stake text, address text, height bigint, tx_index integer, event_index integer,
    split_index integer`,
  /** Accounts that may have become children, or stopped to be. */
  delta_child: 'child text',
  /** Transfers of COAs that are rewritten. */
  delta_coa_move: `address text, height bigint, tx_index integer, event_index integer,
    split_index integer, sender text, recipient text, initiator text, is_initiated boolean,
    is_swept boolean, is_emptied boolean, is_dust boolean, token text, units numeric,
    balance_after numeric, tx_id text, block_ms bigint`,
  delta_account_activity: 'address text, height bigint, ms bigint, kind text',
  /** Pairs of counterparties before and after. */
  delta_counterparty: `address text, token text, hop smallint, is_account boolean,
    old_in_count bigint, old_in_units numeric, old_out_count bigint, old_out_units numeric,
    old_taken_count bigint, old_taken_units numeric, old_own_count bigint,
    in_count bigint, in_units numeric, out_count bigint, out_units numeric,
    taken_count bigint, taken_units numeric, own_count bigint`,
  /** COAs of which the payment where their owner ends is computed again, and that place; none without an owner. */
  delta_handover: `address text, sender text, height bigint, tx_index integer, event_index integer,
    tx_id text, block_ms bigint`,
  delta_calendar: `address text, token text, active_days bigint, active_hours bigint, days_in bigint,
    days_out bigint, days_both bigint, busiest_day bigint,
    swept_same_hour numeric, swept_same_day numeric`,
  delta_exposure: `address text, token text, hop smallint, counterparties bigint, in_count bigint,
    in_units numeric, out_count bigint, out_units numeric, swept_count bigint, swept_units numeric`,
  /** Accounts whose taint level may have changed. */
  delta_taint_recheck: 'address text',
  /** Accounts whose taint level has changed. */
  delta_taint_level: 'address text, new_level smallint, new_steps smallint',
  /** Accounts with changed score inputs. */
  delta_changed_account: 'address text',
}

const NAMES = Object.keys(DELTA_TABLES)

/** Transfers to mark, with the place. What one pass over the sums found waits here for the next one. */
const FLIP_TABLE = {
  delta_own_flip: `address text, height bigint, tx_index integer, event_index integer,
    split_index integer, own_place text`,
}

const CREATE = Object.entries({ ...DELTA_TABLES, ...FLIP_TABLE })
  .map(
    ([name, columns]) =>
      `create temporary table if not exists ${name} (${forceInlineStorage(columns)}) on commit delete rows`,
  )
  .join(';')

/** Disables TOAST tables for the delta tables: a commit then truncates a third of the files. */
function forceInlineStorage(columns: string): string {
  return columns.replaceAll(/ (text|numeric)\b/g, ' $1 storage plain')
}

export async function createDeltaTables(client: pg.ClientBase): Promise<void> {
  await client.query(`set local client_min_messages to warning; ${CREATE}`)
}

/** Deletes the rows of the named tables, or of all but `delta_own_flip`, within a transaction. */
export async function clearDeltaTables(
  client: pg.ClientBase,
  names: readonly string[] = NAMES,
): Promise<void> {
  await client.query(names.map((name) => `delete from ${name}`).join(';'))
}

/**
 * Builds SQL that inserts the transfers of `source` into `delta_move`. What a Cadence-owned account of an account
 * received is put there by that account, and what it paid is taken out again.
 */
export const buildTransferDeltaInsert = (source: string): string => buildSignedInsert(source, 1)

/** Builds SQL that inserts the transfers of `source`, which leave the sums as what they were, into `delta_move`. */
export const buildRemovedTransferInsert = (source: string): string => buildSignedInsert(source, -1)

function buildSignedInsert(source: string, sign: 1 | -1): string {
  return `
    insert into delta_move
    select address, counted.counterparty, counted.token, null, counted.side, counted.units,
      block_ms / 1000, height, is_swept and counted.own_place is null,
      is_emptied and counted.own_place is null, is_dust, counted.own_place, ${sign}
    from ${source} moved
    cross join lateral (
      values (moved.counterparty, moved.side, moved.token, moved.units, moved.own_place),
        (moved.counterparty, moved.side, '${ALL_TOKENS}', 0, moved.own_place)
      union all
      select null, case moved.side when 'in' then 'out' else 'in' end, moved.token, moved.units, 'evm'
      where moved.is_in_evm
    ) counted (counterparty, side, token, units, own_place)`
}

/** Builds SQL that inserts the NFT moves of `source` into `delta_move`, one unit each. */
export function buildNftMoveDeltaInsert(source: string): string {
  return `
    insert into delta_move
    select address, counterparty, '${NFTS}', regexp_replace(nft_type, '\\.[^.]*$', ''), side, 1,
      block_ms / 1000, height, is_swept, false, false, null, 1
    from ${source}`
}

export function buildStakeActDeltaInsert(source: string): string {
  return `
    insert into delta_stake_act
    select stake, address, height, tx_index, event_index, split_index from ${source}`
}

export function buildChildActDeltaInsert(source: string): string {
  return `insert into delta_child select child from ${source}`
}

export function buildAccountEventDeltaInsert(source: string): string {
  return `insert into delta_account_activity select address, height, block_ms, kind from ${source}`
}

/**
 * Builds SQL that inserts the proposers and sponsors of the transactions of `source` into
 * `delta_account_activity`.
 */
export function buildTransactionDeltaInsert(source: string): string {
  return `
    insert into delta_account_activity
    select address, height, block_ms, case when is_proposer then 'proposed' else 'sponsored' end
    from ${source}
    where is_proposer or (is_payer and not is_authorizer)`
}
