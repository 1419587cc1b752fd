import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { isWorkable, type Pauses } from '../../runtime/pauses.ts'
import { readLatestWithInputs } from '../../scorer/read-scores.ts'
import { isChangedByRules, type StoredScore } from '../../scorer/stored-score.ts'
import { insertNotice } from '../take-notices.ts'
import { lockActions } from '../write-action.ts'
import { decideLevelChange, LEVEL_HOLD_MS, type ToldLevel } from './decide-level-change.ts'
import type { LastFinding } from './read-situation.ts'

type Queries = Kysely<Tables>

interface ScoreAtTime {
  score: StoredScore
  /** Block time in Unix milliseconds. */
  nowMs: number
}

/**
 * Notes the level of a score, and tells of it when it is another one that lasts, in the caller's transaction, which
 * holds the lock of the account. Of an account that was never scored before, nothing is told.
 */
export async function noticeLevel(
  db: Queries,
  { score, nowMs }: ScoreAtTime,
  before: LastFinding | null,
): Promise<void> {
  const { address, riskLevel, version, computedAtMs, evidenceHash } = score
  const known = (await readToldLevel(db, address)) ?? toToldLevel(before ?? score)
  const scored = { score: score.score, riskLevel, version, scoredMs: computedAtMs, nowMs }
  const { isTold, told } = decideLevelChange(known, scored)
  await writeToldLevel(db, address, told)
  if (!isTold) return
  await insertNotice(db, {
    address,
    atMs: nowMs,
    caseId: null,
    data: {
      kind: 'level_changed',
      score: score.score,
      scoreBefore: known.score,
      riskLevel,
      riskLevelBefore: known.riskLevel,
      evidenceHash,
      ...(isChangedByRules(known, score) && { cause: 'rules' as const }),
    },
  })
}

/**
 * Tells of levels that have lasted long enough without a new score, of at most `limit` accounts. Returns how many were
 * looked at.
 */
export async function tellLastingLevels(
  { db }: Pick<Context, 'db'>,
  { nowMs, limit, pauses }: { nowMs: number; limit: number; pauses: Pauses },
): Promise<number> {
  const waiting = await db
    .selectFrom('agent_told_level')
    .select('address')
    .where('other_since_ms', '<=', nowMs - LEVEL_HOLD_MS)
    .where(isWorkable('address', pauses))
    .orderBy('other_since_ms')
    .limit(limit)
    .execute()
  for (const { address } of waiting) {
    await pauses.attempt(address, () => tellLastingLevel(db, { address, nowMs }))
  }
  return waiting.length
}

const tellLastingLevel = (
  db: Context['db'],
  { address, nowMs }: { address: Address; nowMs: number },
): Promise<void> =>
  db.transaction().execute(async (queries) => {
    await lockActions(queries, address)
    const stored = await readLatestWithInputs({ db: queries }, address)
    if (stored !== null) await noticeLevel(queries, { score: stored.score, nowMs }, null)
  })

const toToldLevel = ({
  riskLevel,
  score,
  version,
}: Pick<StoredScore, 'riskLevel' | 'score' | 'version'>): ToldLevel => ({
  riskLevel,
  score,
  version,
  other: null,
})

async function readToldLevel(db: Queries, address: Address): Promise<ToldLevel | null> {
  const row = await db
    .selectFrom('agent_told_level')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
  if (row === undefined) return null
  const { risk_level: riskLevel, score, version } = row
  const { other_level: other, other_since_ms: sinceMs } = row
  const isOther = other !== null && sinceMs !== null
  return { riskLevel, score, version, other: isOther ? { riskLevel: other, sinceMs } : null }
}

async function writeToldLevel(db: Queries, address: Address, told: ToldLevel): Promise<void> {
  const row = {
    risk_level: told.riskLevel,
    score: told.score,
    version: told.version,
    other_level: told.other?.riskLevel ?? null,
    other_since_ms: told.other?.sinceMs ?? null,
  }
  await db
    .insertInto('agent_told_level')
    .values({ address, ...row })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute()
}
