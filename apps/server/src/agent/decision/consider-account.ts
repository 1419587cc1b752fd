import {
  getBarredUntil,
  getFlagLiftableFrom,
  type ProtectionState,
} from '@app/rules/protection-state.ts'
import {
  admitByBenjaminiHochberg,
  type JudgedAccounts,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { REASON_CODES } from '@app/values/reason-code.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import { type AddressView, isOpen, readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestWithInputs, type ScoreWithInputs } from '../../scorer/read-scores.ts'
import { isChangedByRules, type StoredScore } from '../../scorer/stored-score.ts'
import { removeScoreChange } from '../../scorer/write-score.ts'
import { appendEntry } from '../history/write-entry.ts'
import { isOwnFlag } from '../read-own-flag.ts'
import { lockActions } from '../write-action.ts'
import { assessEvidence } from './assess-evidence.ts'
import {
  buildPolicy,
  type Decision,
  decide,
  decideExcuse,
  type Evidence,
  type Policy,
  type Situation,
} from './decide.ts'
import { type ConsideredAccount, executeDecisions } from './execute-decisions.ts'
import { readJudgedDay } from './read-judged-day.ts'
import type { LastFinding } from './read-situation.ts'
import * as situations from './read-situation.ts'
import { noticeLevel } from './told-level.ts'
import { writeRevisit } from './write-accusation.ts'
import { countTokenAndNftTransfers, writeJudgedAccounts } from './write-judged-accounts.ts'

/** What was decided about an account. */
export interface Considered {
  decisions: Decision[]
  /** Ids of the queued actions. */
  actionIds: number[]
}

interface ConsiderOptions {
  /** Who asked for a review; it becomes an entry of the history. */
  reviewer?: string
  /** Also a score that was considered already. */
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

interface ConsideredScore {
  stored: ScoreWithInputs
  view: AddressView
  config: Context['config']
  reviewer: string | undefined
}

/** A score from before its account was taken off the lists decides nothing: the next one follows. */
async function considerScore(
  db: Kysely<Tables>,
  { stored, view, config, reviewer }: ConsideredScore,
): Promise<Considered> {
  const { score, inputs } = stored
  const policy = buildPolicy(config)
  const facts = parseInputs(inputs)
  const nowMs = await readBlockTimeMs(db)
  const { comparison } = judgeBehaviour(facts)
  const before = await situations.readLastFinding(db, score.address)
  const excusedScore = before === null ? null : decideExcuse(before, score, policy)
  const finding = {
    address: score.address,
    judgedMs: nowMs,
    transfers: countTokenAndNftTransfers(facts),
    score: score.score,
    riskLevel: score.riskLevel,
    pValue: comparison.pValue,
    scoreSeq: score.seq,
    version: score.version,
    excusedScore,
  }
  await writeJudgedAccounts(db, [finding])
  const account: ConsideredAccount = { score, comparison, before, nowMs }
  await noticeLevel(db, { score, nowMs }, before)
  await recordRulesChange(db, account)
  if (reviewer !== undefined) await recordReview(db, account, reviewer)
  const situation = await readSituation(db, { account, view })
  const evidence = await readEvidence(db, { account, facts, policy })
  const observation = {
    score: score.score,
    confidence: score.confidence,
    scoreBefore: before?.score ?? null,
    isExcused: excusedScore !== null,
  }
  const isOutdated = evidence.isListed && !(await situations.isListed(db, score.address))
  await writeRevisit(db, { address: score.address, revisitMs: null })
  const decisions = isOutdated ? [] : decide({ observation, evidence, situation }, policy)
  const actionIds = await executeDecisions(db, { account, evidence, situation, decisions, config })
  return { decisions, actionIds }
}

/** Notes that the account has another level because of a new version alone. */
async function recordRulesChange(
  db: Kysely<Tables>,
  { score, before }: ConsideredAccount,
): Promise<void> {
  if (before === null || !isChangedByRules(before, score)) return
  const { address, evidenceHash, version, riskLevel } = score
  await appendEntry(db, {
    address,
    action: 'recheck',
    success: true,
    reason: `The rules changed with version ${version} of the score: that of ${address} is now ${score.score} (${riskLevel}), before ${before.score}. By the rules of version ${before.version} it would still be ${before.riskLevel}.`,
    caseId: null,
    evidenceHash,
    actionId: null,
    txId: null,
  })
}

async function recordReview(
  db: Kysely<Tables>,
  { score, before }: ConsideredAccount,
  reviewer: string,
): Promise<void> {
  const { address, evidenceHash, riskLevel } = score
  const change =
    before === null || before.score === score.score ? '' : ` ${describeBefore(before, score)}`
  await appendEntry(db, {
    address,
    action: 'recheck',
    success: true,
    isUnchanged: before?.score === score.score,
    reason: `${reviewer} asked for a review of ${address}: the score is ${score.score} (${riskLevel}).${change}`,
    caseId: null,
    evidenceHash,
    actionId: null,
    txId: null,
  })
}

const describeBefore = (before: LastFinding, { version }: StoredScore): string =>
  before.version === version
    ? `It was ${before.score} before.`
    : `It was ${before.score} before, by the rules of version ${before.version}.`

async function readSituation(
  db: Kysely<Tables>,
  { account, view }: { account: ConsideredAccount; view: AddressView },
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

/** By rule 10 of docs/build/governance.md, only an open one of somebody appointed excludes that of the agent. */
function getFreezeProposedUntil({ proposals }: AddressView): number | null {
  const ends = proposals.flatMap((proposal) => {
    const { action, status, row, ballot } = proposal
    if (action !== 'freeze') return []
    if (status === 'approved') return [ballot.executableUntil]
    return row.rank === 'appointed' && isOpen(proposal) ? [ballot.votingEndsAt] : []
  })
  return ends.length === 0 ? null : Math.max(...ends) * 1000
}

async function readEvidence(
  db: Kysely<Tables>,
  { account, facts, policy }: { account: ConsideredAccount; facts: Facts; policy: Policy },
): Promise<Evidence> {
  const { score, comparison, nowMs } = account
  const { address } = score
  if (score.score >= policy.warnBelow + policy.clearingMargin) {
    return { kinds: [], isListed: facts.listing !== null, isAdmitted: false }
  }
  const kinds = assessEvidence({
    facts,
    reasons: score.reasons,
    readShare: computeReadShare(score),
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

/** Blocks that an earlier version has read count less until they are read again, so every reason does. */
function computeReadShare({ coverage, earlier }: StoredScore): number {
  if (earlier === null || earlier.completeness === 0) return 1
  return Math.min(1, coverage.completeness / earlier.completeness)
}
