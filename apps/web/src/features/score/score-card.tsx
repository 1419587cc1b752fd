import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import type { ReactNode } from 'react'
import { formatDateTime, formatPoints } from '../../lib/format/format.ts'
import type { UpdateMode } from '../../lib/live/subscribe-to-events.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { Badge } from '../../ui/badge.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { UpdateModeIndicator } from '../../ui/update-mode-indicator.tsx'
import { hasInsufficientData } from './has-insufficient-data.ts'
import { LevelScale } from './level-scale.tsx'
import { ScoreWheel } from './wheel/score-wheel.tsx'

interface ScoreCardProps {
  result: ScoreResult
  updateMode: UpdateMode
  /** Actions for the score. */
  children: ReactNode
}

/** The score itself, as a wheel, with its risk level. */
export function ScoreCard({ result, updateMode, children }: ScoreCardProps) {
  const { riskLevel, lastUpdated } = result.metadata
  const badge = toRiskBadge(riskLevel)
  const isUnknown = hasInsufficientData(result.metadata)
  return (
    <section aria-label="Score" className="card flex flex-col gap-5 p-5 sm:p-6">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <Badge tone={badge.tone}>{badge.text}</Badge>
        <UpdateModeIndicator updateMode={updateMode} what="New scores" />
      </div>
      <div className="my-auto grid gap-5">
        <ScoreWheel breakdown={result.breakdown} isUnknown={isUnknown}>
          <ScoreValue score={result.score} />
        </ScoreWheel>
        <LevelScale score={result.score} />
      </div>
      {isUnknown && <InsufficientDataNotice />}
      <div className="grid gap-2.5 text-center">
        {children}
        <p className="text-sm text-ink-faint">
          Last updated {formatDateTime(lastUpdated)} · <TimeAgo time={lastUpdated} />
        </p>
      </div>
    </section>
  )
}

function ScoreValue({ score }: { score: number }) {
  return (
    <>
      <p className="figures leading-none">
        <span className="text-[3.25rem] font-semibold tracking-[-0.045em]">
          {formatPoints(score)}
        </span>
        <span className="ml-0.5 text-base text-ink-faint">/100</span>
      </p>
      <p className="mt-2 text-sm font-medium text-ink-soft">Dharma Score</p>
    </>
  )
}

function InsufficientDataNotice() {
  return (
    <div className="rounded-control border border-dashed border-line-strong bg-sunken px-4 py-3 text-sm">
      <p className="font-semibold">Insufficient data</p>
      <p className="mt-0.5 text-ink-soft">
        Too little of this wallet has been seen to judge it. A score near 50 means unknown: neither
        clean nor accused.
      </p>
    </div>
  )
}
