import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { AppealRow, FlagBarRow, FlagRow, FreezeRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { LoadedProposal } from './load-proposals.ts'
import type {
  AppealOutcome,
  Bar,
  Flag,
  Freeze,
  ProtectionRecord,
  RecordedAppeal,
} from './rules/protection-state.ts'

type Queries = Kysely<Tables>

/**
 * Loads what is recorded about addresses. `proposals` must contain every proposal with one of the
 * addresses as target.
 */
export async function loadProtectionRecords(
  db: Queries,
  addresses: readonly Address[],
  proposals: readonly LoadedProposal[],
): Promise<Map<Address, ProtectionRecord>> {
  if (addresses.length === 0) return new Map()
  const { flags, freezes, appeals, bars } = await loadRows(db, addresses)
  const byTarget = Map.groupBy(proposals, ({ target }) => target)
  return new Map(
    addresses.map((address) => [
      address,
      {
        flags: (flags.get(address) ?? []).flatMap(toFlag),
        freezes: (freezes.get(address) ?? []).flatMap(toFreeze),
        appeals: (appeals.get(address) ?? []).flatMap(toAppeal),
        bars: (bars.get(address) ?? []).map(toBar),
        proposals: (byTarget.get(address) ?? []).toSorted((a, b) => a.ballot.id - b.ballot.id),
      },
    ]),
  )
}

async function loadRows(db: Queries, addresses: readonly Address[]) {
  const [flags, freezes, appeals, bars] = await Promise.all([
    db
      .selectFrom('dao_flag')
      .selectAll()
      .where('address', 'in', addresses)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('dao_freeze')
      .selectAll()
      .where('address', 'in', addresses)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('dao_appeal')
      .selectAll()
      .where('address', 'in', addresses)
      .orderBy('id')
      .execute(),
    db.selectFrom('dao_flag_bar').selectAll().where('address', 'in', addresses).execute(),
  ])
  const group = <T extends { address: Address }>(rows: T[]) =>
    Map.groupBy(rows, ({ address }) => address)
  return {
    flags: group(flags),
    freezes: group(freezes),
    appeals: group(appeals),
    bars: group(bars),
  }
}

function toFlag(row: FlagRow): Flag[] {
  const { number, case_id: caseId, reason_code: reasonCode, flagger } = row
  const { flagged_at: flaggedAt, lifted_at: liftedAt } = row
  if (flagger === null || flaggedAt === null) return []
  return [{ number, caseId, reasonCode, flagger, flaggedAt, liftedAt }]
}

function toFreeze(row: FreezeRow): Freeze[] {
  if (row.since === null || row.renewed_at === null) return []
  return [
    {
      number: row.number,
      proposalId: row.proposal_id ?? 0,
      since: row.since,
      renewedAt: row.renewed_at,
      flagCaseId: row.flag_case_id,
      endedAt: row.ended_at,
      overruledAt: row.overruled_at,
      lastOverruledAt: row.last_overruled_at,
    },
  ]
}

function toAppeal(row: AppealRow): RecordedAppeal[] {
  const { id, opened_at: openedAt, deadline, outcome, closed_at: closedAt } = row
  if (openedAt === null || deadline === null) return []
  return [
    {
      id,
      flagNumber: row.flag_number,
      freezeNumber: row.freeze_number,
      caseId: row.case_id,
      openedAt,
      deadline,
      stored:
        outcome === null || closedAt === null ? null : { outcome: toOutcome(outcome), closedAt },
    },
  ]
}

const toBar = ({ reason_code: reasonCode, flagger, until }: FlagBarRow): Bar => ({
  reasonCode,
  flagger,
  until,
})

const OUTCOMES: readonly AppealOutcome[] = ['upheld', 'denied', 'undecided', 'void']

const toOutcome = (text: string): AppealOutcome =>
  OUTCOMES.find((outcome) => outcome === text) ?? 'open'
