import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import { MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { type Kysely, sql } from 'kysely'
import { selectOwnAddresses } from '../../db/select-own-addresses.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { HAS_NO_LIVE_TRANSACTION } from '../write-action.ts'
import { buildPolicy, getClearingScore, type OpenCase } from './decide.ts'

/** Reads what the agent found when it considered the account last; `excusedScore`: see `decideExcuse`. */
export const readLastFinding = (db: Kysely<Tables>, address: Address) =>
  db
    .selectFrom('agent_account')
    .select(['score', 'risk_level as riskLevel', 'version', 'excused_score as excusedScore'])
    .where('address', '=', address)
    .executeTakeFirst()

export type LastFinding = NonNullable<Awaited<ReturnType<typeof readLastFinding>>>

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

/** The accusation of an account that was not withdrawn, the latest first. */
const selectOpenCase = (db: Kysely<Tables>, address: Address) =>
  db
    .selectFrom('agent_case as accused')
    .select(['case_id as caseId', 'reason_code as reasonCode', 'statement'])
    .where('address', '=', address)
    .where('cleared_ms', 'is', null)
    .orderBy('opened_ms', 'desc')
    .limit(1)

/** Reads the accusation that was not withdrawn, with the actions that belong to it. */
export async function readOpenCase(db: Kysely<Tables>, address: Address): Promise<OpenCase | null> {
  const opened = await selectOpenCase(db, address)
    .select(['recovered_ms as recoveredMs', IS_DELISTED.as('isDelisted')])
    .executeTakeFirst()
  if (opened === undefined) return null
  const { caseId, reasonCode, statement, recoveredMs, isDelisted } = opened
  const actions = await db
    .selectFrom('agent_action')
    .select(['kind', 'status', HAS_NO_LIVE_TRANSACTION.as('isUnsigned')])
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where((eb) => eb.or([eb('status', '!=', 'failed'), eb('is_moot', '=', true)]))
    .execute()
  // A flag that the contracts refused is no flag.
  const flags = actions.filter(({ kind, status }) => kind === 'flag' && status !== 'failed')
  return {
    ...{ caseId, reasonCode, score: statement.score, isDelisted, recoveredMs },
    isFlagged: flags.length > 0,
    isFlagSigned: flags.some(({ isUnsigned }) => !isUnsigned),
    isFreezeProposed: actions.some(({ kind }) => kind === 'propose_freeze'),
  }
}

/** Reads the latest accusation of an account that was not withdrawn, as it was said; `null` without one. */
export async function readAccusation(
  { db, config }: Pick<Context, 'db' | 'config'>,
  address: Address,
) {
  const row = await selectOpenCase(db, address).select('opened_ms as openedMs').executeTakeFirst()
  if (row === undefined) return null
  // The score from which on it ends, when it lasts for an hour.
  return { ...row, clearsAt: getClearingScore(buildPolicy(config), row.statement.score) }
}

/** Reported changes of keys, contracts and capabilities: all but those of system contracts. */
const KEY_CHANGES = ACCOUNT_EVENTS.flatMap(({ kind, isReported, source }) =>
  isReported && (source === null || source.contract === null) ? kind : [],
)

const KEY_CHANGE_WINDOW_MS = 86_400_000

/** What is recorded about an account besides its score and case. */
interface Records {
  /** When the last accusation was withdrawn, in Unix milliseconds; `null` when none was. */
  lastClearedMs: number | null
  /** It proposed or authorized a transaction after that. */
  hasActedSince: boolean
  /** The account that flags for the agent; `null` before an agent ran. */
  flagger: Address | null
  /** Standing signed reports of members who could vote at that time. */
  eligibleReports: number
  /** Keys or contracts of the account changed within a day before its last event. */
  hasKeyChanges: boolean
  /** The account, or one of its own in the EVM, is on a scam list now. */
  isListed: boolean
}

/** `asOfSeconds`: the time of its last event. */
export async function readRecords(
  db: Kysely<Tables>,
  { address, asOfSeconds }: { address: Address; asOfSeconds: number },
): Promise<Records> {
  const { rows } = await sql<Records>`
    select cleared.ms as "lastClearedMs",
      exists (select from chain_transaction where address = ${address} and block_ms > cleared.ms
              and (is_proposer or is_authorizer)) as "hasActedSince",
      (select key_address from agent_heartbeat) as flagger,
      (select count(*)::int from dao_report where address = ${address} and kind = 'report'
       and not is_withdrawn and score_tenths >= ${MIN_VOTER_SCORE * 10}) as "eligibleReports",
      exists (select from chain_account_event where address = ${address}
              and kind = any(${KEY_CHANGES}::text[])
              and block_ms > ${asOfSeconds * 1000 - KEY_CHANGE_WINDOW_MS}::bigint) as "hasKeyChanges",
      exists (select from label_entry where kind = 'scam' and removed_at is null
              and address in (${selectOwnAddresses(sql.val(address))})) as "isListed"
    from (select max(cleared_ms) as ms from agent_case where address = ${address}) cleared`.execute(
    db,
  )
  const [records] = rows
  if (records === undefined) throw new RangeError('the database returned no records')
  return records
}
