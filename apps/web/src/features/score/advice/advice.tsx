import { ArrowDown } from 'lucide-react'
import { SOFT_TONE_CLASSES } from '../../../ui/tone/tone-classes.ts'
import { lazyNear } from '../../../ui/when-near.tsx'
import {
  type AdviceSituation,
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from './describe-advice.ts'

const ADVICE_ID = 'advice'

export function AdviceLine({ situation, isOwn }: { situation: AdviceSituation; isOwn: boolean }) {
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

export const LazyAdviceCard = lazyNear(
  async () => (await import('./advice-card.tsx')).AdviceCard,
  () => <div className="card min-h-60" />,
  ADVICE_ID,
)
