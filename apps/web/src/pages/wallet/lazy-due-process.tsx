import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'
import type { DueProcessProps } from './due-process.tsx'

/** A part of due process that is to be seen first; suspends until its code is loaded. */
export const DueProcessPart = lazyPart(async () => (await import('./due-process.tsx')).DueProcess)

export const DueProcessPage = (props: DueProcessProps) => (
  <Suspense fallback={<LoadingCard text="Loading..." />}>
    <DueProcessPart {...props} />
  </Suspense>
)
