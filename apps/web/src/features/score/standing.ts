import type { PublishedScore } from '@app/api/published-score.ts'
import type { ScoreResult } from '@app/api/score-result.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { formatSignedPoints } from '../../lib/format.ts'
import { RISK_BADGE, type Tone } from '../../lib/tone.ts'

/** How a published score stands to the live one. */
export interface Standing {
  tone: Tone
  /** In two or three words. */
  mark: string
  text: string
}

/** Contracts commonly ask for a score of the last day; the DAO asks so of its voters. */
const RECENT_MS = 24 * 3_600_000

const OLD = 'It is older than 24 hours: contracts that ask for a recent score treat it as stale.'

/** Whether what the chain says is still true; `nowMs` is the time of the latest block. */
export function standingOf(live: ScoreResult, published: PublishedScore, nowMs: number): Standing {
  const standing = difference(live, published)
  const isOld = nowMs - Date.parse(published.publishedAt) > RECENT_MS
  if (!isOld) return standing
  const aged: Standing = { ...standing, text: `${standing.text} ${OLD}` }
  return standing.tone === 'good' ? { ...aged, tone: 'fair', mark: 'Stale' } : aged
}

function difference(live: ScoreResult, published: PublishedScore): Standing {
  const level = live.metadata.riskLevel
  if (level !== published.level) {
    const text = `The level has changed since: the chain still says ${nameOf(published.level)}, the wallet is ${nameOf(level)} now.`
    return { tone: 'poor', mark: 'Out of date', text }
  }
  if (live.score !== published.score) {
    const moved = formatSignedPoints(live.score - published.score)
    const text = `The score has moved by ${moved} points since, within the same level.`
    return { tone: 'fair', mark: 'Out of date', text }
  }
  if (live.evidenceHash !== published.evidenceHash || live.version !== published.version) {
    const text = 'The score is the same, but it rests on newer evidence now.'
    return { tone: 'good', mark: 'Still true', text }
  }
  return { tone: 'good', mark: 'Up to date', text: 'The chain holds this very score.' }
}

/** The words of a level's badge, without its mark. */
const nameOf = (level: RiskLevel) => RISK_BADGE[level].text.replace(/^\S+ /, '')
