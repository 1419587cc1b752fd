import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AppealRow, FlagRow, FreezeRow } from '../../db/tables/dao-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { EventFields, MirroredEvent } from './event-fields.ts'

type Queries = Kysely<Tables>

export async function writeFlag(db: Queries, { read, at, tx_id }: MirroredEvent) {
  return await upsertFlag(db, read, {
    reason_hash: read.text('reasonHash'),
    flagger: read.address('flagger'),
    flagged_at: at,
    flag_tx_id: tx_id,
  })
}

export async function writeFlagLift(db: Queries, { read, tx_id }: MirroredEvent) {
  return await upsertFlag(db, read, {
    lifted_at: read.seconds('liftedAt'),
    lift_cause: read.text('cause'),
    lift_tx_id: tx_id,
  })
}

async function upsertFlag(db: Queries, read: EventFields, change: Partial<FlagRow>) {
  const address = read.address('address')
  const key = { address, number: read.integer('flagNumber') }
  const same = { case_id: read.text('caseId'), reason_code: read.text('reasonCode') }
  await db
    .insertInto('dao_flag')
    .values({ ...key, ...same, ...change })
    .onConflict((conflict) => conflict.columns(['address', 'number']).doUpdateSet(change))
    .execute()
  return [address]
}

export async function writeFlagBar(db: Queries, { read }: MirroredEvent) {
  const address = read.address('address')
  await db
    .insertInto('dao_flag_bar')
    .values({
      address,
      reason_code: read.textOrNull('reasonCode'),
      flagger: read.addressOrNull('flagger'),
      until: read.seconds('until'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return [address]
}

/** Keeps the latest renewal of a freeze, whose event comes in the block of the renewal. */
export async function writeFreeze(db: Queries, { read, at }: MirroredEvent) {
  const proposalId = read.integer('proposalId')
  const change = {
    proposal_id: proposalId,
    reason_hash: read.text('reasonHash'),
    since: read.seconds('since'),
    renewed_at: at,
    flag_case_id: read.textOrNull('flagCaseId'),
  }
  const isNewer = sql<boolean>`coalesce(dao_freeze.renewed_at, -1) < ${at}`
  return [...(await upsertFreeze(db, read, { change, isNewer })), String(proposalId)]
}

/** Keeps the ends of the first and of the last vote that decided to end a freeze. */
export async function writeFreezeOverruling(db: Queries, { read }: MirroredEvent) {
  const at = read.seconds('overruledAt')
  const address = read.address('address')
  await sql`
    insert into dao_freeze (address, number, overruled_at, last_overruled_at)
    values (${address}, ${read.integer('freezeNumber')}, ${at}, ${at})
    on conflict (address, number) do update set
      overruled_at = least(dao_freeze.overruled_at, excluded.overruled_at),
      last_overruled_at = greatest(dao_freeze.last_overruled_at, excluded.last_overruled_at)`.execute(
    db,
  )
  return [address]
}

export async function writeFreezeEnd(db: Queries, { read }: MirroredEvent) {
  const change = {
    ended_at: read.seconds('endedAt'),
    end_proposal_id: read.integerOrNull('proposalId'),
  }
  return await upsertFreeze(db, read, { change })
}

interface FreezeChange {
  change: Partial<FreezeRow>
  /** Where it replaces what is there; everywhere by default. */
  isNewer?: RawBuilder<boolean>
}

async function upsertFreeze(
  db: Queries,
  read: EventFields,
  { change, isNewer = sql<boolean>`true` }: FreezeChange,
) {
  const address = read.address('address')
  await db
    .insertInto('dao_freeze')
    .values({ address, number: read.integer('freezeNumber'), ...change })
    .onConflict((conflict) =>
      conflict.columns(['address', 'number']).doUpdateSet(change).where(isNewer),
    )
    .execute()
  return [address]
}

export async function writeAppeal(db: Queries, { read, at }: MirroredEvent) {
  return await upsertAppeal(db, read, {
    flag_number: read.integerOrNull('flagNumber'),
    freeze_number: read.integerOrNull('freezeNumber'),
    case_id: read.textOrNull('caseId'),
    reason_hash: read.text('reasonHash'),
    opened_at: at,
    deadline: read.seconds('deadline'),
  })
}

export async function writeAppealEnd(db: Queries, { read }: MirroredEvent) {
  return await upsertAppeal(db, read, {
    outcome: read.text('outcome'),
    closed_at: read.seconds('closedAt'),
  })
}

async function upsertAppeal(db: Queries, read: EventFields, change: Partial<AppealRow>) {
  const id = read.integer('id')
  const address = read.address('address')
  await db
    .insertInto('dao_appeal')
    .values({ id, address, ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
  return [address, String(id)]
}
