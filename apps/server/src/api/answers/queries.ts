import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import { readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'

type Database = Pick<Context, 'db'>

/** SQL: whether the newest score of an account covers every change of its inputs. */
export const buildIsUpToDate = (address: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (
    select 1 from score_tracked_account
    where address = ${address}
      and chain_seq >= coalesce((select seq from chain_change where address = ${address}), 0)
      and label_seq >= (select seq from label_state)
      and dao_seq >= coalesce((select seq from dao_change where address = ${address}), 0)
      and report_seq >= coalesce((select seq from label_report_change where address = ${address}), 0)
  )`

/** SQL: whether a flag was raised and not lifted; the rules of governance say whether it stands. */
export const buildIsFlagRaised = (address: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (
    select 1 from dao_flag
    where address = ${address} and flagged_at is not null and lifted_at is null
  )`

/** Returns whether the newest score of an account covers every change of its inputs. */
export async function isScoreUpToDate({ db }: Database, address: Address): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select ${buildIsUpToDate(sql`${address}`)} as seen`.execute(db)
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

/** Returns whether a flag stands; the rules of governance are asked only where one was raised and not lifted. */
export async function isFlagged({ db }: Database, address: Address): Promise<boolean> {
  const { rows } = await sql<{ raised: boolean }>`
    select ${buildIsFlagRaised(sql`${address}`)} as raised`.execute(db)
  if (rows[0]?.raised !== true) return false
  const { state } = await readAddress({ db }, address)
  return state.flag !== null
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
