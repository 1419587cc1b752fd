import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { formatCount, formatPercent } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { ExportEvidence } from './export-evidence.tsx'
import { VerifyCommand } from './verify-command.tsx'

/** How to check the score without trusting the server. */
export function Proof({ result }: { result: ScoreResult }) {
  const { address, version, evidenceHash, coverage } = result
  return (
    <Disclosure title="Proof">
      <div className="space-y-2 text-[0.9375rem] text-ink-soft">
        <p>
          Version v{version} computes this score from public records alone. It has read{' '}
          {formatPercent(coverage.completeness)} of the account's own time, blocks{' '}
          {formatCount(coverage.fromHeight)} to {formatCount(coverage.toHeight)}.
        </p>
        <div>
          <p>Hash of everything it rests on:</p>
          <p className="flex items-center gap-1">
            <code className="font-mono text-sm wrap-anywhere text-ink">{evidenceHash}</code>
            <CopyButton text={evidenceHash} label="evidence hash" />
          </p>
        </div>
        <VerifyCommand address={address} />
        <ExportEvidence address={address} />
      </div>
    </Disclosure>
  )
}
