import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const OwnSafety = lazyPart(async () => (await import('./own-safety.tsx')).OwnSafety)

/** `OwnSafety`, whose code loads after the first screen; its space is kept before. */
export const LazyOwnSafety = (props: ComponentProps<typeof OwnSafety>) => (
  <Suspense fallback={<div className="card min-h-40" />}>
    <OwnSafety {...props} />
  </Suspense>
)
