import type { Address } from '@app/values/address.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { isWorkable, type Pauses } from '../../runtime/pauses.ts'
import { readLatestWithInputs } from '../../scorer/read-scores.ts'
import { isChangedByRules, type StoredScore } from '../../scorer/stored-score.ts'
import { insertNotice } from '../take-notices.ts'
import { lockActions } from '../write-action.ts'

/** The level of an account that subscribers know, and the last score on it. */
type ToldLevel = Omit<Selectable<Tables['agent_told_level']>, 'address'>

type Score = Pick<StoredScore, 'score' | 'riskLevel' | 'version'>

/** Block times in Unix milliseconds: of a score, and of the latest block. */
interface Times {
  scoredMs: number
  nowMs: number
}

/** Another level is told when it has lasted so long, by block time … */
export const LEVEL_HOLD_MS = 10 * 60_000

/** … or at once when the score is so many points beyond the border of the level that is known. */
const LEVEL_MARGIN_POINTS = 3

/** Decides whether subscribers are told of the level of a score, and returns what they know then. Pure. */
export function decideLevelChange(
  told: ToldLevel,
  scored: Score,
  { scoredMs, nowMs }: Times,
): { isTold: boolean; told: ToldLevel } {
  const { riskLevel, score } = scored
  if (riskLevel === told.risk_level) return { isTold: false, told: toToldLevel(scored) }
  const sinceMs = told.other_level === riskLevel ? (told.other_since_ms ?? scoredMs) : scoredMs
  if (isFarBeyond(told.risk_level, score) || nowMs - sinceMs >= LEVEL_HOLD_MS) {
    return { isTold: true, told: toToldLevel(scored) }
  }
  return { isTold: false, told: { ...told, other_level: riskLevel, other_since_ms: sinceMs } }
}

export const toToldLevel = ({ riskLevel, score, version }: Score): ToldLevel => ({
  ...{ risk_level: riskLevel, score, version },
  ...{ other_level: null, other_since_ms: null },
})

/** Compares tenths, which are exact: scores have one decimal. */
function isFarBeyond(level: RiskLevel, score: number): boolean {
  const next = RISK_LEVELS[RISK_LEVELS.indexOf(level) + 1]
  const from = RISK_LEVEL_DEFINITIONS[level].fromScore
  const to = next === undefined ? Number.POSITIVE_INFINITY : RISK_LEVEL_DEFINITIONS[next].fromScore
  const tenths = Math.round(score * 10)
  const margin = LEVEL_MARGIN_POINTS * 10
  return tenths <= from * 10 - margin || tenths >= to * 10 + margin
}

/**
 * Notes the level of a score, and tells of it when it is another one that lasts, in the caller's transaction, which
 * holds the lock of the account. `before` is what was found last; of an account that was never scored, nothing is told.
 */
export async function noticeLevel(
  db: Kysely<Tables>,
  { score, nowMs }: { score: StoredScore; nowMs: number },
  before?: Score,
): Promise<void> {
  const { address, riskLevel, evidenceHash, computedAtMs: scoredMs } = score
  const stored = await db
    .selectFrom('agent_told_level')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
  const known = stored ?? toToldLevel(before ?? score)
  const { isTold, told } = decideLevelChange(known, score, { scoredMs, nowMs })
  await db
    .insertInto('agent_told_level')
    .values({ ...told, address })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(told))
    .execute()
  if (!isTold) return
  const { risk_level: riskLevelBefore, version } = known
  const isByRules = isChangedByRules({ riskLevel: riskLevelBefore, version }, score)
  const levels = { score: score.score, scoreBefore: known.score, riskLevel, riskLevelBefore }
  await insertNotice(db, {
    address,
    atMs: nowMs,
    caseId: null,
    data: {
      kind: 'level_changed',
      ...levels,
      evidenceHash,
      ...(isByRules && { cause: 'rules' as const }),
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
    await pauses.attempt(address, () => tellLastingLevel(db, address, nowMs))
  }
  return waiting.length
}

const tellLastingLevel = (db: Context['db'], address: Address, nowMs: number): Promise<void> =>
  db.transaction().execute(async (queries) => {
    await lockActions(queries, address)
    const stored = await readLatestWithInputs({ db: queries }, address)
    if (stored !== null) await noticeLevel(queries, { score: stored.score, nowMs })
  })
