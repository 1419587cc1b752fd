import { exportEvidence } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { useMutation } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatCount, formatPercent, shortenAddress } from '../../lib/format/format.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { saveJsonFile } from '../../lib/save-file.ts'
import { AccuracyLink } from '../../ui/accuracy-link.tsx'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { toast } from '../../ui/toasts.tsx'
import { hasInsufficientData } from './score-card.tsx'

interface ScoreDetailsProps {
  result: ScoreResult
  /** What is known of its publication. */
  children: ReactNode
}

export function ScoreDetails({ result, children }: ScoreDetailsProps) {
  const { confidence, dataPoints, flags } = result.metadata
  return (
    <Card title="Score Details">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-[5fr_4fr_3fr_3fr]">
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
      <div className="mt-2 grid gap-2 border-t border-line pt-2">{children}</div>
      {result.evidenceHash !== '' && (
        <div className="mt-1 text-small">
          <Proof result={result} />
        </div>
      )}
    </Card>
  )
}

function Detail({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-faint">{term}</dt>
      <dd className="figures flex h-6 items-center font-medium">{children}</dd>
      {note && <dd className="text-caption text-ink-soft">{note}</dd>}
    </div>
  )
}

function FlagList({ flags }: { flags: readonly string[] }) {
  return (
    <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-2 text-small">
      <h3 className="flex items-center gap-2 font-semibold">
        <Flag className="size-4 text-ink-faint" aria-hidden="true" />
        Flags
      </h3>
      <ul className="list-disc space-y-0.5 pl-5 marker:text-ink-faint">
        {flags.map((flag) => (
          <li key={flag}>{flag}</li>
        ))}
      </ul>
    </div>
  )
}

/** How to check the score without trusting the server. */
function Proof({ result }: { result: ScoreResult }) {
  const { address, version, evidenceHash, coverage } = result
  const api = useApi()
  const exporting = useMutation({
    mutationFn: () => api.call(exportEvidence, { params: { address } }),
    onSuccess: (file) => saveJsonFile(`dharma-evidence-${address}.json`, file),
    onError: (error) =>
      toast.error(formatServerFailure(error, 'The evidence could not be exported')),
  })
  return (
    <Disclosure title="Proof" isDense>
      <div className="space-y-1 text-ink-soft">
        <p>
          Version v{version} computes this score from public records alone. It has read{' '}
          {formatPercent(coverage.completeness)} of the account's own time, blocks{' '}
          {formatCount(coverage.fromHeight)} to {formatCount(coverage.toHeight)}.
        </p>
        <CopiedText
          title="Hash of everything it rests on:"
          text={evidenceHash}
          label="evidence hash"
        />
        <CopiedText
          title="Command that checks it against the chain:"
          text={`npm run verify -- ${address}`}
          label="command"
        />
        <button
          type="button"
          className="link"
          onClick={() => exporting.mutate()}
          {...(exporting.isPending && ARIA_DISABLED_PROPS)}
        >
          Export evidence
        </button>
      </div>
    </Disclosure>
  )
}

const CopiedText = ({ title, text, label }: { title: string; text: string; label: string }) => (
  <div>
    <p>{title}</p>
    <p className="flex items-center gap-1">
      <code className="font-mono text-small wrap-anywhere text-ink">{text}</code>
      <CopyButton text={text} label={label} />
    </p>
  </div>
)

export function describeConfidence(metadata: ScoreResult['metadata']): string {
  const { confidence } = metadata
  if (hasInsufficientData(metadata))
    return 'Insufficient data: the score says little about this wallet'
  if (confidence < 0.6) return 'Limited: more history can still change the score a lot'
  if (confidence < 0.85) return 'Good: most of the score is based on observed data'
  return 'High: nearly all of the score is based on observed data'
}
