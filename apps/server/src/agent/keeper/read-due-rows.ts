import type { EventName } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { CHANGED_RECENTLY } from '../write-action.ts'

type Queries = Kysely<Tables>

export interface DueRun {
  address: Address
  runId: string
}

const RECHECK_EVENT: EventName = 'DharmaRecheck.RecheckDue'

export const toRunKey = (runId: string): string => `run ${runId}`

/** One day on testnet. Every address is rechecked at least daily, so older runs were followed by a newer one. */
const LOOK_BACK_BLOCKS = 172_800

/**
 * Loads the runs announced in indexed blocks about which there is no action, the lowest block first. The chain executes
 * the runs of a block in any order, so here they are ordered by address. The type is a literal, as in the index
 * `chain_contract_event_recheck`.
 */
export async function loadDueRuns(db: Queries): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select address, "runId" from (
      select height, fields ->> 'address' as address, fields ->> 'runId' as "runId"
      from chain_contract_event
      where type = ${sql.lit(RECHECK_EVENT)} and height > (
        select to_height - ${sql.lit(LOOK_BACK_BLOCKS)} from chain_cursor where direction = 'live')
    ) run
    where not exists (
      select from agent_action done where done.address = run.address and done.kind = 'recheck'
        and done.idempotency_key = ${sql.lit(toRunKey(''))} || "runId")
    order by height, address`.execute(db)
  return rows
}

/** About a minute: the nodes behind one address may lag behind each other by as much. */
const VISIBLE_AFTER_BLOCKS = 60

/** What the agent did to start, restart or end the rechecks of an address. */
export interface ScheduleState {
  /** An action is open, or ended so recently that it is not repeated or not visible yet. */
  isBusy: boolean
  /** When such an action changed last, in Unix milliseconds of the wall clock. */
  changedMs: number
  /** Id of the last action that started the rechecks; `null` when the agent started none. */
  startId: number | null
}

/** Loads the state of those of the addresses about which there is an action. */
export async function loadScheduleStates(
  db: Queries,
  addresses: readonly Address[],
): Promise<Map<Address, ScheduleState>> {
  const { rows } = await sql<ScheduleState & { address: Address }>`
    select address,
           bool_or(status in ('queued', 'sent')
                   or (status = 'failed' and ${CHANGED_RECENTLY})
                   or sealed_height > indexed.height - ${sql.lit(VISIBLE_AFTER_BLOCKS)}) as "isBusy",
           (extract(epoch from max(changed_at)) * 1000)::bigint as "changedMs",
           max(id) filter (where status = 'sealed' and payload is null) as "startId"
    from agent_action, (select coalesce(max(to_height), 0) as height from chain_cursor
                        where direction = 'live') indexed
    where kind = 'schedule_recheck' and address = any(${sql.val(addresses)})
    group by address`.execute(db)
  return new Map(rows.map((row) => [row.address, row]))
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
