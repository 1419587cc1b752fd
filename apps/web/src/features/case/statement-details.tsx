import { Fragment } from 'react'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { describeOrdinary, formatOrdinaryRange } from '../../lib/format/describe-ordinary.ts'
import {
  formatPercent,
  formatPoints,
  formatScoreRange,
  formatSignedPoints,
  shortenAddress,
} from '../../lib/format/format.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { EvmTransactionLink } from '../../ui/party-link.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import type { Statement } from './describe-entry.ts'

type StatedReason = Statement['reasons'][number]

export function StatementDetails({ statement }: { statement: Statement }) {
  const { score, riskLevel, range, confidence, version, isAutomated } = statement
  const risk = toRiskBadge(riskLevel)
  return (
    <div className="grid gap-3 text-small">
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="text-page font-semibold">{formatPoints(score)}</strong>
        <Badge tone={risk.tone}>{risk.text}</Badge>
        <span className="text-ink-soft">
          possible range {formatScoreRange(range)} · confidence {formatPercent(confidence)} ·
          version {version} · {isAutomated ? 'automated' : 'by people'}
        </span>
      </p>
      <ol className="grid gap-3">
        {statement.reasons.map((reason) => (
          <Reason key={reason.code} reason={reason} />
        ))}
      </ol>
      {describeOrdinary(statement).map((text) => (
        <p key={text} className="text-ink-soft">
          {text}
        </p>
      ))}
    </div>
  )
}

function Reason({ reason }: { reason: StatedReason }) {
  const { text, points, ordinary, evidence } = reason
  return (
    <li className="border-l-2 border-line-strong pl-3">
      <UserText as="p">
        {text} <span className="figures text-ink-faint">({formatSignedPoints(points)} points)</span>
      </UserText>
      {ordinary !== undefined && (
        <UserText as="p" className="text-small text-ink-soft">
          {formatOrdinaryRange(ordinary, points)}.
        </UserText>
      )}
      {evidence.length > 0 && <EvidenceLinks evidence={evidence} />}
    </li>
  )
}

function EvidenceLinks({ evidence }: Pick<StatedReason, 'evidence'>) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  return (
    <p className="figures flex flex-wrap gap-x-3 text-small text-ink-soft">
      Evidence:
      {evidence.map(({ txId, height, evmHash }) => (
        <Fragment key={`${txId} ${height}`}>
          <ExternalLink url={buildTransactionUrl(txId)}>{shortenAddress(txId, 8, 4)}</ExternalLink>
          <EvmTransactionLink hash={evmHash} />
        </Fragment>
      ))}
    </p>
  )
}
