import { lazy, Suspense } from 'react'
import { lazyAfterPaint } from '../../lib/lazy-after-paint.ts'
import { LoadingCard } from '../../ui/loading-card.tsx'
import type { DueProcessProps } from './due-process.tsx'

const loadDueProcess = async () => (await import('./due-process.tsx')).DueProcess

/** A part of due process that is to be seen first; suspends until its code is loaded. */
export const DueProcessPart = lazy(async () => ({ default: await loadDueProcess() }))

const LaterPart = lazyAfterPaint(loadDueProcess)

/** A part of due process that is a page; says that it loads. */
export const DueProcessPage = (props: DueProcessProps) => (
  <Suspense fallback={<LoadingCard text="Loading..." />}>
    <DueProcessPart {...props} />
  </Suspense>
)

/** A part of due process below the first screen; its code loads after what is on that. */
export const LazyDueProcess = (props: DueProcessProps) => (
  <Suspense>
    <LaterPart {...props} />
  </Suspense>
)
