import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { findName } from '../../lib/address-input/parse-address-input.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import { formatPercent, formatPoints } from '../../lib/format/format.ts'
import { Link } from '../../lib/router/link.tsx'
import { toRiskBadge } from '../../lib/tone.ts'
import { Badge } from '../../ui/tone/badge.tsx'

/** The score of one of two wallets, with its verdict. */
export function ComparedScore({ result }: { result: ScoreResult }) {
  const { address, score, metadata, verdict } = result
  const name = findName(address, useConfig().people)
  const { tone, text } = toRiskBadge(metadata.riskLevel)
  return (
    <section aria-label={name ?? address} className="card p-5 sm:p-6">
      <h2 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {name}
        <Link to={`/wallet/${address}`} className="link font-mono text-[0.9375rem] wrap-anywhere">
          {address}
        </Link>
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="figures leading-none">
          <span className="text-[2.75rem] font-semibold tracking-[-0.04em]">
            {formatPoints(score)}
          </span>
          <span className="ml-0.5 text-ink-faint">/100</span>
        </span>
        <Badge tone={tone}>{text}</Badge>
        <span className="text-sm text-ink-soft">
          {formatPercent(metadata.confidence)} confidence
        </span>
      </p>
      <p className="mt-3">{verdict}.</p>
    </section>
  )
}
