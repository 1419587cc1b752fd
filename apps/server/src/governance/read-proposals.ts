import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { StoredStatus } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { loadGovernanceTime } from './load-governance-time.ts'
import { type LoadedProposal, loadProposals } from './load-proposals.ts'
import { loadProtectionRecords } from './load-protection-records.ts'
import {
  EMPTY_RECORD,
  getExecutionObstacle,
  getProposalStatus,
  getProtectionState,
  getVoid,
  getVotingOutcome,
  type ProtectionState,
  type Void,
  type VotingOutcome,
} from './rules/protection-state.ts'

/** A proposal as it stands at `now`. */
export interface ProposalView extends LoadedProposal {
  /** Unix seconds of the block time to which the view belongs. */
  now: number
  /** Also where no event has reported it yet. */
  status: StoredStatus
  votingOutcome: VotingOutcome
  /** Why it cannot be executed although it is approved. */
  obstacle: string | null
  /** Since when and why it can no longer take effect, although its time was not over. */
  voided: Void | null
  /** That of the target. */
  state: ProtectionState
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

/** What holds for an address, with the proposals against it, newest first. */
export interface AddressView {
  now: number
  state: ProtectionState
  proposals: ProposalView[]
}

/** Reads what holds for an address. */
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
  const state = getProtectionState(records.get(address) ?? EMPTY_RECORD, now)
  return { now, state, proposals: proposals.map((one) => toView(one, state)) }
}

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
  const states = new Map(
    targets.map((target) => {
      const record = records.get(target) ?? EMPTY_RECORD
      return [target, getProtectionState(record, now)]
    }),
  )
  return proposals.flatMap((one) => {
    const state = states.get(one.target)
    return state === undefined ? [] : [toView(one, state)]
  })
}

function toView(loaded: LoadedProposal, state: ProtectionState): ProposalView {
  const status = getProposalStatus(loaded, state)
  return {
    ...loaded,
    now: state.now,
    state,
    status,
    votingOutcome: getVotingOutcome(loaded, state),
    obstacle: status === 'approved' ? getExecutionObstacle(loaded, state) : null,
    voided: getVoid(loaded, state),
  }
}
