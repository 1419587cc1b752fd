import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import type { ScoreRules } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { loadCoverage } from '../facts/load-coverage.ts'
import { loadFactsOfMany, NotIndexedError } from '../facts/load-facts.ts'
import type { Context } from '../runtime/context.ts'
import { readPauses } from '../runtime/pauses.ts'
import { createLockedStage, isRetryable, type Stage } from '../runtime/stage.ts'
import { scoreAccount } from '../scorer/score-account.ts'
import { type CurrentScore, writeEstimates } from '../scorer/write-current-scores.ts'
import {
  countTransfers,
  type JudgedAccount,
  writeJudgedAccounts,
} from './decision/judged-accounts.ts'
import {
  DISCOVERY,
  queueChangedAccounts,
  readMostChanged,
  removeFromBacklog,
} from './write-backlog.ts'

const CHANGES_PER_STEP = 1_000

/**
 * Creates the stage that judges accounts which nobody asked about: those with changed sums wait, and the
 * most changed ones are judged first, a limited number in each step.
 */
export function createDiscoveryStage(context: Context): Stage {
  return createLockedStage(context, {
    name: 'discovery',
    lock: 'discovery',
    step: () => stepDiscovery(context),
  })
}

async function stepDiscovery(context: Context): Promise<'more' | 'idle'> {
  const { enabled, discoveryPerStep } = context.config.agent
  if (!enabled) return 'idle'
  const changes = await queueChangedAccounts(context.db, CHANGES_PER_STEP)
  const judged = await judgeWaitingAccounts(context, discoveryPerStep)
  return changes > 0 || judged > 0 ? 'more' : 'idle'
}

/** Accounts judged on one snapshot: more save little, and hold more rows in memory. */
const ACCOUNTS_PER_SNAPSHOT = 100

/**
 * Judges the most changed accounts that wait, at most `limit`, from stored sums alone. What is found about
 * ordinary ones is stored; suspected ones get a complete score, which is kept up to date from then on.
 * Returns how many were judged.
 */
async function judgeWaitingAccounts(context: Context, limit: number): Promise<number> {
  const pauses = await readPauses(context, DISCOVERY)
  const addresses = await readMostChanged(context.db, { limit, pauses })
  const due = new Set(pauses.due)
  const judgeAlone = (address: Address) =>
    pauses.attempt(address, async () =>
      storeFindings(context, await judgeAccounts(context, [address])),
    )
  for (const address of addresses.filter((one) => due.has(one))) await judgeAlone(address)
  const first = addresses.filter((one) => !due.has(one))
  for (let from = 0; from < first.length; from += ACCOUNTS_PER_SNAPSHOT) {
    const together = first.slice(from, from + ACCOUNTS_PER_SNAPSHOT)
    try {
      await storeFindings(context, await judgeAccounts(context, together))
    } catch (error) {
      if (isRetryable(error)) throw error
      // One of them cannot be judged, and must not block the others.
      for (const address of together) await judgeAlone(address)
    }
  }
  return addresses.length
}

type Judged = JudgedAccount & CurrentScore

async function storeFindings(context: Context, findings: readonly Judged[]): Promise<void> {
  const isSuspected = ({ score }: JudgedAccount) => score < SUSPECTED_BELOW
  const ordinary = findings.filter((finding) => !isSuspected(finding))
  await writeEstimates(context.db, ordinary)
  await writeJudgedAccounts(context.db, ordinary)
  for (const { address } of findings.filter(isSuspected)) {
    await scoreAccount(context, address, 'agent')
    await removeFromBacklog(context.db, address)
  }
}

async function judgeAccounts(
  { db, config, rules }: Pick<Context, 'db' | 'config' | 'rules'>,
  addresses: readonly Address[],
): Promise<Judged[]> {
  const { network } = config
  const { current } = rules
  const snapshot = db.transaction().setIsolationLevel('repeatable read')
  return await snapshot.execute(async (queries) => {
    const coverage = await loadCoverage(queries)
    if (coverage === null) throw new NotIndexedError()
    const facts = await loadFactsOfMany(queries, {
      addresses,
      network,
      coverage,
      decoding: current.decoding,
    })
    return facts.map((one) => buildFinding(one, current, coverage.timeMs))
  })
}

function buildFinding(facts: Facts, rules: ScoreRules, judgedMs: number): Judged {
  const { address } = facts
  const { score, riskLevel, confidence } = judgeInNumbers(facts, rules)
  const { pValue } = judgeBehaviour(facts, rules).comparison
  const transfers = countTransfers(facts)
  return {
    ...{ address, judgedMs, transfers, score, riskLevel, confidence, pValue },
    scoreSeq: null,
    version: rules.version,
    excusedScore: null,
  }
}
