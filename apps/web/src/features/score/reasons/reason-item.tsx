import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import { useTransactionUrlBuilder } from '../../../lib/explorer.ts'
import { formatOrdinaryRange } from '../../../lib/format/describe-ordinary.ts'
import { formatAmount, formatCount, formatDate, keepUnits } from '../../../lib/format/format.ts'
import { toLeftClass, toWidthClass } from '../../../lib/percent-class.ts'
import { toReasonTone } from '../../../lib/tone.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { EvmTransactionLink, PartyLink } from '../../../ui/party-link.tsx'
import { PointsBadge } from '../../../ui/tone/badge.tsx'
import { UserText } from '../../../ui/user-text.tsx'

export type ScoreReason = ScoreResult['reasons'][number]

export const ReasonList = ({ reasons }: { reasons: readonly ScoreReason[] }) => (
  <ul className="mt-3 space-y-4 empty:hidden">
    {reasons.map((reason) => (
      <ReasonItem key={reason.code} reason={reason} />
    ))}
  </ul>
)

/** One reason: what it suggests, its numbers, what ordinary wallets show, and the transactions that prove it. */
function ReasonItem({ reason }: { reason: ScoreReason }) {
  return (
    <li className="flex gap-3">
      <PointsBadge points={reason.points} tone={toReasonTone(reason)} />
      <div className="min-w-0 flex-1">
        <UserText as="p" className="font-semibold">
          {reason.headline}
        </UserText>
        <ReasonDetails reason={reason} />
      </div>
    </li>
  )
}

/** What a reason says beside its headline. */
export function ReasonDetails({
  reason: { text, points, ordinary, evidence },
}: {
  reason: ScoreReason
}) {
  return (
    <>
      <UserText as="p" className="text-small leading-snug text-ink-soft">
        {keepUnits(text)}
      </UserText>
      {ordinary && <OrdinaryLine ordinary={ordinary} points={points} />}
      {evidence.length > 0 && <EvidenceLines evidence={evidence} />}
    </>
  )
}

function EvidenceLines({ evidence }: { evidence: readonly EvidenceItem[] }) {
  return (
    <ul className="figures mt-1 border-l border-line pl-3 text-small leading-6 text-ink-soft">
      {evidence.map((item) => (
        <EvidenceLine key={`${item.txId}-${item.height}-${item.counterparty ?? ''}`} item={item} />
      ))}
    </ul>
  )
}

function EvidenceLine({ item }: { item: EvidenceItem }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const { txId, counterparty, evmHash } = item
  const { when, what } = describeEvidence(item)
  return (
    <UserText as="li">
      <ExternalLink url={buildTransactionUrl(txId)}>{when}</ExternalLink> · {what}{' '}
      {counterparty && <PartyLink address={counterparty} />}
      {evmHash && ' · '}
      <EvmTransactionLink hash={evmHash} />
    </UserText>
  )
}

/**
 * Describes a transaction that proves a reason, such as '12 Nov 2026', or its block where its time is unknown, and 'received
 * 10 FLOW from', before the counterparty if there is one.
 */
export function describeEvidence(evidence: EvidenceItem): { when: string; what: string } {
  const { time, height } = evidence
  return {
    when: time === undefined ? `block ${formatCount(height)}` : formatDate(time),
    what: describeMovement(evidence),
  }
}

function describeMovement({ direction, amount, token, counterparty }: EvidenceItem): string {
  if (direction === undefined || direction === 'other') {
    return counterparty === undefined ? 'transaction' : 'transaction with'
  }
  const [verb, preposition] = direction === 'in' ? ['received', 'from'] : ['sent', 'to']
  const what = amount === undefined ? (token ?? 'tokens') : `${formatAmount(amount)} ${token ?? ''}`
  return [verb, what.trim(), ...(counterparty === undefined ? [] : [preposition])].join(' ')
}

type Ordinary = NonNullable<ScoreReason['ordinary']>

/** The usual range of ordinary wallets as a band, this wallet as a dot on it, and the same in words. */
function OrdinaryLine({ ordinary, points }: { ordinary: Ordinary; points: number }) {
  const { lower, median, upper, value } = placeOnRange(ordinary)
  return (
    <div className="figures mt-1 flex flex-wrap items-center gap-x-3 text-small leading-5 text-ink-faint sm:flex-nowrap">
      <span aria-hidden="true" className="relative h-4 w-32 shrink-0 px-1.5">
        <span className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-line-strong/50" />
        <span className="relative block h-full">
          <span
            className={`absolute top-1/2 h-2 min-w-1 -translate-y-1/2 rounded-full bg-brand/35 ${toLeftClass(lower)} ${toWidthClass(upper - lower)}`}
          />
          <span
            className={`absolute top-1/2 h-2 w-0.5 -translate-1/2 bg-brand ${toLeftClass(median)}`}
          />
          <span
            className={`absolute top-1/2 size-3 -translate-1/2 rounded-full border-2 border-surface bg-ink ${toLeftClass(value)}`}
          />
        </span>
      </span>
      <UserText as="span">{keepUnits(formatOrdinaryRange(ordinary, points))}</UserText>
    </div>
  )
}

interface RangePlaces {
  /** Of the usual range, in percent of the line. */
  lower: number
  upper: number
  median: number
  /** Of the wallet. */
  value: number
}

type Measured = Pick<Ordinary, 'unit' | 'value' | 'lowerQuartile' | 'median' | 'upperQuartile'>

/**
 * Returns the places of the usual range and of the wallet's value on a line. Shares are drawn from 0 to 100 %; anything
 * else from 0 to the largest of them, by the logarithm, because a wallet can have a hundred times the usual.
 */
export function placeOnRange({
  unit,
  value,
  lowerQuartile,
  median,
  upperQuartile,
}: Measured): RangePlaces {
  const largest = Math.max(value, upperQuartile) * 1.1
  const scale = upperQuartile || largest || 1
  const place = (measure: number) => {
    if (unit === 'share') return clamp(measure)
    return largest === 0 ? 0 : clamp(Math.log1p(measure / scale) / Math.log1p(largest / scale))
  }
  return {
    lower: place(lowerQuartile),
    upper: place(upperQuartile),
    median: place(median),
    value: place(value),
  }
}

const clamp = (share: number) => 100 * Math.min(1, Math.max(0, share))
