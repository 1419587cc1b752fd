import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { Suspense } from 'react'
import { lazyAfterPaint } from '../../../lib/lazy-after-paint.ts'

const Waterfall = lazyAfterPaint(async () => (await import('./waterfall.tsx')).Waterfall)

/** Height of the card without its steps, and of one step, in rem. */
const FRAME_REM = 17
const STEP_REM = 2.2

/** The waterfall; its code loads after the first screen, and its space is kept meanwhile. */
export function LazyWaterfall({ result }: { result: ScoreResult }) {
  const height = `${FRAME_REM + result.reasons.length * STEP_REM}rem`
  return (
    <Suspense fallback={<div className="card" style={{ minHeight: height }} />}>
      <Waterfall result={result} />
    </Suspense>
  )
}
