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
  if (record === null) return null
  const facts = computeCommunityFacts(selectStatements(record), record.decisions)
  return hasContent(facts) ? facts : null
}

/** Reports of wallets below NORMAL have no content: they must not change the evidence. */
const hasContent = (facts: CommunityFacts): boolean =>
  Object.values(facts).some((value) => (typeof value === 'number' ? value : value.wallets) > 0)

/** Loads what is recorded about an account; `null` when nothing is. */
export async function loadCommunityRecord(
  db: Kysely<Tables>,
  address: Address,
): Promise<CommunityRecord | null> {
  if (!(await isRecorded(db, address))) return null
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

async function isRecorded(db: Kysely<Tables>, address: Address): Promise<boolean> {
  const { rows } = await sql<{ isRecorded: boolean }>`
    select exists (select from dao_report where address = ${address})
        or exists (select from label_report where address = ${address})
        or exists (select from dao_freeze where address = ${address})
        or exists (select from dao_appeal where address = ${address}) as "isRecorded"`.execute(db)
  return rows[0]?.isRecorded ?? false
}

async function loadSigned(db: Kysely<Tables>, address: Address): Promise<SignedStatement[]> {
  const rows = await db
    .selectFrom('dao_report')
    .selectAll()
    .where('address', '=', address)
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    author: row.person,
    score: (row.score_tenths ?? 0) / 10,
    isWithdrawn: row.is_withdrawn,
    at: row.at,
    height: row.height,
    txIndex: row.tx_index,
    txId: row.tx_id,
  }))
}

async function loadUnsigned(db: Kysely<Tables>, address: Address): Promise<UnsignedReport[]> {
  const rows = await db
    .selectFrom('label_report')
    .select(['reporter', 'score_tenths', 'at_ms'])
    .where('address', '=', address)
    .where('withdrawn_ms', 'is', null)
    .where('score_tenths', 'is not', null)
    .execute()
  return rows.map(({ reporter, score_tenths, at_ms }) => ({
    author: reporter,
    score: (score_tenths ?? 0) / 10,
    at: Math.floor(at_ms / 1000),
  }))
}

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

const OUTCOMES = { denied: 'appeal_denied', upheld: 'appeal_upheld' } as const

/**
 * Loads the executed freezes and the decided appeals of an account, as the chain recorded them. What
 * belongs to no case of a flag is left out: a freeze without one is a protection by vote, which
 * accuses nobody. An appeal against a freeze belongs to the case of that freeze.
 */
async function loadDecisions(db: Kysely<Tables>, address: Address): Promise<RecordedDecision[]> {
  const freezes = await db
    .selectFrom('dao_freeze')
    .select(['number', 'flag_case_id as caseId', 'proposal_id as proposalId'])
    .where('address', '=', address)
    .orderBy('number')
    .execute()
  const caseByFreeze = new Map(freezes.map(({ number, caseId }) => [number, caseId]))
  const appeals = await loadDecidedAppeals(db, address)
  return [
    ...freezes.flatMap(({ caseId, proposalId }): RecordedDecision[] =>
      caseId === null || proposalId === null
        ? []
        : [{ kind: 'freeze', caseId, closedAt: 0, proposalIds: [proposalId] }],
    ),
    ...appeals.flatMap(({ freezeNumber, ...appeal }) => {
      const caseId = appeal.caseId ?? caseByFreeze.get(freezeNumber ?? -1) ?? null
      return caseId === null ? [] : [{ ...appeal, caseId }]
    }),
  ]
}

type DecidedAppeal = Omit<RecordedDecision, 'caseId'> & {
  caseId: string | null
  freezeNumber: number | null
}

async function loadDecidedAppeals(db: Kysely<Tables>, address: Address): Promise<DecidedAppeal[]> {
  const rows = await db
    .selectFrom('dao_appeal')
    .select(['id', 'case_id', 'freeze_number', 'outcome', 'closed_at'])
    .where('address', '=', address)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, outcome, closed_at: closedAt, ...row }): DecidedAppeal[] =>
    (outcome !== 'upheld' && outcome !== 'denied') || closedAt === null
      ? []
      : [
          {
            kind: OUTCOMES[outcome],
            caseId: row.case_id,
            freezeNumber: row.freeze_number,
            closedAt,
            proposalIds: [id],
          },
        ],
  )
}
