import type { Address } from '@app/values/address.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import type { Kysely } from 'kysely'
import type { AppealRow, FlagBarRow, FlagRow, FreezeRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { loadGovernanceTime } from './load-governance-time.ts'
import {
  countFinished,
  type LoadedProposal,
  listBelow,
  listOpen,
  listUnfinished,
  loadProposals,
} from './load-recorded-proposals.ts'
import {
  type AppealOutcome,
  type Bar,
  EMPTY_RECORD,
  type Flag,
  type Freeze,
  getExecutionObstacle,
  getProposalStatus,
  getProtectionState,
  getVoid,
  getVotingOutcome,
  type ProtectionRecord,
  type ProtectionState,
  type RecordedAppeal,
  type Void,
  type VotingOutcome,
} from './rules/protection-state.ts'

/** A proposal as it stands at `now`. */
export interface ProposalView extends LoadedProposal {
  /** Unix seconds of the block time to which the view belongs. */
  now: number
  /** Also where no event has reported it yet. */
  status: ProposalStatus
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

/** Reads the proposals on which votes are counted now, earliest end first, and of the same end the older one. */
export async function readOpenProposals({ db }: Pick<Context, 'db'>): Promise<ProposalView[]> {
  const views = await readInOneSnapshot(db, async (queries) =>
    loadProposals(queries, { targets: (await listOpen(queries)).map(({ target }) => target) }),
  )
  const open = views.filter(isOpen)
  return open.sort(({ ballot: a }, { ballot: b }) => a.votingEndsAt - b.votingEndsAt || a.id - b.id)
}

/** Whether votes on a proposal are counted. */
export const isOpen = ({ status }: Pick<ProposalView, 'status'>): boolean =>
  status === 'pending' || status === 'active'

/** Some proposals, newest first, and how many there are in all. */
interface ProposalPage {
  views: ProposalView[]
  /** Whether older ones follow. */
  hasMore: boolean
  /** Of all proposals, by status. */
  counts: ReadonlyMap<ProposalStatus, number>
}

/**
 * Reads the newest proposals below a number. Of the others only those are read whose status time may still change, with
 * the proposals against the same wallets: the rest are counted by the database.
 */
export async function readProposalPage(
  { db }: Pick<Context, 'db'>,
  { limit, before }: { limit: number; before: number },
): Promise<ProposalPage> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (queries) => {
      const page = await listBelow(queries, { limit: limit + 1, before })
      const shown = page.slice(0, limit)
      const pending = await listUnfinished(queries)
      const targets = [...new Set([...shown, ...pending].map(({ target }) => target))]
      const views = await loadViews(queries, await loadProposals(queries, { targets }))
      const byId = new Map(views.map((view) => [view.ballot.id, view]))
      const counts = new Map(await countFinished(queries))
      for (const { id } of pending) {
        const status = byId.get(id)?.status
        if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1)
      }
      return {
        views: shown.flatMap(({ id }) => byId.get(id) ?? []),
        hasMore: page.length > limit,
        counts,
      }
    })
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

type Queries = Kysely<Tables>

/**
 * Loads what is recorded about addresses. `proposals` must contain every proposal with one of the
 * addresses as target.
 */
async function loadProtectionRecords(
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
