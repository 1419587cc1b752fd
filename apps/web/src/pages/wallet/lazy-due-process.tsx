import { lazy, Suspense } from 'react'
import { LoadingCard } from '../../ui/loading-card.tsx'
import type { DueProcessProps } from './due-process.tsx'

const DueProcess = lazy(async () => ({ default: (await import('./due-process.tsx')).DueProcess }))

/** A part of due process; its code loads when the first part is shown. What is the page itself says so meanwhile. */
export function LazyDueProcess(props: DueProcessProps) {
  const isPage = props.part === 'appeal' || props.part === 'case'
  return (
    <Suspense fallback={isPage && <LoadingCard text="Loading..." />}>
      <DueProcess {...props} />
    </Suspense>
  )
}
