import {
  getBarredUntil,
  getFlagLiftableFrom,
  type ProtectionState,
} from '@app/rules/protection-state.ts'
import { admitByBenjaminiHochberg } from '@app/score/behaviour/benjamini-hochberg.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { REASON_CODES, type ReasonCode } from '@app/values/reason-code.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import { type AddressView, isOpen, readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestWithInputs, type ScoreWithInputs } from '../../scorer/read-scores.ts'
import { isChangedByRules, isHalfRead, type StoredScore } from '../../scorer/stored-score.ts'
import { removeScoreChange } from '../../scorer/write-score.ts'
import { appendEntry } from '../history/write-entry.ts'
import { isOwnFlag } from '../read-own-flag.ts'
import { lockActions } from '../write-action.ts'
import { assessEvidence } from './assess-evidence.ts'
import { buildPolicy, type Decision, decide, decideExcuse, type Situation } from './decide.ts'
import { type ConsideredAccount, executeDecisions, writeRevisit } from './execute-decisions.ts'
import { countTransfers, readJudgedDay, writeJudgedAccounts } from './judged-accounts.ts'
import { type LastFinding, readLastFinding, readOpenCase, readRecords } from './read-situation.ts'
import { noticeLevel } from './told-level.ts'

export interface Considered {
  decisions: Decision[]
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
  const { address } = score
  const policy = buildPolicy(config)
  const facts = parseInputs(inputs)
  const nowMs = await readBlockTimeMs(db)
  const { comparison } = judgeBehaviour(facts)
  const before = await readLastFinding(db, address)
  const excusedScore = before === undefined ? null : decideExcuse(before, score, policy)
  const { score: points, riskLevel, version, seq: scoreSeq, confidence } = score
  const finding = { address, score: points, riskLevel, version, scoreSeq, excusedScore }
  const { pValue } = comparison
  const judged = { ...finding, judgedMs: nowMs, transfers: countTransfers(facts), pValue }
  await writeJudgedAccounts(db, [judged])
  const account: ConsideredAccount = { score, comparison, before, nowMs }
  const records = await readRecords(db, { address, asOfSeconds: facts.asOfSeconds })
  const kinds =
    points >= policy.warnBelow + policy.clearingMargin
      ? null
      : listEvidence(account, facts, records)
  // Its behaviour is not known then: what else is known of it counts alone.
  const isHalf = isHalfRead(score, facts)
  const counted = (kinds ?? []).filter((kind) => !isHalf || !OF_BEHAVIOUR.has(kind))
  const isOnlyHalfKnown = isHalf && counted.length === 0
  if (!isOnlyHalfKnown || points >= policy.warnBelow)
    await noticeLevel(db, { score, nowMs }, before)
  await recordChange(db, account, reviewer)
  const situation = await readSituation(db, { account, view, records })
  const isListed = facts.listing !== null
  const isAdmitted =
    kinds !== null && !isHalf && admitByBenjaminiHochberg(pValue, await readJudgedDay(db, nowMs))
  const evidence = { kinds: counted, isListed, isAdmitted }
  const scoreBefore = before?.score ?? null
  const isExcused = excusedScore !== null || isOnlyHalfKnown
  const observation = { score: points, confidence, scoreBefore, isExcused }
  await writeRevisit(db, address, null)
  const isOutdated = isListed && !records.isListed
  const decisions = isOutdated ? [] : decide({ observation, evidence, situation }, policy)
  const actionIds = await executeDecisions(db, { account, evidence, situation, decisions, config })
  return { decisions, actionIds }
}

/** Kinds of evidence that say something only beside bad behaviour, or are it. */
const OF_BEHAVIOUR: ReadonlySet<ReasonCode> = new Set(['behaviour', 'keys'])

/** Notes that the account has another level because of a new version alone, and that somebody asked for a review. */
async function recordChange(
  db: Kysely<Tables>,
  { score: now, before }: ConsideredAccount,
  reviewer: string | undefined,
): Promise<void> {
  const { address, evidenceHash, version, riskLevel, score } = now
  const entry = { address, action: 'recheck', success: true, evidenceHash }
  if (before !== undefined && isChangedByRules(before, now)) {
    const reason = `The rules changed with version ${version} of the score: that of ${address} is now ${score} (${riskLevel}), before ${before.score}. By the rules of version ${before.version} it would still be ${before.riskLevel}.`
    await appendEntry(db, { ...entry, reason })
  }
  if (reviewer === undefined) return
  const isUnchanged = before?.score === score
  const change = before === undefined || isUnchanged ? '' : ` ${describeBefore(before, now)}`
  const reason = `${reviewer} asked for a review of ${address}: the score is ${score} (${riskLevel}).${change}`
  await appendEntry(db, { ...entry, isUnchanged, reason })
}

const describeBefore = (before: LastFinding, { version }: StoredScore): string =>
  before.version === version
    ? `It was ${before.score} before.`
    : `It was ${before.score} before, by the rules of version ${before.version}.`

type Records = Awaited<ReturnType<typeof readRecords>>

async function readSituation(
  db: Kysely<Tables>,
  { account, view, records }: { account: ConsideredAccount; view: AddressView; records: Records },
): Promise<Situation> {
  const { address } = account.score
  const openCase = await readOpenCase(db, address)
  const { flag, freeze, freezeOverruledAt } = view.state
  const isOwn =
    flag !== null &&
    openCase !== null &&
    (await isOwnFlag(db, { address, number: flag.number, caseId: openCase.caseId }))
  return {
    nowMs: account.nowMs,
    openCase,
    lastClearedMs: records.lastClearedMs,
    hasActedSince: records.hasActedSince,
    hasOtherFlag: flag !== null && !isOwn,
    bars: listBars(view.state, records.flagger),
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

const listEvidence = (
  { score, comparison }: ConsideredAccount,
  facts: Facts,
  { eligibleReports, hasKeyChanges }: Records,
) =>
  assessEvidence({
    facts,
    reasons: score.reasons,
    readShare: computeReadShare(score),
    pValue: comparison.pValue,
    eligibleReports,
    hasKeyChanges,
  })

/** Blocks that an earlier version has read count less until they are read again, so every reason does. */
function computeReadShare({ coverage, earlier }: StoredScore): number {
  if (earlier === null || earlier.completeness === 0) return 1
  return Math.min(1, coverage.completeness / earlier.completeness)
}
