import { type ComponentProps, Suspense } from 'react'
import { lazyAfterPaint } from '../../../lib/lazy-after-paint.ts'
import { ADVICE_ID } from './advice-line.tsx'

const AdviceCard = lazyAfterPaint(async () => (await import('./advice-card.tsx')).AdviceCard)

/** The advice; its code loads after the first screen, and its space is kept meanwhile. */
export function LazyAdviceCard(props: ComponentProps<typeof AdviceCard>) {
  return (
    <div id={ADVICE_ID} className="scroll-mt-20">
      <Suspense fallback={<div className="card min-h-60" />}>
        <AdviceCard {...props} />
      </Suspense>
    </div>
  )
}
