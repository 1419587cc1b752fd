import {
  getExecutionObstacle,
  getProposalStatus,
  getProtectionState,
  getVoid,
  getVotingOutcome,
  type ProtectionRecord,
  type ProtectionState,
  type RuledProposal,
  type Void,
  type VotingOutcome,
} from '@app/rules/protection-state.ts'
import type { VotingResult } from '@app/rules/voting.ts'
import type { Address } from '@app/values/address.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import { MIN_VOTES_FOR } from '@app/values/limits.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ProposalRow } from '../db/tables/dao-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { loadCoverage } from '../facts/load-coverage.ts'
import type { Context } from '../runtime/context.ts'
import { buildGovernanceTime, loadGovernanceTime } from './load-governance-time.ts'

type Queries = Kysely<Tables>

/** A proposal as the chain's events report it. Times are Unix seconds. */
export interface RecordedProposal extends RuledProposal {
  row: ProposalRow
  executedTxId: string | null
  /** Since when, in Unix seconds, and why the operator does not show the reason. */
  withheld: { at: number; reason: string } | null
}

/** A proposal as it stands at `now`. */
export interface ProposalView extends RecordedProposal {
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

/** What holds for an address, with the proposals against it, newest first. */
export interface AddressView {
  now: number
  state: ProtectionState
  proposals: ProposalView[]
}

/** Reads all proposals, newest first. */
export const readProposals = ({ db }: Pick<Context, 'db'>): Promise<ProposalView[]> =>
  inSnapshot(db, loadAllProposals)

/** Like `readProposals`; `queries` must be of one snapshot. */
export async function loadAllProposals(queries: Queries): Promise<ProposalView[]> {
  const targets = await queries.selectFrom('dao_proposal').select('target').distinct().execute()
  return await loadProposals(queries, targets)
}

/** Reads all proposals about addresses with a proposal or freeze that no event has ended: time may have. */
export const readUnsettled = ({ db }: Pick<Context, 'db'>): Promise<ProposalView[]> =>
  inSnapshot(db, async (queries) => {
    const frozen = await queries
      .selectFrom('dao_freeze')
      .select('address as target')
      .where('ended_at', 'is', null)
      .execute()
    return await loadProposals(queries, [...frozen, ...(await listUnfinished(queries))])
  })

/** Reads the proposals on which votes are counted now, earliest end first, and of the same end the older one. */
export async function readOpenProposals({ db }: Pick<Context, 'db'>): Promise<ProposalView[]> {
  const views = await inSnapshot(db, async (queries) => {
    const unfinished = await listUnfinished(queries)
    return await loadProposals(
      queries,
      unfinished.filter(({ outcome }) => outcome === null),
    )
  })
  const open = views.filter(isOpen)
  return open.sort(({ ballot: a }, { ballot: b }) => a.votingEndsAt - b.votingEndsAt || a.id - b.id)
}

/** Whether votes on a proposal are counted. */
export const isOpen = ({ status }: Pick<ProposalView, 'status'>): boolean =>
  status === 'pending' || status === 'active'

/** Reads one proposal; `null` when there is none with this number. */
export async function readProposal(
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<ProposalView | null> {
  const views = await inSnapshot(db, async (queries) => {
    const named = queries.selectFrom('dao_proposal').select('target').where('id', '=', id)
    return await loadProposals(queries, await named.execute())
  })
  return views.find(({ ballot }) => ballot.id === id) ?? null
}

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
export const readProposalPage = (
  { db }: Pick<Context, 'db'>,
  { limit, before }: { limit: number; before: number },
  counted: StatusCounts | null,
): Promise<ProposalPage> =>
  inSnapshot(db, async (queries) => {
    const page = await queries
      .selectFrom('dao_proposal')
      .select(['id', 'target'])
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const shown = page.slice(0, limit)
    return {
      views: keepNamed(await loadProposals(queries, shown), shown),
      hasMore: page.length > limit,
      counts: await recountUnlessCurrent(queries, counted),
    }
  })

const keepNamed = (views: readonly ProposalView[], named: readonly { id: number }[]) => {
  const ids = new Set(named.map(({ id }) => id))
  return views.filter(({ ballot }) => ids.has(ballot.id))
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
  const views = await loadProposals(queries, unfinished)
  for (const { status } of keepNamed(views, unfinished))
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  const times = views.flatMap(({ ballot, state }) => [
    ballot.votingEndsAt,
    ballot.executableUntil,
    state.freezeEnd ?? 0,
  ])
  const until = times.reduce((a, b) => (b > now && b < a ? b : a), Number.POSITIVE_INFINITY)
  return { byStatus, until }
}

const IS_FINISHED = sql<boolean>`coalesce(stored_status in ('executed', 'rejected', 'expired'), false)`

const selectWithState = (db: Queries) =>
  db
    .selectFrom('dao_proposal')
    .leftJoin('dao_proposal_state', 'dao_proposal_state.proposal_id', 'dao_proposal.id')

/** Lists the proposals whose last event did not end them: time may have. */
const listUnfinished = (db: Queries) =>
  selectWithState(db)
    .select(['id', 'target', 'stored_outcome as outcome'])
    .where(sql<boolean>`not ${IS_FINISHED}`)
    .execute()

/** Counts the proposals that an event ended, by status. */
async function countFinished(db: Queries): Promise<[ProposalStatus, number][]> {
  const rows = await selectWithState(db)
    .select(['stored_status', sql<number>`count(*)::int`.as('count')])
    .where(IS_FINISHED)
    .groupBy('stored_status')
    .execute()
  return rows.flatMap(({ stored_status: status, count }) =>
    status === null ? [] : [[status, count]],
  )
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

/** Reads what holds for an address. */
export const readAddress = ({ db }: Pick<Context, 'db'>, address: Address): Promise<AddressView> =>
  inSnapshot(db, (queries) => loadAddress(queries, address))

/** Like `readAddress`; `queries` must be of one snapshot. */
export async function loadAddress(queries: Queries, address: Address): Promise<AddressView> {
  const [view] = await loadAddresses(queries, [address])
  if (view === undefined) throw new RangeError(`nothing was read of ${address}`)
  return view
}

const inSnapshot = <T>(db: Queries, read: (queries: Queries) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

/** Loads all proposals with one of these targets, newest first. */
async function loadProposals(
  queries: Queries,
  named: readonly { target: Address }[],
): Promise<ProposalView[]> {
  const targets = [...new Set(named.map(({ target }) => target))]
  if (targets.length === 0) return []
  const views = (await loadAddresses(queries, targets)).flatMap(({ proposals }) => proposals)
  return views.sort((a, b) => b.ballot.id - a.ballot.id)
}

async function loadAddresses(
  queries: Queries,
  addresses: readonly Address[],
): Promise<AddressView[]> {
  const coverage = await loadCoverage(queries)
  const tip = sql`${Math.floor((coverage?.timeMs ?? 0) / 1000)}::bigint`
  const { rows } = await sql<{ protection: ProtectionJson }>`
    select ${buildProtectionJson(sql`named.address`, tip)} as protection
    from unnest(${addresses}::text[]) as named (address)`.execute(queries)
  return rows.map(({ protection }) => {
    const record = toProtectionRecord(protection)
    const state = getProtectionState(record, protection.now)
    const proposals = record.proposals.map((one) => toView(one, state)).reverse()
    return { now: protection.now, state, proposals }
  })
}

function toView(recorded: RecordedProposal, state: ProtectionState): ProposalView {
  const status = getProposalStatus(recorded, state)
  return {
    ...recorded,
    now: state.now,
    state,
    status,
    votingOutcome: getVotingOutcome(recorded, state),
    obstacle:
      status === 'approved' ? (getExecutionObstacle(recorded, state)?.message ?? null) : null,
    voided: getVoid(recorded, state),
  }
}

type RecordedRow = ProposalRow & {
  stored_status: ProposalStatus | null
  executed_at: number | null
  executed_tx_id: string | null
  stored_outcome: VotingResult | null
  withheld_ms: number | null
  withheld_reason: string | null
  votes_for: number
  votes_against: number
}

/** SQL: the proposals about an address. Of the votes of one voter the one with the highest sequence counts. */
const selectProposals = (address: RawBuilder<unknown>) => sql`
  select proposal.*, state.stored_status, state.executed_at, state.executed_tx_id,
         state.stored_outcome, withheld.at_ms as withheld_ms,
         withheld.reason as withheld_reason, coalesce(votes.for, 0) as votes_for,
         coalesce(votes.against, 0) as votes_against
  from dao_proposal proposal
  left join dao_proposal_state state on state.proposal_id = proposal.id
  left join lateral (
    select count(*) filter (where support)::int as for,
           count(*) filter (where not support)::int as against
    from (select distinct on (voter) support from dao_vote
          where dao_vote.proposal_id = proposal.id order by voter, sequence desc) counted
  ) votes on true
  left join case_withheld_text withheld on withheld.text_hash = proposal.reason_hash
  where proposal.target = ${address} order by proposal.id`

/** All that decides what holds for an address at `now`, as one value of SQL; each list by number. */
export interface ProtectionJson
  extends Pick<ProtectionRecord, 'flags' | 'freezes' | 'appeals' | 'bars'> {
  now: number
  proposals: RecordedRow[]
}

/**
 * SQL: all that decides what holds for an address, which must not be a bare column `address`; `tip` is the time of the
 * latest indexed block, in Unix seconds. What a later event reports of something may be known before its first one.
 */
export function buildProtectionJson(
  address: RawBuilder<unknown>,
  tip: RawBuilder<unknown>,
): RawBuilder<ProtectionJson> {
  const list = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (${rows}) listed)`
  const flags = sql`
    select number, case_id as "caseId", reason_code as "reasonCode", flagger,
           flagged_at as "flaggedAt", lifted_at as "liftedAt"
    from dao_flag where address = ${address} and flagger is not null and flagged_at is not null
    order by number`
  const freezes = sql`
    select number, coalesce(proposal_id, 0) as "proposalId", since, renewed_at as "renewedAt",
           flag_case_id as "flagCaseId", ended_at as "endedAt", overruled_at as "overruledAt",
           last_overruled_at as "lastOverruledAt"
    from dao_freeze where address = ${address} and since is not null and renewed_at is not null
    order by number`
  const appeals = sql`
    select id, flag_number as "flagNumber", freeze_number as "freezeNumber", case_id as "caseId",
           opened_at as "openedAt", deadline,
           case when outcome is not null and closed_at is not null
             then jsonb_build_object('outcome', outcome, 'closedAt', closed_at) end as stored
    from dao_appeal where address = ${address} and opened_at is not null and deadline is not null
    order by id`
  const bars = sql`
    select reason_code as "reasonCode", flagger, until from dao_flag_bar where address = ${address}`
  return sql<ProtectionJson>`jsonb_build_object(
    'now', ${buildGovernanceTime(tip)}, 'flags', ${list(flags)}, 'freezes', ${list(freezes)},
    'appeals', ${list(appeals)}, 'bars', ${list(bars)}, 'proposals', ${list(selectProposals(address))})`
}

/** Returns what holds by the value of `buildProtectionJson`. */
export const toProtectionState = (protection: ProtectionJson): ProtectionState =>
  getProtectionState(toProtectionRecord(protection), protection.now)

const toProtectionRecord = ({
  now: _,
  proposals,
  ...record
}: ProtectionJson): ProtectionRecord<RecordedProposal> => ({
  ...record,
  proposals: proposals.map(toRecordedProposal),
})

function toRecordedProposal(row: RecordedRow): RecordedProposal {
  const { id, action, target, votes_for: votesFor, votes_against: votesAgainst } = row
  const { withheld_ms: atMs, withheld_reason: reason } = row
  const isVotedOn = votesFor + votesAgainst > 0
  return {
    row,
    action,
    target,
    ballot: {
      id,
      createdAt: row.created_at,
      votingEndsAt: row.voting_ends_at,
      executableUntil: row.executable_until,
      votesFor,
      votesAgainst,
      minVotesFor: MIN_VOTES_FOR[action],
    },
    storedStatus: row.stored_status ?? (isVotedOn ? 'active' : 'pending'),
    storedOutcome: row.stored_outcome,
    flagNumber: row.flag_number,
    freezeNumber: row.freeze_number,
    isAppeal: row.is_appeal,
    executedAt: row.executed_at,
    executedTxId: row.executed_tx_id,
    withheld: atMs === null || reason === null ? null : { at: Math.floor(atMs / 1000), reason },
  }
}
