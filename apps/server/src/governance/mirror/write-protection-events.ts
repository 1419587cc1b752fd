import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FlagRow } from '../../db/tables/dao-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { MirroredEvent } from './event-fields.ts'

type Queries = Kysely<Tables>

/** A case that is flagged again keeps its latest flag. */
export async function writeFlag(db: Queries, { read, at, tx_id }: MirroredEvent) {
  const key = { address: read.address('address'), case_id: read.text('caseId') }
  const row = {
    reason_code: read.text('reasonCode'),
    reason_hash: read.text('reasonHash'),
    flagger: read.address('flagger'),
    flagged_at: at,
    flag_tx_id: tx_id,
  }
  await upsertFlag(db, { ...key, ...row }, sql`coalesce(dao_flag.flagged_at, -1) < ${at}`)
  return [key.address]
}

/** Keeps the latest lift of a case. */
export async function writeFlagLift(db: Queries, { read, tx_id }: MirroredEvent) {
  const key = { address: read.address('address'), case_id: read.text('caseId') }
  const liftedAt = read.seconds('liftedAt')
  const row = {
    lifted_at: liftedAt,
    lift_cause: read.text('cause'),
    lift_tx_id: tx_id,
    barred_until: read.secondsOrNull('barredUntil'),
  }
  await upsertFlag(db, { ...key, ...row }, sql`coalesce(dao_flag.lifted_at, -1) < ${liftedAt}`)
  return [key.address]
}

/** Inserts the columns, or updates them where `isNewer` holds for the row that is there. */
async function upsertFlag(
  db: Queries,
  row: Partial<FlagRow> & Pick<FlagRow, 'address' | 'case_id'>,
  isNewer: RawBuilder<boolean>,
): Promise<void> {
  await db
    .insertInto('dao_flag')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['address', 'case_id']).doUpdateSet(row).where(isNewer),
    )
    .execute()
}

/** Keeps the latest renewal of a freeze, whose event comes in the block of the renewal. */
export async function writeFreeze(db: Queries, { read, at }: MirroredEvent) {
  const address = read.address('address')
  const row = {
    proposal_id: read.integer('proposalId'),
    reason_hash: read.text('reasonHash'),
    since: read.seconds('since'),
    renewed_at: at,
    flag_case_id: read.textOrNull('flagCaseId'),
  }
  await db
    .insertInto('dao_freeze')
    .values({ address, number: read.integer('freezeNumber'), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'number'])
        .doUpdateSet(row)
        .where(sql<boolean>`coalesce(dao_freeze.renewed_at, -1) < ${at}`),
    )
    .execute()
  return [address, String(row.proposal_id)]
}

export async function writeFreezeEnd(db: Queries, { read }: MirroredEvent) {
  const address = read.address('address')
  const row = {
    ended_at: read.seconds('endedAt'),
    end_proposal_id: read.integerOrNull('proposalId'),
  }
  await db
    .insertInto('dao_freeze')
    .values({ address, number: read.integer('freezeNumber'), ...row })
    .onConflict((conflict) => conflict.columns(['address', 'number']).doUpdateSet(row))
    .execute()
  return [address]
}

export async function writeAppeal(db: Queries, { read, at }: MirroredEvent) {
  const address = read.address('address')
  const row = {
    address,
    case_id: read.textOrNull('caseId'),
    freeze_number: read.integerOrNull('freezeNumber'),
    reason_hash: read.text('reasonHash'),
    opened_at: at,
    deadline: read.seconds('deadline'),
  }
  await upsertAppeal(db, read.integer('id'), row)
  return [address, await addProposal(db, read.integer('id'), read.integer('proposalId'))]
}

export async function writeSecondProposal(db: Queries, { read }: MirroredEvent) {
  const address = read.address('address')
  return [address, await addProposal(db, read.integer('id'), read.integer('proposalId'))]
}

export async function writeAppealEnd(db: Queries, { read }: MirroredEvent) {
  const address = read.address('address')
  const row = { address, outcome: read.text('outcome'), closed_at: read.seconds('closedAt') }
  await upsertAppeal(db, read.integer('id'), row)
  return [address]
}

export async function writeRecovery(db: Queries, { read }: MirroredEvent) {
  const address = read.address('address')
  const proposalId = read.integer('proposalId')
  await db
    .insertInto('dao_recovery')
    .values({ proposal_id: proposalId, address, freeze_number: read.integer('freezeNumber') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return [address, String(proposalId)]
}

async function upsertAppeal(
  db: Queries,
  id: number,
  row: Partial<Tables['dao_appeal']> & Pick<Tables['dao_appeal'], 'address'>,
): Promise<void> {
  await db
    .insertInto('dao_appeal')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Returns the number of the proposal as text. */
async function addProposal(db: Queries, appealId: number, proposalId: number): Promise<string> {
  await db
    .insertInto('dao_appeal_proposal')
    .values({ appeal_id: appealId, proposal_id: proposalId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return String(proposalId)
}
