import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Address } from '@app/values/address.ts'
import { formatMinute } from '@app/values/time.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { CHANGED_RECENTLY } from '../write-action.ts'

/** Why the agent watches an address. */
interface WatchReason {
  kind: RecheckCause['kind'] | 'discovered' | 'requested'
  /** For display, such as 'flagged since 2026-05-03 12:00 UTC'. */
  text: string
}

/**
 * Reads why an address is watched, the most important reason first; none when it is not. Flagged
 * addresses, owners of vaults and voters are rechecked on the chain, the others when they change.
 */
export async function readWatchReasons(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<WatchReason[]> {
  const causes = await loadRecheckCauses(db, address)
  const reasons: WatchReason[] = causes.map((cause) => ({
    kind: cause.kind,
    text: describeCause(cause),
  }))
  if (await isJudged(db, address)) reasons.push({ kind: 'discovered', text: 'discovered' })
  if ((await loadRequester(db, address)) === 'client')
    reasons.push({ kind: 'requested', text: 'requested by a visitor' })
  return reasons
}

type Queries = Kysely<Tables>

/** Why an address is rechecked on the chain: the first of these that holds. */
const RECHECK_CAUSES = ['flagged', 'voted', 'vault'] as const

interface RecheckCause {
  kind: (typeof RECHECK_CAUSES)[number]
  /** Unix seconds of block time: of the flag, of the opening, of the last vote. */
  since: number
  /** The proposal of the last vote; `null` for other causes. */
  proposalId: number | null
}

export interface WatchCandidate extends RecheckCause {
  address: Address
}

/** Returns a cause as it is shown, such as 'flagged since 2026-05-03 12:00 UTC'. */
export function describeCause({ kind, since, proposalId }: RecheckCause): string {
  switch (kind) {
    case 'flagged':
      return `flagged since ${formatMinute(BigInt(since))}`
    case 'vault':
      return 'owns a guarded vault'
    case 'voted':
      return `voted on proposal ${proposalId}`
  }
}

/** How long a voter is rechecked after a vote. */
const VOTER_DAYS = 30

const selectCauses = sql`
  select address, 'flagged' as kind, max(flagged_at) as since, null::bigint as "proposalId"
  from dao_flag where flagged_at is not null and lifted_at is null
  group by address
  union all
  select owner, 'vault', opened_at, null
  from dao_vault where opened_at is not null and (closed_at is null or opened_at >= closed_at)
  union all
  (select distinct on (voter) voter, 'voted', cast_at, proposal_id
   from dao_vote, (select block_ms / 1000 as now from chain_cursor where direction = 'live') clock
   where cast_at > now - ${sql.lit(VOTER_DAYS)} * 86400
   order by voter, cast_at desc)`

/**
 * Loads the addresses to recheck on the chain, each with its first cause: flagged ones, voters, the
 * latest first, then owners of vaults, those whose vault keeps the most FLOW first, then the oldest:
 * a vault is cheap to open, so empty ones must not take the places of others. Other contents have no
 * price, hence no rank.
 */
export async function loadWatchCandidates({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<WatchCandidate[]> {
  const flow = buildSystemTypeId(config.network, 'FlowToken', 'Vault')
  const { rows } = await sql<WatchCandidate>`
    select first.* from (
      select distinct on (address) * from (${selectCauses}) cause
      order by address, ${rankOfKind()}
    ) first
    left join chain_own_place kept
      on kept.address = first.address and kept.place = 'vault' and kept.token = ${flow}
    order by ${rankOfKind()},
      case kind when 'vault' then coalesce(taken_units - put_units, 0) else -since end,
      since, first.address`.execute(db)
  return rows
}

/** Loads every cause of one address, the first one first. */
async function loadRecheckCauses(db: Queries, address: Address): Promise<RecheckCause[]> {
  const { rows } = await sql<RecheckCause>`
    select kind, since, "proposalId" from (${selectCauses}) cause
    where address = ${address} order by ${rankOfKind()}`.execute(db)
  return rows
}

const rankOfKind = () => sql`array_position(${sql.val(RECHECK_CAUSES)}::text[], kind)`

/** Who asked for the score of an address first; `null` when nobody did. */
async function loadRequester(db: Queries, address: Address): Promise<string | null> {
  const row = await db
    .selectFrom('score_tracked_account')
    .select('requested_by')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.requested_by ?? null
}

/** Returns whether the agent has judged the account. */
async function isJudged(db: Queries, address: Address): Promise<boolean> {
  const row = await db
    .selectFrom('agent_account')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/** About a minute: the nodes behind one address may lag behind each other by as much. */
const VISIBLE_AFTER_BLOCKS = 60

/** What the agent did about the rechecks of an address. */
export interface ScheduleState {
  address: Address
  /** An action is open, or ended so recently that it is not repeated or not visible yet. */
  isBusy: boolean
  /** Id of the last action that started the rechecks; `null` when the agent started none. */
  startId: number | null
}

/** Loads the state of those of the addresses about which there is an action. */
export async function loadScheduleStates(
  db: Queries,
  addresses: readonly Address[],
): Promise<ScheduleState[]> {
  const { rows } = await sql<ScheduleState>`
    select address,
           bool_or(status in ('queued', 'sent')
                   or (status = 'failed' and ${CHANGED_RECENTLY})
                   or sealed_height > indexed.height - ${sql.lit(VISIBLE_AFTER_BLOCKS)}) as "isBusy",
           max(id) filter (where status = 'sealed' and payload is null) as "startId"
    from agent_action, (select coalesce(max(to_height), 0) as height from chain_cursor
                        where direction = 'live') indexed
    where kind = 'schedule_recheck' and address = any(${sql.val(addresses)})
    group by address`.execute(db)
  return rows
}

/** Returns whether every event of the contracts up to the latest indexed block is mirrored. */
export async function isMirrorComplete(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ isComplete: boolean }>`
    select exists (
      select from chain_cursor live join chain_contract_cursor read on read.height >= live.to_height
      where live.direction = 'live' and not exists (
        select from chain_contract_event where seq > (select seq from dao_cursor))
    ) as "isComplete"`.execute(db)
  return rows[0]?.isComplete ?? false
}
