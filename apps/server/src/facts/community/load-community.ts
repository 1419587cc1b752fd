import { computeCommunityFacts } from '@app/score/community/compute-community-facts.ts'
import type { CommunityFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import {
  type CommunityRecord,
  type RecordedDecision,
  type SignedStatement,
  selectStatements,
  type UnsignedReport,
} from './select-statements.ts'

/**
 * Loads reports, vouches and decisions by vote about an account; `null` when none counts. Only
 * outcomes that the chain recorded are decisions: the same rows then give the same facts at any time.
 */
export async function loadCommunity(
  db: Kysely<Tables>,
  address: Address,
): Promise<CommunityFacts | null> {
  const record = await loadCommunityRecord(db, address)
  const facts = computeCommunityFacts(selectStatements(record), record.decisions)
  return hasContent(facts) ? facts : null
}

/** Reports of wallets below NORMAL have no content: they must not change the evidence. */
const hasContent = (facts: CommunityFacts): boolean =>
  Object.values(facts).some((value) => (typeof value === 'number' ? value : value.wallets) > 0)

export async function loadCommunityRecord(
  db: Kysely<Tables>,
  address: Address,
): Promise<CommunityRecord> {
  const decisions = await loadDecisions(db, address)
  const upheld = decisions.filter(({ kind }) => kind === 'appeal_upheld')
  const clearedUntil = Math.max(-1, ...upheld.map(({ closedAt }) => closedAt))
  return {
    signed: await loadSigned(db, address),
    unsigned: await loadUnsigned(db, address),
    visitorReports: await countVisitorReports(db, address, clearedUntil),
    decisions,
  }
}

const SCORE = sql<number>`coalesce(score_tenths, 0)::float8 / 10`.as('score')

const loadSigned = (db: Kysely<Tables>, address: Address): Promise<SignedStatement[]> =>
  db
    .selectFrom('dao_report')
    .select(['kind', 'person as author', 'is_withdrawn as isWithdrawn', 'at', 'height'])
    .select(['tx_index as txIndex', 'tx_id as txId', SCORE])
    .where('address', '=', address)
    .execute()

const loadUnsigned = (db: Kysely<Tables>, address: Address): Promise<UnsignedReport[]> =>
  db
    .selectFrom('label_report')
    .select(['reporter as author', SCORE, sql<number>`at_ms / 1000`.as('at')])
    .where('address', '=', address)
    .where('withdrawn_ms', 'is', null)
    .where('score_tenths', 'is not', null)
    .execute()

async function countVisitorReports(
  db: Kysely<Tables>,
  address: Address,
  afterSeconds: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('label_report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('withdrawn_ms', 'is', null)
    .where('score_tenths', 'is', null)
    .where('at_ms', '>=', (afterSeconds + 1) * 1000)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Loads the executed freezes and the decided appeals of an account, as the chain recorded them. What
 * belongs to no case of a flag is left out: a freeze without one is a protection by vote, which
 * accuses nobody. An appeal against a freeze belongs to the case of that freeze.
 */
async function loadDecisions(db: Kysely<Tables>, address: Address): Promise<RecordedDecision[]> {
  const { rows } = await sql<RecordedDecision>`
    select 'freeze' as kind, flag_case_id as "caseId", 0 as "closedAt", proposal_id as "proposalId"
    from dao_freeze
    where address = ${address} and flag_case_id is not null and proposal_id is not null
    union all
    select 'appeal_' || appeal.outcome, coalesce(appeal.case_id, frozen.flag_case_id),
      appeal.closed_at, appeal.id
    from dao_appeal appeal
    left join dao_freeze frozen
      on frozen.address = ${address} and frozen.number = appeal.freeze_number
    where appeal.address = ${address} and appeal.outcome in ('denied', 'upheld')
      and appeal.closed_at is not null
      and coalesce(appeal.case_id, frozen.flag_case_id) is not null
    order by "proposalId"`.execute(db)
  return rows
}
