import type { ScoreResult } from '@app/api/schemas/score.ts'
import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { useOpened } from '../../../ui/disclosure.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SOFT_TONE_CLASSES } from '../../../ui/tone/tone-classes.ts'
import {
  type AdviceSituation,
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from './describe-advice.ts'

interface AdviceLineProps {
  result: ScoreResult
  situation: AdviceSituation
  /** The connected wallet is the one of the page: its advice comes first. */
  isOwn: boolean
}

const AdviceDetails = lazyPart(async () => (await import('./advice-details.tsx')).AdviceDetails)

/** What to do, in one sentence that opens to the rest: for who deals with the wallet, its owner, and developers. */
export function AdviceLine({ result, situation, isOwn }: AdviceLineProps) {
  const { tone, summary } = isOwn
    ? describeOwnerAdvice(situation)
    : describeCounterpartyAdvice(situation)
  const { wasOpened, props } = useOpened()
  return (
    <details id="advice" className="group/advice scroll-mt-20" {...props}>
      <summary
        className={`flex list-none items-center gap-3 rounded-control px-3 py-2 text-small leading-snug sm:px-4 [&::-webkit-details-marker]:hidden ${SOFT_TONE_CLASSES[tone]}`}
      >
        <span className="min-w-0">
          <span className="mr-1.5 text-small whitespace-nowrap">What should I do?</span>{' '}
          <span className="font-semibold">{summary}</span>
        </span>
        <ChevronRight
          className="ml-auto size-4 shrink-0 transition-transform group-open/advice:rotate-90"
          aria-hidden="true"
        />
      </summary>
      {wasOpened && (
        <Suspense>
          <div className="pt-3">
            <AdviceDetails result={result} situation={situation} isOwn={isOwn} />
          </div>
        </Suspense>
      )}
    </details>
  )
}
