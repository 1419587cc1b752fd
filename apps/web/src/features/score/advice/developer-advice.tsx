import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { useConfig } from '../../../lib/config/config-context.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import {
  buildRequireMinSnippet,
  predictVerdict,
  SNIPPET_MAX_AGE_DAYS,
  SNIPPET_MIN_SCORE,
} from './require-min-snippet.ts'

/** How a contract asks about this wallet. */
export function DeveloperAdvice({ result }: { result: ScoreResult }) {
  const snippet = buildRequireMinSnippet(useConfig().network, result.address)
  const verdict = predictVerdict(result.published, useChainNow())
  return (
    <>
      <p className="text-lg font-semibold">
        Ask the contract in the transaction that relies on it.
      </p>
      <p className="mt-1 max-w-3xl text-[0.9375rem] text-ink-soft">
        This script asks for at least {SNIPPET_MIN_SCORE} points, published in the last{' '}
        {SNIPPET_MAX_AGE_DAYS} days.
        {verdict !== undefined && ` For this wallet the contract answers now: ${verdict}.`}
      </p>
      <figure
        aria-label="Cadence script"
        className="relative mt-3 rounded-control border border-line bg-sunken"
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on small screens. */}
        <pre tabIndex={0} className="overflow-x-auto p-4 pr-12 font-mono text-sm leading-6">
          {snippet}
        </pre>
        <div className="absolute top-2 right-2">
          <CopyButton text={snippet} label="Cadence script" />
        </div>
      </figure>
      <p className="mt-2 text-sm text-ink-faint">
        Check the account that pays or receives, not an address that the caller names. Unknown and
        stale are no evidence against a wallet: publish its score, and ask again.
      </p>
    </>
  )
}
