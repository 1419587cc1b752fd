import type { Address } from '@app/values/address.ts'
import { BREAK_BELOW_SCORE, MIN_JUROR_SCORE } from '@app/values/limits.ts'
import { countOutdated } from '../../facts/load-coverage.ts'
import { type IndexedTip, loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Context } from '../../runtime/context.ts'
import { readRules } from '../../scorer/read-rules.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import type { Vote } from '../read-work.ts'
import type { CheckedVote } from './judge-proposal.ts'
import { hasScoreWithEvidence } from './read-own-evidence.ts'

/** How a vote is checked. */
interface Checking {
  /** What is voted on. */
  isAppeal: boolean
  /** The lowest height that this signer could have indexed. */
  readFloor: () => Promise<number>
}

/**
 * Checks a vote with this signer's own database. A vote For passes when the own scorer saw the same
 * evidence, or scores the account well enough now: on an appeal, a juror needs less (rule 28 of docs/build/governance.md).
 */
export async function checkVote(
  context: Context,
  { voter, support, evidenceHash, recordHeight }: Vote,
  { isAppeal, readFloor }: Checking,
): Promise<CheckedVote['check']> {
  if (!support) return 'confirmed'
  const tip = await loadIndexedTip(context)
  if (tip === null || tip.toHeight < recordHeight) return 'unchecked'
  if (await hasScoreWithEvidence(context.db, { address: voter, evidenceHash })) return 'confirmed'
  const { score, earlier, coverage } = await scoreAccount(context, voter, 'cosigner')
  // A new version of the score alone takes nobody's vote (`agent/calls/read-planned-publication.ts`).
  const minScore = isAppeal ? MIN_JUROR_SCORE : BREAK_BELOW_SCORE
  if (Math.max(score, earlier?.score ?? 0) >= minScore) return 'confirmed'
  const floor = await readFloor()
  const { decoding } = (await readRules(context)).current
  if (isHalfReadBeyond(tip, decoding)) return 'unchecked'
  const isRead = countOutdated(tip, { ...tip, fromHeight: floor, decoding }) === 0
  const isCovered = coverage.completeness === 1 || (tip.fromHeight <= floor && isRead)
  return isCovered ? 'disputed' : 'unchecked'
}

/** A vote began while blocks were read again for the next version: scores rest on a part of what that one knows. */
const isHalfReadBeyond = ({ decoded }: IndexedTip, decoding: number): boolean =>
  decoded.some((range) => range.decoding > decoding) &&
  decoded.some((range) => range.decoding <= decoding)

/** Scores an account and keeps its score up to date from now on; ignored while nothing is indexed. */
export async function trackVoter(context: Context, voter: Address): Promise<boolean> {
  if ((await loadIndexedTip(context)) === null) return false
  await scoreAccount(context, voter, 'cosigner')
  return true
}
