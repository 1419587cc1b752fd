import type { Address } from '@app/values/address.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import type { Context } from '../../runtime/context.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { hasScoreWithEvidence } from './queries.ts'

/**
 * Returns a sentence when the published score of a proposal's target is not what this signer
 * computes, else `null`. It never changes a judgement: people decided, not the score.
 */
export async function findTargetDoubt(context: Context, target: Address): Promise<string | null> {
  const { flow, config } = context
  const published = await readPublished({ flow, network: config.network }, target)
  const record = published?.record ?? null
  if (record === null) return null
  const { evidenceHash } = record
  if (await hasScoreWithEvidence(context.db, { address: target, evidenceHash })) return null
  const own = await scoreAccount(context, target, 'cosigner')
  if (own.riskLevel === record.level) return null
  return `the published score of the target ${target} is ${record.score} (${record.level}), ours is ${own.score} (${own.riskLevel})`
}
