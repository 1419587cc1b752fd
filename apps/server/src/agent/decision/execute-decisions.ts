import type { OrdinaryComparison } from '@app/score/behaviour/conformal-table.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import { type Kysely, sql, type Updateable } from 'kysely'
import type {
  AgentCaseRow,
  ClearedCause,
  StatementOfReasons,
} from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { CLEARED_CAUSES } from '../clearing/build-clearance.ts'
import { appendEntry } from '../history/write-entry.ts'
import { insertNotice } from '../take-notices.ts'
import {
  buildCaseId,
  cancelAccusations,
  findAction,
  type NewAction,
  queueAction,
} from '../write-action.ts'
import { consumeDailyCap } from '../write-budget.ts'
import { buildStatement, describeStatement } from './build-statement.ts'
import { type Decision, type Evidence, FLAG_CHECK_MS, type Situation } from './decide.ts'
import type { LastFinding } from './read-situation.ts'

/** An account with its newest score and what was found before. */
export interface ConsideredAccount {
  score: StoredScore
  comparison: OrdinaryComparison
  before: LastFinding | undefined
  /** Block time in Unix milliseconds. */
  nowMs: number
}

interface Execution {
  account: ConsideredAccount
  evidence: Evidence
  situation: Situation
  decisions: readonly Decision[]
  config: Context['config']
}

/** The case that the decisions belong to, as it is said. */
interface CaseExecution extends Execution, CaseKey {
  statement: StatementOfReasons
  /** The statement as sentences. */
  text: string
}

/** Writes down and queues what was decided, in the caller's transaction. Returns the ids of the queued actions. */
export async function executeDecisions(
  db: Kysely<Tables>,
  execution: Execution,
): Promise<number[]> {
  const { account, evidence, situation, decisions } = execution
  if (decisions.length === 0) return []
  const { score, comparison } = account
  const { address } = score
  const statement = buildStatement(score, { kinds: evidence.kinds, ordinary: comparison })
  const caseId = situation.openCase?.caseId ?? (await createCaseId(db, score))
  const text = describeStatement(address, statement)
  const view = { ...execution, address, caseId, statement, text }
  const ids: number[] = []
  for (const decision of decisions) {
    const id = await executeDecision(db, decision, view)
    if (id !== null) ids.push(id)
  }
  return ids
}

/** Returns a new id of a case; a number follows where the same evidence accused before. */
async function createCaseId(
  db: Kysely<Tables>,
  { address, evidenceHash }: ConsideredAccount['score'],
): Promise<string> {
  const { cases } = await db
    .selectFrom('agent_case')
    .select(({ fn }) => fn.countAll<number>().as('cases'))
    .where('address', '=', address)
    .where('evidence_hash', '=', evidenceHash)
    .executeTakeFirstOrThrow()
  const caseId = buildCaseId({ address, evidenceHash })
  return cases === 0 ? caseId : `${caseId}-${cases + 1}`
}

/** Returns the id of the action that the decision has queued; `null` for none. */
async function executeDecision(
  db: Kysely<Tables>,
  decision: Decision,
  view: CaseExecution,
): Promise<number | null> {
  const { nowMs } = view.account
  switch (decision.kind) {
    case 'accuse':
      await accuse(db, decision.reasonCode, view)
      return null
    case 'flag':
      return await flag(db, decision.reasonCode, view)
    case 'propose_freeze':
      return await proposeFreeze(db, view)
    case 'note_recovery':
      await updateCase(db, view, { recovered_ms: decision.hasRecovered ? nowMs : null })
      return null
    case 'clear':
      return await clear(db, view)
    case 'wait':
      await writeRevisit(db, view.address, decision.untilMs)
      return null
  }
}

/** Opens the case and warns at once; what needs a transaction follows. */
async function accuse(
  db: Kysely<Tables>,
  reasonCode: ReasonCode,
  { account, address, caseId, statement, text: reason }: CaseExecution,
): Promise<void> {
  const { score, nowMs } = account
  const { evidenceHash } = score
  await db
    .insertInto('agent_case')
    .values({
      address,
      case_id: caseId,
      reason_code: reasonCode,
      opened_ms: nowMs,
      evidence_hash: evidenceHash,
      statement: JSON.stringify(statement),
    })
    .execute()
  const entry = { address, action: 'warn', success: true, reason, caseId, evidenceHash }
  await appendEntry(db, entry)
  const data = { kind: 'accused', action: 'warn', reason, txId: null, statement } as const
  await insertNotice(db, { address, atMs: nowMs, caseId, data })
}

/** The case is extended by stronger evidence: its ground and its statement are those of the flag now. */
async function flag(
  db: Kysely<Tables>,
  reasonCode: ReasonCode,
  view: CaseExecution,
): Promise<number> {
  const statement = JSON.stringify(view.statement)
  await updateCase(db, view, { reason_code: reasonCode, statement })
  await writeRevisit(db, view.address, view.account.nowMs + FLAG_CHECK_MS)
  return await queueUnlessOpen(db, { ...buildAction('flag', view), payload: { reasonCode } })
}

/** Within the agent's own daily budget. */
async function proposeFreeze(db: Kysely<Tables>, view: CaseExecution): Promise<number | null> {
  const cap = view.config.agent.freezeProposalsPerDay
  if (!(await consumeDailyCap(db, 'propose_freeze', cap))) return null
  return await queueUnlessOpen(db, buildAction('propose_freeze', view))
}

/** A flag is lifted on the chain first, which then ends the case; a warning ends at once, with what was not signed. */
async function clear(db: Kysely<Tables>, view: CaseExecution): Promise<number | null> {
  const { account, address, caseId, situation } = view
  const { score, nowMs } = account
  const cause = situation.openCase?.isDelisted ? 'label_removed' : 'recheck'
  const { evidenceHash } = score
  const why = `${CLEARED_CAUSES[cause]}; the score is ${score.score} of 100.`
  if (situation.openCase?.isFlagSigned) {
    await writeRevisit(db, address, nowMs + FLAG_CHECK_MS)
    const reason = `The flag of ${address} is lifted: ${why}`
    return await queueUnlessOpen(db, { ...buildAction('unflag', view), reason })
  }
  await cancelAccusations(db, { address, caseId })
  await closeCase(db, view, { clearedMs: nowMs, cause })
  const reason = `The warning about ${address} is withdrawn: ${why}`
  const entry = { address, action: 'recheck', success: true, reason, caseId, evidenceHash }
  await appendEntry(db, entry)
  return null
}

/** Queues an action once; again only after it failed. */
async function queueUnlessOpen(db: Kysely<Tables>, action: NewAction): Promise<number> {
  const before = await findAction(db, action)
  return before !== null && before.status !== 'failed' ? before.id : await queueAction(db, action)
}

function buildAction(
  kind: 'flag' | 'propose_freeze' | 'unflag',
  { account, address, caseId, text }: CaseExecution,
): NewAction {
  const { evidenceHash } = account.score
  return { kind, address, evidenceHash, idempotencyKey: caseId, caseId, reason: text }
}

type CaseKey = Pick<NewAction, 'address'> & { caseId: string }

/** Changes an accusation that was not withdrawn. Returns whether it was open. */
async function updateCase(
  db: Kysely<Tables>,
  { address, caseId }: CaseKey,
  change: Updateable<AgentCaseRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('agent_case')
    .set(change)
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where('cleared_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Withdraws an accusation, and has the account considered again. Returns whether it was open. */
export const closeCase = (
  db: Kysely<Tables>,
  key: CaseKey,
  { clearedMs, cause }: { clearedMs: number; cause: ClearedCause },
): Promise<boolean> =>
  updateCase(db, key, { cleared_ms: clearedMs, cleared_cause: cause, revisit_ms: clearedMs })

/** Notes when the account of a case is considered again without a new score; `null` for not at all. */
export async function writeRevisit(
  db: Kysely<Tables>,
  address: CaseKey['address'],
  revisitMs: number | null,
): Promise<void> {
  await sql`
    update agent_case
    set revisit_ms = case when case_id = latest.id then ${revisitMs}::bigint end
    from (select case_id as id from agent_case where address = ${address}
          order by opened_ms desc, cleared_ms desc limit 1) latest
    where address = ${address}`.execute(db)
}
