import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { StoredStatus } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { loadGovernanceTime } from './load-governance-time.ts'
import { type LoadedProposal, loadProposals } from './load-proposals.ts'
import { loadProtectionRecords } from './load-protection-records.ts'
import { getVotingOutcome, type VotingOutcome } from './rules/ballot.ts'
import { getExecutionObstacle, getProposalStatus } from './rules/proposal-status.ts'
import type { ProtectionRecord } from './rules/protection-record.ts'

/** A proposal as it stands at `now`. */
export interface ProposalView extends LoadedProposal {
  /** Unix seconds of the block time to which the view belongs. */
  now: number
  /** Also where no event has reported it yet. */
  status: StoredStatus
  votingOutcome: VotingOutcome
  /** Why it cannot be executed although it is approved. */
  obstacle: string | null
  /** The record of the target. */
  record: ProtectionRecord
}

/** Reads all proposals, newest first. */
export function readProposals({ db }: Pick<Context, 'db'>): Promise<ProposalView[]> {
  return readInOneSnapshot(db, (queries) => loadProposals(queries))
}

/** Reads one proposal; `null` when there is none with this number. */
export async function readProposal(
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<ProposalView | null> {
  const views = await readInOneSnapshot(db, async (queries) => {
    const row = await queries
      .selectFrom('dao_proposal')
      .select('target')
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? [] : await loadProposals(queries, { targets: [row.target] })
  })
  return views.find(({ ballot }) => ballot.id === id) ?? null
}

/** The record of an address, with the proposals against it, newest first. */
export interface AddressView {
  now: number
  record: ProtectionRecord
  proposals: ProposalView[]
}

/** Reads what is recorded about an address. */
export async function readAddress(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<AddressView> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((queries) => loadAddress(queries, address))
}

/** Like `readAddress`; `queries` must be of one snapshot. */
export async function loadAddress(queries: Kysely<Tables>, address: Address): Promise<AddressView> {
  const now = await loadGovernanceTime(queries)
  const proposals = await loadProposals(queries, { targets: [address] })
  const records = await loadProtectionRecords(queries, [address], proposals)
  const record = records.get(address) ?? EMPTY_RECORD
  return { now, record, proposals: proposals.map((one) => toView(one, record, now)) }
}

const EMPTY_RECORD: ProtectionRecord = { flag: null, freeze: null, appeals: [], recoveries: [] }

function readInOneSnapshot(
  db: Kysely<Tables>,
  load: (queries: Kysely<Tables>) => Promise<LoadedProposal[]>,
): Promise<ProposalView[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (queries) => await loadViews(queries, await load(queries)))
}

/** Loads what the rules make of proposals; `queries` must be of one snapshot. */
export async function loadViews(
  queries: Kysely<Tables>,
  proposals: readonly LoadedProposal[],
): Promise<ProposalView[]> {
  const now = await loadGovernanceTime(queries)
  const targets = [...new Set(proposals.map(({ target }) => target))]
  const records = await loadProtectionRecords(queries, targets, proposals)
  return proposals.map((one) => toView(one, records.get(one.target) ?? EMPTY_RECORD, now))
}

function toView(loaded: LoadedProposal, record: ProtectionRecord, now: number): ProposalView {
  const status = getProposalStatus(loaded, record, now)
  return {
    ...loaded,
    now,
    record,
    status,
    votingOutcome: getVotingOutcome(loaded.ballot, now),
    obstacle: status === 'approved' ? getExecutionObstacle(loaded, record, now) : null,
  }
}
