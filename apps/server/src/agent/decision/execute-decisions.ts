import type { OrdinaryComparison } from '@app/score/behaviour/conformal-table.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { Kysely } from 'kysely'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { CLEARED_CAUSES } from '../clearing/build-clearance.ts'
import { appendEntry } from '../history/write-entry.ts'
import { insertNotice } from '../take-notices.ts'
import { cancelAccusations, findAction, type NewAction, queueAction } from '../write-action.ts'
import { consumeDailyCap } from '../write-budget.ts'
import { buildStatement, describeStatement } from './build-statement.ts'
import type { Decision, Evidence, Situation } from './decide.ts'
import { FLAG_CHECK_MS } from './decide.ts'
import type { LastFinding } from './read-situation.ts'
import {
  closeCase,
  createCaseId,
  extendCase,
  insertCase,
  writeRecovery,
  writeRevisit,
} from './write-accusation.ts'

/** An account with its newest score and what was found before. */
export interface ConsideredAccount {
  score: StoredScore
  comparison: OrdinaryComparison
  before: LastFinding | null
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
interface CaseExecution extends Execution {
  caseId: string
  statement: StatementOfReasons
  /** The statement as sentences. */
  text: string
}

/**
 * Writes down and queues what was decided, in the caller's transaction. Returns the ids of the queued
 * actions.
 */
export async function executeDecisions(
  db: Kysely<Tables>,
  execution: Execution,
): Promise<number[]> {
  if (execution.decisions.length === 0) return []
  const { account, evidence, situation } = execution
  const { score, comparison } = account
  const statement = buildStatement(score, { kinds: evidence.kinds, ordinary: comparison })
  const caseId =
    situation.openCase?.caseId ??
    (await createCaseId(db, { address: score.address, evidenceHash: score.evidenceHash }))
  const view = {
    ...execution,
    caseId,
    statement,
    text: describeStatement(score.address, statement),
  }
  const ids: number[] = []
  for (const decision of execution.decisions) {
    const id = await executeDecision(db, decision, view)
    if (id !== null) ids.push(id)
  }
  return ids
}

async function executeDecision(
  db: Kysely<Tables>,
  decision: Decision,
  view: CaseExecution,
): Promise<number | null> {
  switch (decision.kind) {
    case 'accuse':
      await accuse(db, decision.reasonCode, view)
      return null
    case 'flag':
      return await flag(db, decision.reasonCode, view)
    case 'propose_freeze':
      return await proposeFreeze(db, view)
    case 'note_recovery':
      await noteRecovery(db, decision.hasRecovered, view)
      return null
    case 'clear':
      return await clear(db, view)
    case 'wait': {
      const { address } = view.account.score
      await writeRevisit(db, { address, revisitMs: decision.untilMs })
      return null
    }
  }
}

/** Opens the case and warns at once; what needs a transaction follows. */
async function accuse(
  db: Kysely<Tables>,
  reasonCode: ReasonCode,
  { account, caseId, statement, text }: CaseExecution,
): Promise<void> {
  const { score, nowMs } = account
  const { address, evidenceHash } = score
  await insertCase(db, { address, caseId, reasonCode, openedMs: nowMs, evidenceHash, statement })
  await appendEntry(db, {
    address,
    action: 'warn',
    success: true,
    reason: text,
    caseId,
    evidenceHash,
    actionId: null,
    txId: null,
  })
  const data = { kind: 'accused', action: 'warn', reason: text, txId: null, statement } as const
  await insertNotice(db, { address, atMs: nowMs, caseId, data })
}

async function flag(
  db: Kysely<Tables>,
  reasonCode: ReasonCode,
  view: CaseExecution,
): Promise<number | null> {
  const { address } = view.account.score
  await extendCase(db, { address, caseId: view.caseId, reasonCode, statement: view.statement })
  await writeRevisit(db, { address, revisitMs: view.account.nowMs + FLAG_CHECK_MS })
  return await queueUnlessOpen(db, { ...buildAction('flag', view), payload: { reasonCode } })
}

/** Within the agent's own daily budget. */
async function proposeFreeze(db: Kysely<Tables>, view: CaseExecution): Promise<number | null> {
  const cap = view.config.agent.freezeProposalsPerDay
  if (!(await consumeDailyCap(db, 'propose_freeze', cap))) return null
  return await queueUnlessOpen(db, buildAction('propose_freeze', view))
}

async function noteRecovery(
  db: Kysely<Tables>,
  hasRecovered: boolean,
  { account, caseId }: CaseExecution,
): Promise<void> {
  const recoveredMs = hasRecovered ? account.nowMs : null
  await writeRecovery(db, { address: account.score.address, caseId, recoveredMs })
}

/**
 * A flag is lifted on the chain first, which then ends the case; a warning ends at once, with what was not signed.
 */
async function clear(db: Kysely<Tables>, view: CaseExecution): Promise<number | null> {
  const { account, caseId, situation } = view
  const { score, nowMs } = account
  const cause = situation.openCase?.isDelisted ? 'label_removed' : 'recheck'
  const { address, evidenceHash } = score
  const why = `${CLEARED_CAUSES[cause]}; the score is ${score.score} of 100.`
  if (situation.openCase?.isFlagSigned) {
    await writeRevisit(db, { address, revisitMs: nowMs + FLAG_CHECK_MS })
    const reason = `The flag of ${address} is lifted: ${why}`
    return await queueUnlessOpen(db, { ...buildAction('unflag', view), reason })
  }
  await cancelAccusations(db, { address, caseId })
  await closeCase(db, { address, caseId, clearedMs: nowMs, cause })
  const reason = `The warning about ${address} is withdrawn: ${why}`
  const entry = { address, action: 'recheck', success: true, reason, caseId, evidenceHash }
  await appendEntry(db, { ...entry, actionId: null, txId: null })
  return null
}

/** Queues an action once; again only after it failed. */
async function queueUnlessOpen(db: Kysely<Tables>, action: NewAction): Promise<number> {
  const before = await findAction(db, action)
  return before !== null && before.status !== 'failed' ? before.id : await queueAction(db, action)
}

function buildAction(
  kind: 'flag' | 'propose_freeze' | 'unflag',
  { account, caseId, text }: CaseExecution,
): NewAction {
  const { address, evidenceHash } = account.score
  return { kind, address, evidenceHash, idempotencyKey: caseId, caseId, reason: text }
}
