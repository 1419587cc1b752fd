import type pg from 'pg'
import {
  ADD_ACCOUNT_ACTIVITY,
  ADD_ACCOUNT_DAYS,
  ADD_ACCOUNT_EVENT_COUNTS,
  ADD_COLLECTIONS,
} from './accounts.ts'
import { ADD_ACTIVITY } from './activity.ts'
import { ADD_BUCKETS } from './buckets.ts'
import { ADD_COUNTERPARTIES, ADD_DUST_SENT } from './counterparties.ts'
import { ADD_PAIR_EXPOSURE, propagateTaint, RECHECK_MOVERS, type TaintOptions } from './exposure.ts'

/**
 * Adds the rows of the delta tables to every sum, and propagates the resulting taint to other
 * accounts. The caller must hold the lock `sums`.
 */
export async function addDeltasToSums(client: pg.ClientBase, options: TaintOptions): Promise<void> {
  await client.query(ADD_COUNTERPARTIES)
  await client.query(ADD_DUST_SENT)
  await client.query(ADD_BUCKETS)
  await client.query(ADD_ACTIVITY)
  await client.query(ADD_COLLECTIONS)
  await client.query(ADD_ACCOUNT_ACTIVITY)
  await client.query(ADD_ACCOUNT_EVENT_COUNTS)
  await client.query(ADD_ACCOUNT_DAYS)
  await client.query(ADD_PAIR_EXPOSURE)
  await client.query(RECHECK_MOVERS)
  await propagateTaint(client, options)
}

/**
 * Assigns the next change sequence number to every account whose inputs changed; the scorer reads
 * these.
 */
export async function markAccountsChanged(client: pg.ClientBase): Promise<void> {
  await client.query(MARK_ACCOUNTS_CHANGED)
}

const MARK_ACCOUNTS_CHANGED = `
with step as materialized (select nextval('chain_change_seq') as seq),
touched as (
  select address from delta_changed_account
  union select address from delta_move
  union select address from delta_account_activity
)
insert into chain_change (address, seq)
select address, seq from touched cross join step
on conflict (address) do update set seq = excluded.seq`
