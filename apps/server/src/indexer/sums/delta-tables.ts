import type pg from 'pg'

/**
 * What one transaction adds, in temporary tables that are empty again when it ends: every statement on
 * the sums reads its part from here, so that nothing is sent twice and nothing is done row by row.
 */
const DELTA_TABLES: Readonly<Record<string, string>> = {
  /** Transfers and NFT moves; each transfer once for its token and once for all tokens together. */
  delta_move: `address text, counterparty text, token text, contract text, side text, units numeric,
    seconds bigint, height bigint, is_swept boolean, is_emptied boolean, is_dust boolean`,
  /** What accounts did themselves. */
  delta_account_activity: 'address text, height bigint, ms bigint, kind text',
  /** Pairs of counterparties before and after. */
  delta_counterparty: `address text, token text, hop smallint,
    old_in_count bigint, old_in_units numeric, old_out_count bigint, old_out_units numeric,
    old_taken_count bigint, old_taken_units numeric,
    in_count bigint, in_units numeric, out_count bigint, out_units numeric,
    taken_count bigint, taken_units numeric`,
  /** What days and hours add. */
  delta_calendar: `address text, token text, active_days bigint, active_hours bigint, days_in bigint,
    days_out bigint, days_both bigint, busiest_day bigint,
    swept_same_hour numeric, swept_same_day numeric`,
  /** What exposure gains or loses. */
  delta_exposure: `address text, token text, hop smallint, counterparties bigint, in_count bigint,
    in_units numeric, out_count bigint, out_units numeric, swept_count bigint, swept_units numeric`,
  /** Accounts whose taint level may be another now. */
  delta_taint_recheck: 'address text',
  /** Accounts whose taint level is another now. */
  delta_taint_level: 'address text, old_level smallint, new_level smallint',
  /** Accounts of which anything that a score rests on changed. */
  delta_changed_account: 'address text',
}

const NAMES = Object.keys(DELTA_TABLES)

const CREATE = Object.entries(DELTA_TABLES)
  .map(
    ([name, columns]) =>
      `create temporary table if not exists ${name} (${forceInlineStorage(columns)}) on commit delete rows`,
  )
  .join(';')

/** Without a place for long values beside each table, a commit has a third of the files to empty. */
function forceInlineStorage(columns: string): string {
  return columns.replaceAll(/ (text|numeric)\b/g, ' $1 storage plain')
}

/** Makes the tables for this session when they are not there. */
export async function createDeltaTables(client: pg.ClientBase): Promise<void> {
  await client.query(`set local client_min_messages to warning; ${CREATE}`)
}

/** Empties some of them, or all, in the middle of a transaction. */
export async function clearDeltaTables(
  client: pg.ClientBase,
  names: readonly string[] = NAMES,
): Promise<void> {
  await client.query(names.map((name) => `delete from ${name}`).join(';'))
}
