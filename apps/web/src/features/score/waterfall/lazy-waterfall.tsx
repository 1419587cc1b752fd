import type { ScoreResult } from '@app/api/schemas/score.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { WhenNear } from '../../../ui/when-near.tsx'

const Waterfall = lazyPart(async () => (await import('./waterfall.tsx')).Waterfall)

/** Height of the card without its steps, and of one step, in rem. */
const FRAME_REM = 17
const STEP_REM = 2.2

/** The waterfall, once it comes near; its space is kept before. Nothing without reasons. */
export function LazyWaterfall({ result }: { result: ScoreResult }) {
  if (result.reasons.length === 0) return null
  // The content security policy allows no inline styles: styles.css lists each of these classes.
  const height = Math.min(Math.round(FRAME_REM + result.reasons.length * STEP_REM), 80)
  const placeholder = <div className={`card min-h-[${height}rem]`} />
  return (
    <WhenNear placeholder={placeholder}>
      <Waterfall result={result} />
    </WhenNear>
  )
}
