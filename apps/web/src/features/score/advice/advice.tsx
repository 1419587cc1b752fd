import { ArrowDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SOFT_TONE_CLASSES } from '../../../ui/tone/tone-classes.ts'
import { WhenNear } from '../../../ui/when-near.tsx'
import {
  type AdviceSituation,
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from './describe-advice.ts'

/** Id of the card with all of the advice. */
const ADVICE_ID = 'advice'

interface AdviceLineProps {
  situation: AdviceSituation
  /** The connected wallet is the one of the page. */
  isOwn: boolean
}

/** What to do about the wallet, in one sentence, which leads to the rest. */
export function AdviceLine({ situation, isOwn }: AdviceLineProps) {
  const { tone, summary } = isOwn
    ? describeOwnerAdvice(situation)
    : describeCounterpartyAdvice(situation)
  return (
    <p className={`rounded-control px-4 py-2.5 ${SOFT_TONE_CLASSES[tone]}`}>
      <a href={`#${ADVICE_ID}`} className="flex items-center gap-3">
        <span className="min-w-0">
          <span className="mr-2 text-sm whitespace-nowrap">What should I do?</span>{' '}
          <span className="font-semibold">{summary}</span>
        </span>
        <ArrowDown className="ml-auto size-4 shrink-0" aria-hidden="true" />
      </a>
    </p>
  )
}

const AdviceCard = lazyPart(async () => (await import('./advice-card.tsx')).AdviceCard)

const PLACEHOLDER = <div className="card min-h-60" />

/** The advice, once it comes near; its space is kept before. */
export const LazyAdviceCard = (props: ComponentProps<typeof AdviceCard>) => (
  <WhenNear id={ADVICE_ID} placeholder={PLACEHOLDER}>
    <AdviceCard {...props} />
  </WhenNear>
)
