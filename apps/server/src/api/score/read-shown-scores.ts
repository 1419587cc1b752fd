import type { BlockRef } from '@app/api/schemas/envelope.ts'
import type { PublishedScore } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  buildProtectionJson,
  type ProtectionJson,
  toProtectionState,
} from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { SCORE_COLUMNS, type ShownScoreRow, toStoredScore } from '../../scorer/read-scores.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { buildIsReread } from '../../scorer/tracked-accounts.ts'
import {
  joinPublication,
  type PublicationColumns,
  selectPublication,
  toPublication,
} from './read-publications.ts'

/** What decides all that an answer says of the newest score of an account, of one snapshot of the database. */
export interface ScoreState {
  seq: number
  /** Whether it is of the present version, and covers every change of its inputs. */
  isCurrent: boolean
  /** Whether a flag stands at the latest indexed block: nobody is advised on how to look better then. */
  isFlagged: boolean
  /** The record on the chain; `null` where there is none, `undefined` when only the chain can tell. */
  published: PublishedScore | null | undefined
  latestBlock: BlockRef
}

export interface ShownScore extends ScoreState {
  stored: StoredScore
}

type Reader<Shown> = (addresses: readonly Address[]) => Promise<Map<Address, Shown>>

export type ReadShownScores = Reader<ShownScore>

export type ReadingContext = Pick<Context, 'db' | 'pool' | 'config' | 'rules'>

/** Creates a reader of the newest scores of some accounts; those without a score are absent. */
export const createShownScoreReader = (context: ReadingContext): ReadShownScores =>
  createReader(context, SCORE_COLUMNS, (row: ScoreStateRow & ShownScoreRow) => ({
    ...toScoreState(row),
    stored: toStoredScore(row),
  }))

/** The same without the scores, whose reasons are most of what the database has to send. */
export const createScoreStateReader = (context: ReadingContext): Reader<ScoreState> =>
  createReader(context, ['address', 'seq'], toScoreState)

function createReader<Row extends ScoreStateRow, Shown>(
  context: ReadingContext,
  columns: (typeof SCORE_COLUMNS)[number][],
  convert: (row: Row) => Shown,
): Reader<Shown> {
  const ofOne = buildQuery(context, columns, sql`(select ${WANTED}::text as address)`)
  const ofMany = buildQuery(context, columns, sql`unnest(${WANTED}::text[])`)
  return async (addresses) => {
    // With one address, partitioned tables are read in one partition each.
    const [wanted, { sql: text, parameters }, name] =
      addresses.length === 1
        ? [addresses[0], ofOne, `score-${columns.length}`]
        : [addresses, ofMany, `scores-${columns.length}`]
    const values = parameters.map((value) => (value === WANTED ? wanted : value))
    const { rows } = await context.pool.query<Row>({ name, text, values })
    return new Map(rows.map((row) => [row.address, convert(row)]))
  }
}

/** Stands in the parameters for what each query asks for. */
const WANTED = '<wanted>'

/** Prepared once per connection: planning takes as long as reading 20 scores. */
function buildQuery(
  { db, config, rules }: ReadingContext,
  columns: readonly string[],
  wanted: RawBuilder<unknown>,
) {
  const address = sql.ref('wanted.address')
  const { version, decoding } = rules.current
  return sql`
    select ${sql.join(columns.map((column) => sql.ref(`score.${column}`)))},
      score.version = ${version} and ${buildIsUpToDate(address, decoding)} as "isCurrent",
      ${buildFlagState(address, sql`live.block_ms / 1000`)} as "flagState",
      live.to_height as "toHeight", live.block_ms as "blockMs", ${selectPublication(config.network)}
    from ${wanted} as wanted (address)
    join chain_cursor live on live.direction = 'live' and live.block_ms is not null
    join lateral (
      select * from score_result where address = ${address} order by seq desc limit 1
    ) score on true
    ${joinPublication(address)}`.compile(db)
}

/**
 * SQL: whether the newest score of an account covers every change of its inputs, also where blocks were read again by the
 * present decoding.
 */
const buildIsUpToDate = (
  address: RawBuilder<unknown>,
  decoding: number,
): RawBuilder<boolean> => sql`
  exists (
    select 1 from score_tracked_account
    where address = ${address}
      and chain_seq >= coalesce((select seq from chain_change where address = ${address}), 0)
      and label_seq >= (select seq from label_state)
      and dao_seq >= coalesce((select seq from dao_change where address = ${address}), 0)
      and report_seq >= coalesce((select seq from label_report_change where address = ${address}), 0)
      and not ${buildIsReread(decoding)}
  )`

/** Whether a flag stands, or all that decides it. */
type FlagState = boolean | ProtectionJson

/**
 * SQL: whether a flag stands at a block time, in Unix seconds. Where the voting on an appeal against it was over by then,
 * and no event says yet how it ended, the rules of governance tell whether it lifted the flag: they get what they need.
 */
const buildFlagState = (
  address: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<FlagState> => sql`
  case when not exists (
    select from dao_flag
    where address = ${address} and flagged_at is not null and lifted_at is null
  ) then 'false'::jsonb
  when not exists (
    select from dao_proposal appeal
    left join dao_proposal_state state on state.proposal_id = appeal.id
    where appeal.target = ${address} and appeal.is_appeal and appeal.flag_number is not null
      and appeal.voting_ends_at <= ${now} and state.stored_outcome is null
  ) then 'true'::jsonb
  else ${buildProtectionJson(address, now)} end`

const isFlagStanding = (state: FlagState): boolean =>
  typeof state === 'boolean' ? state : toProtectionState(state).flag !== null

interface ScoreStateRow extends PublicationColumns {
  address: Address
  seq: number
  isCurrent: boolean
  flagState: FlagState
  toHeight: number
  blockMs: number
}

const toScoreState = (row: ScoreStateRow): ScoreState => ({
  seq: row.seq,
  isCurrent: row.isCurrent,
  isFlagged: isFlagStanding(row.flagState),
  published: toPublication(row),
  latestBlock: { height: row.toHeight, timeMs: row.blockMs },
})

/** Returns whether the account has rows in the tables, which proves that it exists. */
export async function isIndexedAccount(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from chain_account where address = ${address})
        or exists (select 1 from chain_activity where address = ${address})
        or exists (select 1 from score_result where address = ${address}) as known`.execute(db)
  return rows[0]?.known ?? false
}

/** Returns the sequence number of the newest score for each address that has one. */
export async function readLatestScoreSeqs(
  { db }: Pick<Context, 'db'>,
  addresses: readonly Address[],
): Promise<Map<Address, number>> {
  const { rows } = await sql<{ address: Address; seq: number }>`
    select address, max(seq) as seq from score_result
    where address = any(${[...addresses]}) group by address`.execute(db)
  return new Map(rows.map(({ address, seq }) => [address, seq]))
}
