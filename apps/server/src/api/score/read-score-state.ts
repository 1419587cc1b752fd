import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  buildProtectionJson,
  type ProtectionJson,
  toProtectionState,
} from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { buildIsReread } from '../../scorer/tracked-accounts.ts'

type Database = Pick<Context, 'db'>

/**
 * SQL: whether the newest score of an account covers every change of its inputs, also where blocks were read again by the
 * present decoding.
 */
export const buildIsUpToDate = (
  address: RawBuilder<unknown>,
  decoding: number,
): RawBuilder<boolean> => sql`
  exists (
    select 1 from score_tracked_account
    where address = ${address}
      and chain_seq >= coalesce((select seq from chain_change where address = ${address}), 0)
      and label_seq >= (select seq from label_state)
      and dao_seq >= coalesce((select seq from dao_change where address = ${address}), 0)
      and report_seq >= coalesce((select seq from label_report_change where address = ${address}), 0)
      and not ${buildIsReread(decoding)}
  )`

/** Whether a flag stands, or all that decides it, by which `isFlagStanding` tells it. */
export type FlagState = boolean | ProtectionJson

/**
 * SQL: whether a flag stands at a block time, in Unix seconds. Where the voting on an appeal against it was over by then,
 * and no event says yet how it ended, the rules of governance tell whether it lifted the flag: they get what they need.
 */
export const buildFlagState = (
  address: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<FlagState> => sql`
  case when not exists (
    select from dao_flag
    where address = ${address} and flagged_at is not null and lifted_at is null
  ) then 'false'::jsonb
  when not exists (
    select from dao_proposal appeal
    left join dao_proposal_state state on state.proposal_id = appeal.id
    where appeal.target = ${address} and appeal.is_appeal and appeal.flag_number is not null
      and appeal.voting_ends_at <= ${now} and state.stored_outcome is null
  ) then 'true'::jsonb
  else ${buildProtectionJson(address, now)} end`

export const isFlagStanding = (state: FlagState): boolean =>
  typeof state === 'boolean' ? state : toProtectionState(state).flag !== null

/** Returns whether the newest score of an account covers every change of its inputs. */
export async function isScoreUpToDate(
  { db, rules }: Pick<Context, 'db' | 'rules'>,
  address: Address,
): Promise<boolean> {
  const { decoding } = rules.current
  const { rows } = await sql<{ seen: boolean }>`
    select ${buildIsUpToDate(sql`${address}`, decoding)} as seen`.execute(db)
  return rows[0]?.seen ?? false
}

/** Returns whether the account has rows in the tables, which proves that it exists. */
export async function isIndexedAccount({ db }: Database, address: Address): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from chain_account where address = ${address})
        or exists (select 1 from chain_activity where address = ${address})
        or exists (select 1 from score_result where address = ${address}) as known`.execute(db)
  return rows[0]?.known ?? false
}

/** Returns whether a flag stands at the latest indexed block. */
export async function isFlagged({ db }: Database, address: Address): Promise<boolean> {
  const now = sql`(select block_ms / 1000 from chain_cursor where direction = 'live')`
  const { rows } = await sql<{ state: FlagState }>`
    select ${buildFlagState(sql`${address}`, now)} as state`.execute(db)
  return rows.some(({ state }) => isFlagStanding(state))
}

/** Returns the sequence number of the newest score for each address that has one. */
export async function readLatestScoreSeqs(
  { db }: Database,
  addresses: readonly Address[],
): Promise<Map<Address, number>> {
  const { rows } = await sql<{ address: Address; seq: number }>`
    select address, max(seq) as seq from score_result
    where address = any(${[...addresses]}) group by address`.execute(db)
  return new Map(rows.map(({ address, seq }) => [address, seq]))
}
