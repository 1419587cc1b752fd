import type { Address } from '@app/values/address.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'

const Comparison = lazyPart(async () => (await import('./comparison.tsx')).Comparison)

/** Two wallets side by side; the code loads when they are first compared. */
export function LazyComparison(props: { addresses: readonly [Address, Address] }) {
  return (
    <Suspense fallback={<LoadingCard text="Loading..." />}>
      <Comparison {...props} />
    </Suspense>
  )
}
