import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import { MIN_VOTER_SCORE } from '@app/values/limits.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import { type Kysely, sql } from 'kysely'
import { selectOwnAddresses } from '../../db/select-own-addresses.ts'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { isWorkable, type Work } from '../../runtime/pauses.ts'
import { CHANGED_RECENTLY, HAS_NO_LIVE_TRANSACTION } from '../write-action.ts'
import { buildPolicy, getClearingScore, type OpenCase } from './decide.ts'

type Queries = Kysely<Tables>

/** What the agent found when it considered the account last. */
export interface LastFinding {
  score: number
  riskLevel: Tables['agent_account']['risk_level']
  scoreSeq: number | null
  /** Version of the score. */
  version: string
  /** See `decideExcuse`. */
  excusedScore: number | null
}

export async function readLastFinding(db: Queries, address: Address): Promise<LastFinding | null> {
  const row = await db
    .selectFrom('agent_account')
    .select([
      'score',
      'risk_level as riskLevel',
      'score_seq as scoreSeq',
      'version',
      'excused_score as excusedScore',
    ])
    .where('address', '=', address)
    .executeTakeFirst()
  return row ?? null
}

/**
 * SQL: whether the entry in the scam list that the case `accused` rests on was removed: that of the account, or those of
 * all listed accounts that its contact cites.
 */
export const IS_DELISTED = sql<boolean>`case accused.reason_code
  when 'listed' then not exists (
    select from (${selectOwnAddresses(sql.ref('accused.address'))}) own
    join label_entry entry using (address)
    where entry.kind = 'scam' and entry.removed_at is null)
  when 'contact' then (
    select coalesce(bool_and(listed.removed_at is not null), false)
    from jsonb_path_query(accused.statement,
      '$.reasons[*] ? (@.code like_regex "^(funding|payment)_hop_0$").evidence[*].counterparty') cited
    join label_entry listed on listed.address = cited #>> '{}' and listed.kind = 'scam')
  else false end`

/** Reads the accusation that was not withdrawn, with the actions that belong to it. */
export async function readOpenCase(db: Queries, address: Address): Promise<OpenCase | null> {
  const row = await db
    .selectFrom('agent_case as accused')
    .select(['case_id', 'reason_code', 'statement', 'recovered_ms', IS_DELISTED.as('isDelisted')])
    .where('address', '=', address)
    .where('cleared_ms', 'is', null)
    .orderBy('opened_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const actions = await db
    .selectFrom('agent_action')
    .select(['kind', 'status', HAS_NO_LIVE_TRANSACTION.as('isUnsigned')])
    .where('address', '=', address)
    .where('case_id', '=', row.case_id)
    .where((eb) => eb.or([eb('status', '!=', 'failed'), eb('is_moot', '=', true)]))
    .execute()
  // A flag that the contracts refused is no flag.
  const flags = actions.filter(({ kind, status }) => kind === 'flag' && status !== 'failed')
  return {
    caseId: row.case_id,
    reasonCode: row.reason_code,
    score: row.statement.score,
    isDelisted: row.isDelisted,
    recoveredMs: row.recovered_ms,
    isFlagged: flags.length > 0,
    isFlagSigned: flags.some(({ isUnsigned }) => !isUnsigned),
    isFreezeProposed: actions.some(({ kind }) => kind === 'propose_freeze'),
  }
}

/**
 * Lists accused accounts whose score is good enough again since `untilMs` or longer, except those whose
 * flag is being lifted; a failed lift is repeated after an hour.
 */
export async function listRecovered(
  db: Queries,
  { nowMs, untilMs, limit, pauses }: Work & { nowMs: number; untilMs: number },
): Promise<Address[]> {
  const { rows } = await sql<{ address: Address }>`
    select address from agent_case recovered
    where cleared_ms is null and recovered_ms <= ${untilMs}
      and coalesce(revisit_ms, 0) <= ${nowMs}
      and ${isWorkable('address', pauses)}
      and not exists (
        select from agent_action lift
        where lift.address = recovered.address and lift.case_id = recovered.case_id
          and lift.kind = 'unflag'
          and (lift.status <> 'failed' or ${CHANGED_RECENTLY}))
    order by recovered_ms limit ${limit}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Lists accounts that are or were accused, and are to be considered again by `nowMs`. */
export async function listRevisits(
  db: Queries,
  { nowMs, limit, pauses }: Work & { nowMs: number },
): Promise<Address[]> {
  const rows = await db
    .selectFrom('agent_case')
    .select('address')
    .distinct()
    .where('revisit_ms', '<=', nowMs)
    .where(isWorkable('address', pauses))
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

/** Reads the statement of reasons of a case; `null` when there is no such case. */
export async function readStatement(
  db: Queries,
  { address, caseId }: { address: Address; caseId: string },
): Promise<StatementOfReasons | null> {
  const row = await db
    .selectFrom('agent_case')
    .select('statement')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  return row?.statement ?? null
}

/** Reads when the last accusation was withdrawn, in Unix milliseconds; `null` when none was. */
export async function readLastClearedMs(db: Queries, address: Address): Promise<number | null> {
  const row = await db
    .selectFrom('agent_case')
    .select(({ fn }) => fn.max('cleared_ms').as('clearedMs'))
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.clearedMs ?? null
}

/** Returns whether the account proposed or authorized a transaction after a time. */
export async function hasActedAfter(
  db: Queries,
  { address, afterMs }: { address: Address; afterMs: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('chain_transaction')
    .select('tx_id')
    .where('address', '=', address)
    .where('block_ms', '>', afterMs)
    .where((eb) => eb.or([eb('is_proposer', '=', true), eb('is_authorizer', '=', true)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Reads the account that flags for the agent; `null` before an agent ran. */
export async function readFlagger(db: Queries): Promise<Address | null> {
  const row = await db.selectFrom('agent_heartbeat').select('key_address').executeTakeFirst()
  return row?.key_address ?? null
}

/** Counts the standing signed reports of members who could vote at that time. */
export async function countEligibleReports(db: Queries, address: Address): Promise<number> {
  const { reports } = await db
    .selectFrom('dao_report')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('address', '=', address)
    .where('kind', '=', 'report')
    .where('is_withdrawn', '=', false)
    .where('score_tenths', '>=', MIN_VOTER_SCORE * 10)
    .executeTakeFirstOrThrow()
  return reports
}

/** Reported changes of keys, contracts and capabilities: all but those of system contracts. */
const KEY_CHANGES = ACCOUNT_EVENTS.flatMap(({ kind, isReported, source }) =>
  isReported && (source === null || source.contract === null) ? kind : [],
)

const KEY_CHANGE_WINDOW_MS = 86_400_000

/** Returns whether keys or contracts of the account changed within a day before its last event. */
export async function hasRecentKeyChanges(
  db: Queries,
  { address, asOfSeconds }: { address: Address; asOfSeconds: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('chain_account_event')
    .select('tx_id')
    .where('address', '=', address)
    .where('kind', 'in', KEY_CHANGES)
    .where('block_ms', '>', asOfSeconds * 1000 - KEY_CHANGE_WINDOW_MS)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the account, or an account of its own in the EVM, is on a scam list now. */
export async function isListed(db: Queries, address: Address): Promise<boolean> {
  const row = await db
    .selectFrom('label_entry')
    .select('id')
    .where('address', 'in', sql<Party>`(${selectOwnAddresses(sql.val(address))})`)
    .where('kind', '=', 'scam')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** An accusation that was not withdrawn, as it was said at that time. */
interface Accusation {
  caseId: string
  reasonCode: ReasonCode
  /** Block time in Unix milliseconds. */
  openedMs: number
  statement: StatementOfReasons
  /** Score from which on it ends, when it lasts for an hour. */
  clearsAt: number
}

/** Reads the latest accusation of an account that was not withdrawn; `null` without one. */
export async function readAccusation(
  { db, config }: Pick<Context, 'db' | 'config'>,
  address: Address,
): Promise<Accusation | null> {
  const row = await db
    .selectFrom('agent_case')
    .select([
      'case_id as caseId',
      'reason_code as reasonCode',
      'opened_ms as openedMs',
      'statement',
    ])
    .where('address', '=', address)
    .where('cleared_ms', 'is', null)
    .orderBy('opened_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...row, clearsAt: getClearingScore(buildPolicy(config), row.statement.score) }
}
