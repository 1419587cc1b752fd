import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { RecordedDecision } from './community-record.ts'

const OUTCOMES = { denied: 'appeal_denied', upheld: 'appeal_upheld' } as const

/**
 * Loads the executed freezes and the decided appeals of an account, as the chain recorded them. What
 * belongs to no case of a flag is left out: a freeze without one is a protection by vote, which
 * accuses nobody. An appeal against a freeze belongs to the case of that freeze.
 */
export async function loadDecisions(
  db: Kysely<Tables>,
  address: Address,
): Promise<RecordedDecision[]> {
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
