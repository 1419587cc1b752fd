import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { loadCoverage } from '../../facts/load-coverage.ts'
import { loadFactsOfMany } from '../../facts/many/load-facts-of-many.ts'
import { NotIndexedError } from '../../facts/not-indexed-error.ts'
import type { Context } from '../../runtime/context.ts'
import { isRetryable } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { type Estimate, writeEstimates } from '../../scorer/write-current-scores.ts'
import { countTransfers } from '../decision/count-transfers.ts'
import { type Finding, writeFindings } from '../decision/write-account.ts'
import { readMostChanged, removeFromBacklog } from './write-backlog.ts'

/** Accounts judged on one snapshot: more save little, and hold more rows in memory. */
const ACCOUNTS_PER_SNAPSHOT = 100

/**
 * Judges the most changed accounts that wait, at most `limit`, from stored sums alone. What is found about
 * ordinary ones is stored; suspected ones get a complete score, which is kept up to date from then on.
 * Returns how many were judged.
 */
export async function judgeWaitingAccounts(context: Context, limit: number): Promise<number> {
  const addresses = await readMostChanged(context.db, limit)
  for (let from = 0; from < addresses.length; from += ACCOUNTS_PER_SNAPSHOT) {
    await judgeTogether(context, addresses.slice(from, from + ACCOUNTS_PER_SNAPSHOT))
  }
  return addresses.length
}

/** Judges accounts one by one when one of them cannot be judged, so that it does not block the others. */
async function judgeTogether(context: Context, addresses: readonly Address[]): Promise<void> {
  try {
    await storeFindings(context, await judgeAccounts(context, addresses))
  } catch (error) {
    if (isRetryable(error)) throw error
    for (const address of addresses) await judgeOrSkip(context, address)
  }
}

/** Logs an error instead of throwing it. */
async function judgeOrSkip(context: Context, address: Address): Promise<void> {
  try {
    await storeFindings(context, await judgeAccounts(context, [address]))
  } catch (error) {
    if (isRetryable(error)) throw error
    context.log.error({ err: error, address }, 'an account could not be judged')
    await removeFromBacklog(context.db, address)
  }
}

type Judged = Finding & Estimate

async function storeFindings(context: Context, findings: readonly Judged[]): Promise<void> {
  const isSuspected = ({ score }: Finding) => score < SUSPECTED_BELOW
  const ordinary = findings.filter((finding) => !isSuspected(finding))
  await writeEstimates(context.db, ordinary)
  await writeFindings(context.db, ordinary)
  for (const { address } of findings.filter(isSuspected)) {
    await scoreAccount(context, address, 'agent')
    await removeFromBacklog(context.db, address)
  }
}

/** Judges accounts on one snapshot, without storing a score. */
async function judgeAccounts(
  { db, config }: Pick<Context, 'db' | 'config'>,
  addresses: readonly Address[],
): Promise<Judged[]> {
  const { network } = config
  const snapshot = db.transaction().setIsolationLevel('repeatable read')
  return await snapshot.execute(async (queries) => {
    const coverage = await loadCoverage(queries)
    if (coverage === null) throw new NotIndexedError()
    const facts = await loadFactsOfMany(queries, { addresses, network, coverage })
    return facts.map((one) => buildFinding(one, coverage.timeMs))
  })
}

function buildFinding(facts: Facts, judgedMs: number): Judged {
  const { address } = facts
  const { score, riskLevel, confidence } = judgeInNumbers(facts)
  const { pValue } = judgeBehaviour(facts).comparison
  const transfers = countTransfers(facts)
  return { address, judgedMs, transfers, score, riskLevel, confidence, pValue, scoreSeq: null }
}
