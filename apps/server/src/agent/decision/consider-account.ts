import {
  admitByBenjaminiHochberg,
  type JudgedAccounts,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import { REASON_CODES } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type AddressView, readAddress } from '../../governance/read-proposals.ts'
import {
  getBarredUntil,
  getFlagLiftableFrom,
  type ProtectionState,
} from '../../governance/rules/protection-state.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestWithInputs, type ScoreWithInputs } from '../../scorer/read-inputs.ts'
import { removeScoreChange } from '../../scorer/write-score-changes.ts'
import { appendEntry } from '../history/append-entry.ts'
import { readBlockTimeMs } from '../history/read-block-time.ts'
import { isOwnFlag } from '../read-own-flag.ts'
import { lockActions } from '../write-action.ts'
import { assessEvidence } from './assess-evidence.ts'
import { countTransfers } from './count-transfers.ts'
import { type Decision, decide, type Evidence, type Situation } from './decide.ts'
import { type AccountInView, executeDecisions } from './execute-decisions.ts'
import { buildPolicy, type Policy } from './policy.ts'
import { readJudgedDay } from './read-judged-day.ts'
import * as situations from './read-situation.ts'
import { writeFindings } from './write-account.ts'
import { insertNotice, writeRevisit } from './write-case.ts'

/** What was decided about an account. */
export interface Considered {
  decisions: Decision[]
  /** Ids of the queued actions. */
  actionIds: number[]
}

export interface ConsiderOptions {
  /** Who asked for a review; it becomes an entry of the history. */
  reviewer?: string
  /** Also a score that was considered already; always with a reviewer. */
  isForced?: boolean
}

const NOTHING: Considered = { decisions: [], actionIds: [] }

/**
 * Considers the newest score of an account: stores what is found, decides, and queues what follows,
 * in one transaction. By default only a score that was not considered yet. One process at a time
 * considers an account.
 */
export async function considerAccount(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
  { reviewer, isForced = reviewer !== undefined }: ConsiderOptions = {},
): Promise<Considered> {
  const view = await readAddress(context, address)
  return await context.db.transaction().execute(async (db) => {
    await lockActions(db, address)
    const stored = await readLatestWithInputs({ db }, address)
    if (stored === null) return NOTHING
    const isNew = await removeScoreChange(db, { address, seq: stored.score.seq })
    if (!isNew && !isForced) return NOTHING
    return await considerScore(db, { stored, view, config: context.config, reviewer })
  })
}

interface ScoreInView {
  stored: ScoreWithInputs
  view: AddressView
  config: Context['config']
  reviewer: string | undefined
}

/** A score from before its account was taken off the lists decides nothing: the next one follows. */
async function considerScore(
  db: Kysely<Tables>,
  { stored, view, config, reviewer }: ScoreInView,
): Promise<Considered> {
  const { score, inputs } = stored
  const policy = buildPolicy(config)
  const facts = parseInputs(inputs)
  const nowMs = await readBlockTimeMs(db)
  const { comparison } = judgeBehaviour(facts)
  const before = await situations.readLastFinding(db, score.address)
  const finding = {
    address: score.address,
    judgedMs: nowMs,
    transfers: countTransfers(facts),
    score: score.score,
    riskLevel: score.riskLevel,
    pValue: comparison.pValue,
    scoreSeq: score.seq,
  }
  await writeFindings(db, [finding])
  const account: AccountInView = { score, comparison, before, nowMs }
  await noticeLevelChange(db, account)
  if (reviewer !== undefined) await recordReview(db, account, reviewer)
  const situation = await readSituation(db, { account, view })
  const evidence = await readEvidence(db, { account, facts, policy })
  const observation = {
    score: score.score,
    confidence: score.confidence,
    scoreBefore: before?.score ?? null,
  }
  const isOutdated = evidence.isListed && !(await situations.isListed(db, score.address))
  await writeRevisit(db, { address: score.address, revisitMs: null })
  const decisions = isOutdated ? [] : decide({ observation, evidence, situation }, policy)
  const actionIds = await executeDecisions(db, { account, evidence, situation, decisions, config })
  return { decisions, actionIds }
}

async function recordReview(
  db: Kysely<Tables>,
  { score, before }: AccountInView,
  reviewer: string,
): Promise<void> {
  const { address, evidenceHash, riskLevel } = score
  const change =
    before === null || before.score === score.score ? '' : ` It was ${before.score} before.`
  await appendEntry(db, {
    address,
    action: 'recheck',
    success: true,
    isUnchanged: before?.score === score.score,
    reason: `${reviewer} asked for a review: the score is ${score.score} (${riskLevel}).${change}`,
    caseId: null,
    evidenceHash,
    actionId: null,
    txId: null,
  })
}

async function noticeLevelChange(
  db: Kysely<Tables>,
  { score, before, nowMs }: AccountInView,
): Promise<void> {
  if (before === null || before.riskLevel === score.riskLevel) return
  await insertNotice(db, {
    address: score.address,
    atMs: nowMs,
    caseId: null,
    data: {
      kind: 'level_changed',
      score: score.score,
      scoreBefore: before.score,
      riskLevel: score.riskLevel,
      riskLevelBefore: before.riskLevel,
      evidenceHash: score.evidenceHash,
    },
  })
}

async function readSituation(
  db: Kysely<Tables>,
  { account, view }: { account: AccountInView; view: AddressView },
): Promise<Situation> {
  const { address } = account.score
  const openCase = await situations.readOpenCase(db, address)
  const lastClearedMs = await situations.readLastClearedMs(db, address)
  const { flag, freeze, freezeOverruledAt } = view.state
  const isOwn =
    flag !== null &&
    openCase !== null &&
    (await isOwnFlag(db, { address, number: flag.number, caseId: openCase.caseId }))
  return {
    nowMs: account.nowMs,
    openCase,
    lastClearedMs,
    hasActedSince:
      lastClearedMs !== null &&
      (await situations.hasActedAfter(db, { address, afterMs: lastClearedMs })),
    hasOtherFlag: flag !== null && !isOwn,
    bars: listBars(view.state, await situations.readFlagger(db)),
    flagLiftableMs: isOwn ? getFlagLiftableFrom(view.state) * 1000 : null,
    isFrozen: freeze !== null && freezeOverruledAt === null,
    freezeProposedUntilMs: getFreezeProposedUntil(view),
  }
}

function listBars(state: ProtectionState, flagger: Address | null): Situation['bars'] {
  return new Map(
    REASON_CODES.flatMap((reasonCode) => {
      const until = getBarredUntil(state, { flagger, reasonCode })
      return until === null ? [] : [[reasonCode, until * 1000]]
    }),
  )
}

/** Rule 10: an open one by anybody who is not appointed does not exclude that of the agent. */
function getFreezeProposedUntil({ proposals }: AddressView): number | null {
  const ends = proposals.flatMap(({ action, status, row, ballot }) => {
    if (action !== 'freeze') return []
    if (status === 'approved') return [ballot.executableUntil]
    return row.rank === 'appointed' && OPEN_STATUSES.has(status) ? [ballot.votingEndsAt] : []
  })
  return ends.length === 0 ? null : Math.max(...ends) * 1000
}

const OPEN_STATUSES: ReadonlySet<string> = new Set(['pending', 'active'])

async function readEvidence(
  db: Kysely<Tables>,
  { account, facts, policy }: { account: AccountInView; facts: Facts; policy: Policy },
): Promise<Evidence> {
  const { score, comparison, nowMs } = account
  const { address } = score
  if (score.score >= policy.warnBelow + policy.clearingMargin) {
    return { kinds: [], isListed: facts.listing !== null, isAdmitted: false }
  }
  const kinds = assessEvidence({
    facts,
    reasons: score.reasons,
    pValue: comparison.pValue,
    eligibleReports: await situations.countEligibleReports(db, address),
    hasKeyChanges: await situations.hasRecentKeyChanges(db, {
      address,
      asOfSeconds: facts.asOfSeconds,
    }),
  })
  const judged: JudgedAccounts = await readJudgedDay(db, nowMs)
  const isAdmitted = admitByBenjaminiHochberg(comparison.pValue, judged)
  return { kinds, isListed: facts.listing !== null, isAdmitted }
}
