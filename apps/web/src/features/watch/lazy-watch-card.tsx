import { type ComponentProps, Suspense } from 'react'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const WatchCard = lazyPart(async () => (await import('./watch-card.tsx')).WatchCard)

/** The watch card; its code loads when it is first shown. */
export function LazyWatchCard(props: ComponentProps<typeof WatchCard>) {
  return (
    <Suspense fallback={<LoadingCard />}>
      <WatchCard {...props} />
    </Suspense>
  )
}

const LoadingCard = () => (
  <Card title="Watched wallets">
    <p className="text-ink-soft">Loading watched wallets...</p>
  </Card>
)
