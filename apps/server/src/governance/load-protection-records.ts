import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { AppealRow, FlagRow, FreezeRow, RecoveryRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { LoadedProposal } from './load-proposals.ts'
import type { Appeal, AppealOutcome } from './rules/appeal.ts'
import type { Ballot } from './rules/ballot.ts'
import type { Flag, Freeze, ProtectionRecord, Recovery } from './rules/protection-record.ts'

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
  const rows = await loadRows(db, addresses)
  const byId = new Map(proposals.map((proposal) => [proposal.ballot.id, proposal]))
  const hasAddress = (address: Address) => (row: { address: Address }) => row.address === address
  return new Map(
    addresses.map((address) => [
      address,
      {
        flag: findStandingFlag(rows.flags.filter(hasAddress(address))),
        freeze: findLastFreeze(rows.freezes.filter(hasAddress(address))),
        appeals: rows.appeals
          .filter(hasAddress(address))
          .map((row) => toAppeal(row, listBallots(row.id, rows.ballots, byId))),
        recoveries: rows.recoveries
          .filter(hasAddress(address))
          .flatMap((row) => toRecovery(row, byId.get(row.proposal_id))),
      },
    ]),
  )
}

async function loadRows(db: Queries, addresses: readonly Address[]) {
  const [flags, freezes, appeals, recoveries] = await Promise.all([
    db.selectFrom('dao_flag').selectAll().where('address', 'in', addresses).execute(),
    db.selectFrom('dao_freeze').selectAll().where('address', 'in', addresses).execute(),
    db
      .selectFrom('dao_appeal')
      .selectAll()
      .where('address', 'in', addresses)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('dao_recovery')
      .selectAll()
      .where('address', 'in', addresses)
      .orderBy('proposal_id')
      .execute(),
  ])
  const ballots = await db
    .selectFrom('dao_appeal_proposal')
    .innerJoin('dao_appeal', 'dao_appeal.id', 'dao_appeal_proposal.appeal_id')
    .select(['appeal_id', 'proposal_id'])
    .where('address', 'in', addresses)
    .orderBy('proposal_id')
    .execute()
  return { flags, freezes, appeals, recoveries, ballots }
}

/** Returns the latest flag that no event lifted. */
function findStandingFlag(rows: readonly FlagRow[]): Flag | null {
  const standing = rows
    .filter(({ flagged_at, lifted_at }) => flagged_at !== null && flagged_at > (lifted_at ?? -1))
    .sort((a, b) => (b.flagged_at ?? 0) - (a.flagged_at ?? 0))
  const [row] = standing
  if (row === undefined || row.flagged_at === null || row.flagger === null) return null
  const { case_id: caseId, reason_code: reasonCode, flagger, flagged_at: flaggedAt } = row
  return { caseId, reasonCode: reasonCode ?? '', flagger, flaggedAt }
}

function findLastFreeze(rows: readonly FreezeRow[]): Freeze | null {
  const [row] = [...rows].sort((a, b) => b.number - a.number)
  if (row === undefined || row.since === null || row.renewed_at === null) return null
  return {
    number: row.number,
    proposalId: row.proposal_id ?? 0,
    since: row.since,
    renewedAt: row.renewed_at,
    flagCaseId: row.flag_case_id,
    endedAt: row.ended_at,
  }
}

function listBallots(
  appealId: number,
  rows: readonly { appeal_id: number; proposal_id: number }[],
  proposals: ReadonlyMap<number, LoadedProposal>,
): Ballot[] {
  return rows
    .filter(({ appeal_id }) => appeal_id === appealId)
    .flatMap(({ proposal_id }) => proposals.get(proposal_id)?.ballot ?? [])
}

function toAppeal(row: AppealRow, ballots: Ballot[]): Appeal {
  const { outcome, closed_at: closedAt } = row
  return {
    id: row.id,
    caseId: row.case_id,
    freezeNumber: row.freeze_number,
    openedAt: row.opened_at ?? 0,
    deadline: row.deadline ?? 0,
    ballots,
    stored:
      outcome === null || closedAt === null ? null : { outcome: toOutcome(outcome), closedAt },
  }
}

function toRecovery(row: RecoveryRow, proposal: LoadedProposal | undefined): Recovery[] {
  if (proposal === undefined) return []
  const { ballot, executedAt } = proposal
  return [{ ballot, freezeNumber: row.freeze_number, executedAt }]
}

const OUTCOMES: readonly AppealOutcome[] = ['upheld', 'denied', 'undecided']

const toOutcome = (text: string): AppealOutcome =>
  OUTCOMES.find((outcome) => outcome === text) ?? 'open'
