import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'
import { lazyNear } from '../../ui/when-near.tsx'
import type { DueProcessProps } from './due-process.tsx'

const loadDueProcess = async () => (await import('./due-process.tsx')).DueProcess

/** A part of due process that is to be seen first; suspends until its code is loaded. */
export const DueProcessPart = lazyPart(loadDueProcess)

export const DueProcessPage = (props: DueProcessProps) => (
  <Suspense fallback={<LoadingCard text="Loading..." />}>
    <DueProcessPart {...props} />
  </Suspense>
)

/** A part of due process below the first screen, once it comes near. */
export const LazyDueProcess = lazyNear(loadDueProcess, () => null)
