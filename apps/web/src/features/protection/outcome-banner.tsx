import { CircleCheck, CircleX } from 'lucide-react'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import type { ActionOutcome } from './use-protection-action.ts'

/** Shows the outcome of an action. */
export function OutcomeBanner({ outcome }: { outcome: ActionOutcome }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const Icon = outcome.isSuccess ? CircleCheck : CircleX
  return (
    <div
      className={`rise flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-4 py-3 font-medium ${SOFT_TONE_CLASSES[outcome.isSuccess ? 'good' : 'bad']}`}
    >
      <p className="flex min-w-0 gap-2.5">
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-break-word">{outcome.message}</span>
      </p>
      {outcome.txId && (
        <a
          href={buildTransactionUrl(outcome.txId)}
          target="_blank"
          rel="noopener noreferrer"
          className="ml-auto underline underline-offset-4"
        >
          View Transaction →
        </a>
      )}
    </div>
  )
}
