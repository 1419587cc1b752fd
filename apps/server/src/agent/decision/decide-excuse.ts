import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Policy } from './policy.ts'
import type { LastFinding } from './read-situation.ts'

/**
 * Decides whether a new version of the score alone has moved an account into danger: by the rules of the version before it
 * would not be there. Returns the score to which it did; `null` when it is in no danger, or came there by itself. The excuse
 * lasts until the score is good enough, reaches the next danger, or falls a margin below the one that was excused. Pure.
 */
export function decideExcuse(
  before: Pick<LastFinding, 'version' | 'excusedScore'>,
  { score, version, earlier }: Pick<StoredScore, 'score' | 'version' | 'earlier'>,
  policy: Policy,
): number | null {
  const danger = findDanger(score, policy)
  if (danger === null) return null
  const isNewVersion = version !== before.version
  if (isNewVersion && earlier !== null && earlier.score >= danger) return score
  const { excusedScore } = before
  if (excusedScore === null || findDanger(excusedScore, policy) !== danger) return null
  return score < excusedScore - policy.clearingMargin ? null : excusedScore
}

/** Returns the threshold below which a score is a danger; `null` when it is none. */
function findDanger(score: number, { flagBelow, warnBelow }: Policy): number | null {
  if (score < flagBelow) return flagBelow
  return score < warnBelow ? warnBelow : null
}
