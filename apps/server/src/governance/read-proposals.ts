import {
  type AppealOutcome,
  type Bar,
  EMPTY_RECORD,
  getExecutionObstacle,
  getProposalStatus,
  getProtectionState,
  getVoid,
  getVotingOutcome,
  type ProtectionRecord,
  type ProtectionState,
  type RecordedAppeal,
  type RecordedFlag,
  type RecordedFreeze,
  type Void,
  type VotingOutcome,
} from '@app/rules/protection-state.ts'
import type { Address } from '@app/values/address.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AppealRow, FlagBarRow, FlagRow, FreezeRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { buildGovernanceTime, loadGovernanceTime } from './load-governance-time.ts'
import {
  countFinished,
  type ListedProposal,
  type LoadedProposal,
  listBelow,
  listOpen,
  listUnfinished,
  listUnsettledTargets,
  loadProposals,
  type RecordedProposalRow,
  selectProposals,
  toLoadedProposal,
} from './load-recorded-proposals.ts'

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

/** Reads all proposals about addresses with a proposal or freeze that no event has ended: time may have. */
export function readUnsettled({ db }: Pick<Context, 'db'>): Promise<ProposalView[]> {
  return readInOneSnapshot(db, async (queries) =>
    loadProposals(queries, { targets: await listUnsettledTargets(queries) }),
  )
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

/** How many proposals have each status, until time or an event changes that of one. */
export interface StatusCounts {
  /** Of the last event that is counted. */
  seq: number
  /** They hold from this block time until before that one, in Unix seconds. */
  from: number
  until: number
  byStatus: ReadonlyMap<ProposalStatus, number>
}

/** Some proposals, newest first, and how many there are in all. */
interface ProposalPage {
  views: ProposalView[]
  /** Whether older ones follow. */
  hasMore: boolean
  counts: StatusCounts
}

/** Reads the newest proposals below a number. Counts all again only where those of an earlier page do not hold any more. */
export async function readProposalPage(
  { db }: Pick<Context, 'db'>,
  { limit, before }: { limit: number; before: number },
  counted: StatusCounts | null,
): Promise<ProposalPage> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (queries) => {
      const page = await listBelow(queries, { limit: limit + 1, before })
      const shown = page.slice(0, limit)
      const byId = await loadViewsById(queries, shown)
      return {
        views: shown.flatMap(({ id }) => byId.get(id) ?? []),
        hasMore: page.length > limit,
        counts: await recountUnlessCurrent(queries, counted),
      }
    })
}

async function loadViewsById(
  queries: Queries,
  listed: readonly ListedProposal[],
): Promise<Map<number, ProposalView>> {
  const targets = [...new Set(listed.map(({ target }) => target))]
  const views = await loadViews(queries, await loadProposals(queries, { targets }))
  return new Map(views.map((view) => [view.ballot.id, view]))
}

async function recountUnlessCurrent(
  queries: Queries,
  counted: StatusCounts | null,
): Promise<StatusCounts> {
  const now = await loadGovernanceTime(queries)
  const { seq } = await queries.selectFrom('dao_cursor').select('seq').executeTakeFirstOrThrow()
  const isCurrent = counted?.seq === seq && counted.from <= now && now < counted.until
  return isCurrent ? counted : { seq, from: now, ...(await countByStatus(queries, now)) }
}

/** Counts by the rules what no event has ended, and all others by the database. */
async function countByStatus(
  queries: Queries,
  now: number,
): Promise<Pick<StatusCounts, 'byStatus' | 'until'>> {
  const byStatus = new Map(await countFinished(queries))
  const unfinished = await listUnfinished(queries)
  const byId = await loadViewsById(queries, unfinished)
  for (const { id } of unfinished) {
    const status = byId.get(id)?.status
    if (status !== undefined) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  }
  const times = [...byId.values()].flatMap(({ ballot, state }) => [
    ballot.votingEndsAt,
    ballot.executableUntil,
    state.freezeEnd ?? 0,
  ])
  const until = times.reduce((a, b) => (b > now && b < a ? b : a), Number.POSITIVE_INFINITY)
  return { byStatus, until }
}

/** Counts the places that people who may not vote have taken: their proposals whose voting time is not over. */
export async function countSharedPlaces({ db }: Pick<Context, 'db'>): Promise<number> {
  const now = await loadGovernanceTime(db)
  const { count } = await db
    .selectFrom('dao_proposal')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('rank', '=', 'other')
    .where('is_appeal', '=', false)
    .where('voting_ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
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
    obstacle: status === 'approved' ? (getExecutionObstacle(loaded, state)?.message ?? null) : null,
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
    addresses.map((address) => {
      const rows = {
        flags: flags.get(address) ?? [],
        freezes: freezes.get(address) ?? [],
        appeals: appeals.get(address) ?? [],
        bars: bars.get(address) ?? [],
      }
      return [address, toProtectionRecord(rows, byTarget.get(address) ?? [])]
    }),
  )
}

/** The rows about one address, each list by number. */
interface ProtectionRows {
  flags: FlagRow[]
  freezes: FreezeRow[]
  appeals: AppealRow[]
  bars: FlagBarRow[]
}

const toProtectionRecord = (
  { flags, freezes, appeals, bars }: ProtectionRows,
  proposals: readonly LoadedProposal[],
): ProtectionRecord => ({
  flags: flags.flatMap(toFlag),
  freezes: freezes.flatMap(toFreeze),
  appeals: appeals.flatMap(toAppeal),
  bars: bars.map(toBar),
  proposals: proposals.toSorted((a, b) => a.ballot.id - b.ballot.id),
})

/** All that decides what holds for an address at `now`, as one value of SQL. */
export type ProtectionJson = ProtectionRows & { now: number; proposals: RecordedProposalRow[] }

/**
 * SQL: all that decides what holds for an address, in the column of another query; `tip` is the time of the latest indexed
 * block, in Unix seconds.
 */
export function buildProtectionJson(
  address: RawBuilder<unknown>,
  tip: RawBuilder<unknown>,
): RawBuilder<ProtectionJson> {
  const list = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (${rows}) listed)`
  const isOfAddress = sql`where address = ${address}`
  return sql<ProtectionJson>`jsonb_build_object(
    'now', ${buildGovernanceTime(tip)},
    'flags', ${list(sql`select * from dao_flag ${isOfAddress} order by number`)},
    'freezes', ${list(sql`select * from dao_freeze ${isOfAddress} order by number`)},
    'appeals', ${list(sql`select * from dao_appeal ${isOfAddress} order by id`)},
    'bars', ${list(sql`select * from dao_flag_bar ${isOfAddress}`)},
    'proposals', ${list(selectProposals(sql`where proposal.target = ${address}`))})`
}

/** Returns what holds by the value of `buildProtectionJson`. */
export const toProtectionState = ({ now, proposals, ...rows }: ProtectionJson): ProtectionState =>
  getProtectionState(toProtectionRecord(rows, proposals.map(toLoadedProposal)), now)

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

function toFlag(row: FlagRow): RecordedFlag[] {
  const { number, case_id: caseId, reason_code: reasonCode, flagger } = row
  const { flagged_at: flaggedAt, lifted_at: liftedAt } = row
  if (flagger === null || flaggedAt === null) return []
  return [{ number, caseId, reasonCode, flagger, flaggedAt, liftedAt }]
}

function toFreeze(row: FreezeRow): RecordedFreeze[] {
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
