import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { judge } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { loadFactsFromAllBlocks } from '../../facts/load-facts.ts'
import type { Context } from '../../runtime/context.ts'
import { isRetryable } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { countTransfers } from '../decision/count-transfers.ts'
import { type Finding, writeFinding } from '../decision/write-account.ts'
import { readMostChanged, removeFromBacklog } from './write-backlog.ts'

/**
 * Judges the most changed accounts that wait, at most `limit`, from stored sums alone. What is found about
 * ordinary ones is stored; suspected ones get a complete score, which is kept up to date from then on.
 * Returns how many were judged.
 */
export async function judgeWaitingAccounts(context: Context, limit: number): Promise<number> {
  const addresses = await readMostChanged(context.db, limit)
  for (const address of addresses) await judgeOrSkip(context, address)
  return addresses.length
}

/** Logs an error instead of throwing it, so that one account does not block the others. */
async function judgeOrSkip(context: Context, address: Address): Promise<void> {
  try {
    const finding = await judgeAccount(context, address)
    if (finding.score < SUSPECTED_BELOW) {
      await scoreAccount(context, address, 'agent')
      await removeFromBacklog(context.db, address)
    } else {
      await writeFinding(context.db, finding)
    }
  } catch (error) {
    if (isRetryable(error)) throw error
    context.log.error({ err: error, address }, 'an account could not be judged')
    await removeFromBacklog(context.db, address)
  }
}

/** Judges an account on one snapshot, without storing a score. */
async function judgeAccount(
  { db, config }: Pick<Context, 'db' | 'config'>,
  address: Address,
): Promise<Finding> {
  const { network } = config
  const { facts, coverage } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => loadFactsFromAllBlocks(snapshot, { address, network }))
  const { score, riskLevel } = judge(facts)
  return {
    address,
    judgedMs: coverage.timeMs,
    transfers: countTransfers(facts),
    score,
    riskLevel,
    pValue: judgeBehaviour(facts).comparison.pValue,
    scoreSeq: null,
  }
}
