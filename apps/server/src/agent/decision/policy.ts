import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import type { Config } from '../../config.ts'

/** The rules by which the agent acts. Scores are 0–100. */
export interface Policy {
  isEnabled: boolean
  /** Scores below this are a danger: the agent warns, and flags where the evidence suffices. */
  flagBelow: number
  /** Scores below this are suspicious: the agent warns where the evidence suffices. */
  warnBelow: number
  /** An accusation ends this far above the threshold at which it was made. */
  clearingMargin: number
  /** For so long the score must stay there: a thief who holds the loot for minutes is not cleared. */
  clearAfterMs: number
  /** Whether the agent may flag on the chain. */
  canFlag: boolean
  /** Confidence from which a freeze may be proposed, 0–1. */
  freezeConfidence: number
  /** Independent kinds of evidence that a proposal to freeze needs. */
  freezeKinds: number
  /** Time after a clearance before the same evidence may accuse again. */
  repeatAfterMs: number
}

/** Returns the score from which on an accusation that was made at `accusedScore` ends. */
export const getClearingScore = (policy: Policy, accusedScore: number): number =>
  policy.clearingMargin + (accusedScore < policy.flagBelow ? policy.flagBelow : policy.warnBelow)

/** Builds the policy of a configuration. */
export const buildPolicy = ({ agent }: Pick<Config, 'agent'>): Policy => ({
  isEnabled: agent.enabled,
  flagBelow: agent.lowScoreThreshold,
  warnBelow: Math.max(SUSPECTED_BELOW, agent.lowScoreThreshold),
  clearingMargin: 5,
  clearAfterMs: 3_600_000,
  canFlag: agent.autoFlag,
  freezeConfidence: 0.6,
  freezeKinds: 2,
  repeatAfterMs: 7 * 86_400_000,
})
