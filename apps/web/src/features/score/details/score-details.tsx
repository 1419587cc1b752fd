import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../../../lib/format/format.ts'
import { shortenAddress } from '../../../lib/format/shorten-address.ts'
import { AccuracyLink } from '../../../ui/accuracy-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { describeConfidence } from './describe-confidence.ts'
import { Proof } from './proof.tsx'

/** The data behind the score, and its reliability. */
export function ScoreDetails({ result }: { result: ScoreResult }) {
  const { confidence, dataPoints, flags } = result.metadata
  return (
    <Card title="Score Details">
      <dl className="grid gap-x-8 min-[22.5rem]:grid-cols-2 lg:grid-cols-4">
        <Detail term="Confidence" note={describeConfidence(result.metadata)}>
          {formatPercent(confidence)}
        </Detail>
        <Detail term="Data Points" note="Events and holdings that were used">
          {formatCount(dataPoints)}
        </Detail>
        <Detail term="Version" note={<AccuracyLink />}>
          v{result.version}
        </Detail>
        <Detail term="Address">
          <span title={result.address} data-address={result.address}>
            {shortenAddress(result.address)}
          </span>
          <CopyButton text={result.address} label="address" />
        </Detail>
      </dl>
      {flags.length > 0 && <FlagList flags={flags} />}
      <div className="mt-1 border-t border-line pt-2">
        <Proof result={result} />
      </div>
    </Card>
  )
}

interface DetailProps {
  term: string
  /** An explanation of the value, or a link for it. */
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
    <div className="mt-1 border-t border-line py-3">
      <h3 className="flex items-center gap-2 text-[0.9375rem] font-semibold">
        <Flag className="size-4 text-ink-faint" aria-hidden="true" />
        Flags
      </h3>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-[0.9375rem] marker:text-ink-faint">
        {flags.map((flag) => (
          <li key={flag}>{flag}</li>
        ))}
      </ul>
    </div>
  )
}
