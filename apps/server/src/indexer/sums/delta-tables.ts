import type pg from 'pg'

/**
 * Temporary tables with the changes of one database transaction, emptied at its end. Every
 * statement on the sums reads them, so that no data is sent twice and no row is processed one by
 * one.
 */
const DELTA_TABLES: Readonly<Record<string, string>> = {
  /** Transfers and NFT moves; each transfer once for its token and once for all tokens together. */
  delta_move: `address text, counterparty text, token text, contract text, side text, units numeric,
    seconds bigint, height bigint, is_swept boolean, is_emptied boolean, is_dust boolean`,
  /** Own activities of accounts. */
  delta_account_activity: 'address text, height bigint, ms bigint, kind text',
  /** Pairs of counterparties before and after. */
  delta_counterparty: `address text, token text, hop smallint,
    old_in_count bigint, old_in_units numeric, old_out_count bigint, old_out_units numeric,
    old_taken_count bigint, old_taken_units numeric,
    in_count bigint, in_units numeric, out_count bigint, out_units numeric,
    taken_count bigint, taken_units numeric`,
  /** Changes of days and hours. */
  delta_calendar: `address text, token text, active_days bigint, active_hours bigint, days_in bigint,
    days_out bigint, days_both bigint, busiest_day bigint,
    swept_same_hour numeric, swept_same_day numeric`,
  /** Changes of exposure. */
  delta_exposure: `address text, token text, hop smallint, counterparties bigint, in_count bigint,
    in_units numeric, out_count bigint, out_units numeric, swept_count bigint, swept_units numeric`,
  /** Accounts whose taint level may have changed. */
  delta_taint_recheck: 'address text',
  /** Accounts whose taint level has changed. */
  delta_taint_level: 'address text, old_level smallint, new_level smallint',
  /** Accounts with changed score inputs. */
  delta_changed_account: 'address text',
}

const NAMES = Object.keys(DELTA_TABLES)

const CREATE = Object.entries(DELTA_TABLES)
  .map(
    ([name, columns]) =>
      `create temporary table if not exists ${name} (${forceInlineStorage(columns)}) on commit delete rows`,
  )
  .join(';')

/** Disables TOAST tables for the delta tables: a commit then truncates a third of the files. */
function forceInlineStorage(columns: string): string {
  return columns.replaceAll(/ (text|numeric)\b/g, ' $1 storage plain')
}

/** Creates the tables for this session if they do not exist. */
export async function createDeltaTables(client: pg.ClientBase): Promise<void> {
  await client.query(`set local client_min_messages to warning; ${CREATE}`)
}

/** Deletes the rows of the named tables, or of all, within a transaction. */
export async function clearDeltaTables(
  client: pg.ClientBase,
  names: readonly string[] = NAMES,
): Promise<void> {
  await client.query(names.map((name) => `delete from ${name}`).join(';'))
}
