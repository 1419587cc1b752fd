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
import { toRiskBadge } from '../../lib/tone.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { TransactionIcon, TransactionLink } from '../../ui/transaction-link.tsx'
import { publicationsQuery } from './publish-button.tsx'

interface PublicationProps {
  address: Address
  live: ScoreResult
  /** The record on the chain; null without one, undefined while the node does not answer. */
  published: PublishedScore | null | undefined
}

/** The record on the chain in a line, beside the live score where they differ. */
export function Publication({ address, live, published }: PublicationProps) {
  return (
    <>
      {published && <PublishedState live={live} published={published} />}
      {published === null && (
        <p className="text-small text-ink-soft">
          <span className="font-semibold text-ink">Not published yet</span> · Contracts on Flow can
          only read scores that are on the chain. Anyone can publish this one.
        </p>
      )}
      {published === undefined && (
        <p className="text-small text-ink-soft">
          The node does not answer, so the published score is unknown at the moment.
        </p>
      )}
      <PendingPublication address={address} />
    </>
  )
}

function PublishedState({ live, published }: { live: ScoreResult; published: PublishedScore }) {
  const { label, notes, isDifferent } = comparePublication(live, published, useChainNow())
  const { score, blockHeight, txId } = published
  return (
    <div
      className={`grid gap-x-8 gap-y-1 text-small ${isDifferent ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
    >
      <div>
        <div className="figures flex flex-wrap items-center gap-x-2">
          <p>
            Published {formatPoints(score)} at block {formatCount(blockHeight)} ·{' '}
            <span className="font-semibold">{label}</span>
          </p>
          {txId && <TransactionIcon txId={txId} className="-my-1" />}
        </div>
        <p className="text-ink-soft empty:hidden">{notes.join(' ')}</p>
      </div>
      <Disclosure
        key={String(isDifferent)}
        title="Live and published"
        isDense
        isOpenFirst={isDifferent}
      >
        <ScoreComparison live={live} published={published} />
      </Disclosure>
    </div>
  )
}

/** Shows a publication that is not on the chain yet. */
function PendingPublication({ address }: { address: Address }) {
  const { data = [] } = useQuery(publicationsQuery(useApi(), address))
  const pending = findPendingPublication(data)
  return (
    <div role="status" className="empty:hidden">
      {pending && (
        <p className="rise flex flex-wrap items-center gap-x-2.5 rounded-control bg-info-soft px-3 py-2 text-small text-info">
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
  const rows: [name: string, live: ReactNode, published: ReactNode][] = [
    [
      'Score',
      <ScoreCell key="live" score={live.score} level={live.metadata.riskLevel} />,
      <ScoreCell key="published" score={published.score} level={published.level} />,
    ],
    [
      'As of',
      <AsOf key="live" height={live.coverage.toHeight} time={live.metadata.lastUpdated} />,
      <AsOf key="published" height={published.blockHeight} time={published.publishedAt} />,
    ],
    [
      'Evidence',
      <HashCell key="live" hash={live.evidenceHash} />,
      <HashCell key="published" hash={published.evidenceHash} />,
    ],
  ]
  if (live.version !== published.version)
    rows.push(['Version', `v${live.version}`, `v${published.version}`])
  return (
    <table className="w-full table-fixed text-left">
      <thead className="text-ink-faint">
        <tr className="*:font-normal">
          <th scope="col" className="w-20">
            <span className="sr-only">What</span>
          </th>
          <th scope="col">Live</th>
          <th scope="col">Published</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, own, onChain]) => (
          <tr key={name} className="figures border-t border-line *:py-0.5 *:pr-2 *:last:pr-0">
            <th scope="row" className="font-normal text-ink-faint">
              {name}
            </th>
            <td>{own}</td>
            <td>{onChain}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ScoreCell = ({ score, level }: { score: number; level: RiskLevel }) => (
  <>
    <span className="font-semibold">{formatPoints(score)}</span> {toRiskBadge(level).text}
  </>
)

/** `height` is 0 while nothing is indexed. */
const AsOf = ({ height, time }: { height: number; time: string }) => (
  <>
    {height > 0 && `Block ${formatCount(height)}, `}
    <TimeAgo time={time} />
  </>
)

const HashCell = ({ hash }: { hash: string }) => (
  <span title={hash}>{shortenAddress(hash, 4, 4)}</span>
)

interface PublicationComparison {
  /** Whether the published record still holds, in a word. */
  label: 'still true' | 'out of date' | 'stale'
  /** Sentences. */
  notes: readonly string[]
  /** Whether the score or the level is another one. */
  isDifferent: boolean
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
  const change = describeChange(live, published)
  const isDifferent = live.score !== published.score || live.metadata.riskLevel !== published.level
  const isOld = nowMs - Date.parse(published.publishedAt) > MAX_AGE_MS
  const label = isOld ? 'stale' : 'still true'
  return {
    label: isDifferent ? 'out of date' : label,
    notes: [...(change === null ? [] : [change]), ...(isOld ? [STALE_NOTE] : [])],
    isDifferent,
  }
}

/** Returns what has changed since the publication, as a sentence; null for nothing. */
function describeChange(live: ScoreResult, published: PublishedScore): string | null {
  const [now, then] = [live.metadata.riskLevel, published.level].map(
    (level) => RISK_LEVEL_DEFINITIONS[level].label,
  )
  if (now !== then)
    return `The level has changed since: the chain still says ${then}, the wallet is ${now} now.`
  if (live.score !== published.score)
    return `The score has moved by ${formatSignedPoints(live.score - published.score)} points since, within the same level.`
  const isSameEvidence = live.evidenceHash === published.evidenceHash || live.evidenceHash === ''
  return isSameEvidence && live.version === published.version
    ? null
    : 'The score is the same, but it is now based on newer evidence.'
}

/** Returns the newest publication while it is pending. */
export function findPendingPublication([newest]: readonly AgentAction[]): AgentAction | undefined {
  return newest?.status === 'queued' || newest?.status === 'sent' ? newest : undefined
}
