import type { ComponentProps } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { WhenNear } from '../../../ui/when-near.tsx'
import { ADVICE_ID } from './advice-line.tsx'

const AdviceCard = lazyPart(async () => (await import('./advice-card.tsx')).AdviceCard)

const PLACEHOLDER = <div className="card min-h-60" />

/** The advice, once it comes near; its space is kept before. */
export const LazyAdviceCard = (props: ComponentProps<typeof AdviceCard>) => (
  <WhenNear id={ADVICE_ID} placeholder={PLACEHOLDER}>
    <AdviceCard {...props} />
  </WhenNear>
)
