import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Address } from '@app/values/address.ts'
import { formatTime } from '@app/values/time.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/** Why the agent watches an address. */
interface WatchReason {
  kind: RecheckCause['kind'] | 'discovered' | 'requested'
  /** A clause for display, such as 'it has been flagged since 3 May 2026, 12:00 UTC'. */
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
  const { rows: causes } = await sql<RecheckCause>`
    select kind, since, "proposalId" from (${selectCauses}) cause
    where address = ${address} order by ${rankOfKind()}`.execute(db)
  const reasons: WatchReason[] = causes.map((cause) => ({
    kind: cause.kind,
    text: describeCause(cause),
  }))
  const { rows } = await sql<Record<'isJudged' | 'isRequested', boolean>>`
    select exists (select from agent_account where address = ${address}) as "isJudged",
      exists (select from score_tracked_account
              where address = ${address} and requested_by = 'client') as "isRequested"`.execute(db)
  if (rows[0]?.isJudged)
    reasons.push({ kind: 'discovered', text: 'the agent found it on the chain' })
  if (rows[0]?.isRequested) reasons.push({ kind: 'requested', text: 'a visitor asked for it' })
  return reasons
}

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

/** Returns a cause as it is shown, such as 'it has been flagged since 3 May 2026, 12:00 UTC'. */
export function describeCause({ kind, since, proposalId }: RecheckCause): string {
  switch (kind) {
    case 'flagged':
      return `it has been flagged since ${formatTime(since * 1000)}`
    case 'vault':
      return 'it owns a guarded vault'
    case 'voted':
      return `it voted on proposal ${proposalId}`
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

const rankOfKind = () => sql`array_position(${sql.val(RECHECK_CAUSES)}::text[], kind)`
