import type { AgentAction } from '@app/api/schemas/action.ts'
import type { PublishedScore, ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { RISK_LEVEL_DEFINITIONS, type RiskLevel } from '@app/values/risk-level.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import {
  formatCount,
  formatPoints,
  formatSignedPoints,
  shortenAddress,
} from '../../lib/format/format.ts'
import { type Tone, toRiskBadge } from '../../lib/tone.ts'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { publicationsQuery } from './publish-button.tsx'

interface PublicationCardProps {
  address: Address
  live: ScoreResult
  /** The record on the chain; null without one, undefined while the node does not answer. */
  published: PublishedScore | null | undefined
}

export function PublicationCard({ address, live, published }: PublicationCardProps) {
  return (
    <Card title="Live and Published">
      <div className="grid min-h-24 content-center gap-4">
        {published && <PublishedState live={live} published={published} />}
        {published === null && (
          <PublicationStatus
            label={<p className="font-semibold">Not published yet</p>}
            text="Contracts on Flow can only read scores that are on the chain. Anyone can publish this one."
          />
        )}
        {published === undefined && (
          <p className="text-ink-soft">
            The node does not answer, so the published score is unknown at the moment.
          </p>
        )}
        <PendingPublication address={address} />
      </div>
    </Card>
  )
}

function PublishedState({ live, published }: { live: ScoreResult; published: PublishedScore }) {
  const { tone, label, text } = comparePublication(live, published, useChainNow())
  return (
    <div className="rise grid gap-x-10 gap-y-5 lg:grid-cols-[2fr_3fr]">
      <PublicationStatus label={<Badge tone={tone}>{label}</Badge>} text={text} />
      <ScoreComparison live={live} published={published} />
    </div>
  )
}

const PublicationStatus = ({ label, text }: { label: ReactNode; text: string }) => (
  <div className="grid content-start justify-items-start gap-2">
    {label}
    <p className="max-w-3xl text-ink-soft">{text}</p>
  </div>
)

/** Shows a publication that is not on the chain yet. */
function PendingPublication({ address }: { address: Address }) {
  const { data = [] } = useQuery(publicationsQuery(useApi(), address))
  const pending = findPendingPublication(data)
  return (
    <div role="status" className="empty:hidden">
      {pending && (
        <p className="rise flex flex-wrap items-center gap-x-2.5 rounded-control bg-info-soft px-4 py-2.5 text-info">
          <Spinner />
          {pending.status === 'queued'
            ? 'A publication waits to be sent.'
            : 'A publication was sent and waits for its block.'}
          {pending.txId && <TransactionLink txId={pending.txId} className="underline" />}
        </p>
      )}
    </div>
  )
}

function ScoreComparison({ live, published }: { live: ScoreResult; published: PublishedScore }) {
  const { toHeight } = live.coverage
  const rows: [name: string, live: ReactNode, published: ReactNode][] = [
    [
      'Score',
      <ScoreCell key="live" score={live.score} level={live.metadata.riskLevel} />,
      <ScoreCell key="published" score={published.score} level={published.level} />,
    ],
    [
      'As of',
      <TimeAgo key="live" time={live.metadata.lastUpdated} />,
      <TimeAgo key="published" time={published.publishedAt} />,
    ],
    ['Block', toHeight > 0 && formatCount(toHeight), formatCount(published.blockHeight)],
    ['Version', `v${live.version}`, `v${published.version}`],
    [
      'Evidence',
      <HashCell key="live" hash={live.evidenceHash} />,
      <HashCell key="published" hash={published.evidenceHash} />,
    ],
  ]
  return (
    <div>
      <table className="w-full table-fixed text-left text-[0.9375rem]">
        <thead className="text-sm text-ink-faint">
          <tr className="*:pb-2 *:font-normal">
            <th scope="col" className="w-[26%]">
              <span className="sr-only">What</span>
            </th>
            <th scope="col">Live</th>
            <th scope="col">Published</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, own, onChain]) => (
            <tr
              key={name}
              className="figures border-t border-line font-medium *:py-2 *:pr-2 *:last:pr-0"
            >
              <th scope="row" className="text-sm font-normal text-ink-faint">
                {name}
              </th>
              <td>{own}</td>
              <td>{onChain}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {published.txId && (
        <p className="border-t border-line pt-3 text-right text-[0.9375rem]">
          <TransactionLink txId={published.txId} />
        </p>
      )}
    </div>
  )
}

function ScoreCell({ score, level }: { score: number; level: RiskLevel }) {
  const { tone, text } = toRiskBadge(level)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-2xl leading-none font-semibold tracking-tight">
        {formatPoints(score)}
      </span>
      <Badge tone={tone}>{text}</Badge>
    </span>
  )
}

const HashCell = ({ hash }: { hash: string }) => (
  <span title={hash}>{shortenAddress(hash, 4, 4)}</span>
)

interface PublicationComparison {
  tone: Tone
  label: string
  text: string
}

/** Contracts commonly require a score of the last day; the DAO requires it of its voters. */
const MAX_AGE_MS = 24 * 3_600_000

const STALE_NOTE =
  'It is older than 24 hours: contracts that ask for a recent score treat it as stale.'

/** Compares the published score with the live one; `nowMs` is the time of the latest block. */
export function comparePublication(
  live: ScoreResult,
  published: PublishedScore,
  nowMs: number,
): PublicationComparison {
  const comparison = compareScores(live, published)
  if (nowMs - Date.parse(published.publishedAt) <= MAX_AGE_MS) return comparison
  const aged: PublicationComparison = { ...comparison, text: `${comparison.text} ${STALE_NOTE}` }
  return comparison.tone === 'good' ? { ...aged, tone: 'fair', label: 'Stale' } : aged
}

function compareScores(live: ScoreResult, published: PublishedScore): PublicationComparison {
  const [now, then] = [live.metadata.riskLevel, published.level].map(
    (level) => RISK_LEVEL_DEFINITIONS[level].label,
  )
  if (now !== then) {
    const text = `The level has changed since: the chain still says ${then}, the wallet is ${now} now.`
    return { tone: 'poor', label: 'Out of date', text }
  }
  if (live.score !== published.score) {
    const change = formatSignedPoints(live.score - published.score)
    const text = `The score has moved by ${change} points since, within the same level.`
    return { tone: 'fair', label: 'Out of date', text }
  }
  const isSameEvidence = live.evidenceHash === published.evidenceHash || live.evidenceHash === ''
  if (!isSameEvidence || live.version !== published.version) {
    const text = 'The score is the same, but it is now based on newer evidence.'
    return { tone: 'good', label: 'Still true', text }
  }
  return { tone: 'good', label: 'Up to date', text: 'This is the score on the chain.' }
}

/** Returns the newest publication while it is pending. */
export function findPendingPublication([newest]: readonly AgentAction[]): AgentAction | undefined {
  return newest?.status === 'queued' || newest?.status === 'sent' ? newest : undefined
}
