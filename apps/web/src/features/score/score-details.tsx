import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../../lib/format/format.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { AccuracyLink } from '../../ui/accuracy-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { describeConfidence } from './describe-confidence.ts'
import { ExportEvidence } from './evidence/export-evidence.tsx'
import { VerifyCommand } from './evidence/verify-command.tsx'

/** The data behind the score, and its reliability. */
export function ScoreDetails({ result }: { result: ScoreResult }) {
  const { confidence, dataPoints, flags } = result.metadata
  return (
    <Card title="Score Details">
      <dl className="grid gap-x-5 min-[22.5rem]:grid-cols-2 sm:gap-x-10">
        <Detail term="Confidence" note={describeConfidence(result.metadata)}>
          {formatPercent(confidence)}
        </Detail>
        <Detail term="History covered" note={describeCoverage(result.coverage)}>
          {formatPercent(result.coverage.completeness)}
        </Detail>
        <Detail term="Data Points">{formatCount(dataPoints)}</Detail>
        <Detail term="Version" note={<AccuracyLink />}>
          v{result.version}
        </Detail>
        <Detail term="Address">
          <span title={result.address}>{shortenAddress(result.address)}</span>
          <CopyButton text={result.address} label="address" />
        </Detail>
        <Detail term="Evidence hash" note={<ExportEvidence address={result.address} />}>
          <span title={result.evidenceHash}>{shortenAddress(result.evidenceHash)}</span>
          <CopyButton text={result.evidenceHash} label="evidence hash" />
        </Detail>
      </dl>
      {flags.length > 0 && <FlagList flags={flags} />}
      <VerifyCommand address={result.address} />
    </Card>
  )
}

interface DetailProps {
  term: string
  /** An explanation of the value, or a link or button for it. */
  note?: ReactNode
  children: ReactNode
}

function Detail({ term, note, children }: DetailProps) {
  return (
    <div className="border-t border-line py-3">
      <dt className="text-sm text-ink-faint">{term}</dt>
      <dd className="figures flex min-h-8 items-center text-[1.0625rem] font-medium">{children}</dd>
      {note && <dd className="text-sm text-ink-soft">{note}</dd>}
    </div>
  )
}

function FlagList({ flags }: { flags: readonly string[] }) {
  return (
    <div className="mt-1 border-t border-line pt-4">
      <h3 className="flex items-center gap-2 text-[0.9375rem] font-semibold">
        <Flag className="size-4 text-ink-faint" aria-hidden="true" />
        Flags
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-[0.9375rem] marker:text-ink-faint">
        {flags.map((flag) => (
          <li key={flag}>{flag}</li>
        ))}
      </ul>
    </div>
  )
}

function describeCoverage(coverage: ScoreResult['coverage']): string {
  const { fromHeight, toHeight } = coverage
  return `Of the account's own time, from blocks ${formatCount(fromHeight)} to ${formatCount(toHeight)}`
}
