import { type ComponentProps, lazy, Suspense } from 'react'

const OwnNotice = lazy(async () => ({ default: (await import('./own-notice.tsx')).OwnNotice }))

/** `OwnNotice`, whose code loads after the first screen. */
export const LazyOwnNotice = (props: ComponentProps<typeof OwnNotice>) => (
  <Suspense>
    <OwnNotice {...props} />
  </Suspense>
)
