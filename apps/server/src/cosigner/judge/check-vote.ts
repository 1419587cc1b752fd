import type { Address } from '@app/values/address.ts'
import { BREAK_BELOW_SCORE, MIN_JUROR_SCORE } from '@app/values/limits.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Context } from '../../runtime/context.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import type { ExecutableProposal, Vote } from '../read-proposal.ts'
import type { CheckedVote } from './judge-proposal.ts'
import { hasScoreWithEvidence } from './queries.ts'

/** How a vote is checked. */
export interface Checking {
  /** What is voted on. */
  isAppeal: ExecutableProposal['isAppeal']
  /** The lowest height that this signer could have indexed. */
  readFloor: () => Promise<number>
}

/**
 * Checks a vote with this signer's own database. A vote For passes when the own scorer saw the same
 * evidence, or scores the account well enough now.
 */
export async function checkVote(
  context: Context,
  vote: Vote,
  checking: Checking,
): Promise<CheckedVote> {
  const { voter, support } = vote
  if (!support) return { voter, support, check: 'confirmed' }
  return { voter, support, check: await checkVoter(context, vote, checking) }
}

async function checkVoter(
  context: Context,
  { voter, evidenceHash, recordHeight }: Vote,
  { isAppeal, readFloor }: Checking,
): Promise<CheckedVote['check']> {
  const tip = await loadIndexedTip(context)
  if (tip === null || tip.toHeight < recordHeight) return 'unchecked'
  if (await hasScoreWithEvidence(context.db, { address: voter, evidenceHash })) return 'confirmed'
  const { score, coverage } = await scoreAccount(context, voter, 'cosigner')
  if (score >= getMinOwnScore(isAppeal)) return 'confirmed'
  const isCovered = coverage.completeness === 1 || tip.fromHeight <= (await readFloor())
  return isCovered ? 'disputed' : 'unchecked'
}

/** Score at this signer's own tip from which a voter is not disputed; on an appeal, a juror needs less (rule 28). */
const getMinOwnScore = (isAppeal: boolean): number =>
  isAppeal ? MIN_JUROR_SCORE : BREAK_BELOW_SCORE

/** Scores an account and keeps its score up to date from now on; ignored while nothing is indexed. */
export async function trackVoter(context: Context, voter: Address): Promise<boolean> {
  if ((await loadIndexedTip(context)) === null) return false
  await scoreAccount(context, voter, 'cosigner')
  return true
}
