import type { AgentAction } from '@app/api/schemas/action.ts'
import type { PublishedScore, ScoreResult } from '@app/api/schemas/score.ts'
import { RISK_LEVEL_DEFINITIONS, type RiskLevel } from '@app/values/risk-level.ts'
import { formatSignedPoints } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/tone.ts'

/** The difference between a published score and the live one. */
interface PublicationComparison {
  tone: Tone
  /** Two or three words. */
  label: string
  text: string
}

/** Contracts commonly require a score of the last day; the DAO requires it of its voters. */
const MAX_AGE_MS = 24 * 3_600_000

const STALE_NOTE =
  'It is older than 24 hours: contracts that ask for a recent score treat it as stale.'

/** Compares the published score with the live one; `nowMs` is the time of the latest block. */
export function comparePublication(
  live: ScoreResult,
  published: PublishedScore,
  nowMs: number,
): PublicationComparison {
  const comparison = compareScores(live, published)
  const isOld = nowMs - Date.parse(published.publishedAt) > MAX_AGE_MS
  if (!isOld) return comparison
  const aged: PublicationComparison = { ...comparison, text: `${comparison.text} ${STALE_NOTE}` }
  return comparison.tone === 'good' ? { ...aged, tone: 'fair', label: 'Stale' } : aged
}

function compareScores(live: ScoreResult, published: PublishedScore): PublicationComparison {
  const level = live.metadata.riskLevel
  if (level !== published.level) {
    const text = `The level has changed since: the chain still says ${formatLevelName(published.level)}, the wallet is ${formatLevelName(level)} now.`
    return { tone: 'poor', label: 'Out of date', text }
  }
  if (live.score !== published.score) {
    const change = formatSignedPoints(live.score - published.score)
    const text = `The score has moved by ${change} points since, within the same level.`
    return { tone: 'fair', label: 'Out of date', text }
  }
  const isSameEvidence = live.evidenceHash === published.evidenceHash || live.evidenceHash === ''
  if (!isSameEvidence || live.version !== published.version) {
    const text = 'The score is the same, but it is now based on newer evidence.'
    return { tone: 'good', label: 'Still true', text }
  }
  return { tone: 'good', label: 'Up to date', text: 'This is the score on the chain.' }
}

/** Returns the text of a level's badge, without its symbol. */
const formatLevelName = (level: RiskLevel) => RISK_LEVEL_DEFINITIONS[level].label

/** Returns the newest publication while it is pending. */
export function findPendingPublication(
  publications: readonly AgentAction[],
): AgentAction | undefined {
  const [newest] = publications
  return newest?.status === 'queued' || newest?.status === 'sent' ? newest : undefined
}

/** Returns whether an action has reached a final status. */
export const isFinished = ({ status }: AgentAction): boolean =>
  status === 'sealed' || status === 'failed'
