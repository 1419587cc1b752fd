import type { PublishedScore, ScoreResult } from '@app/api/schemas/score.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import type { Network } from '@app/values/network.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { useConfig } from '../../../lib/runtime-config.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { STATUS_HASH } from '../../../ui/status/owner-link.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { PointsBadge } from '../../../ui/tone/badge.tsx'
import {
  type Advice,
  type AdviceSituation,
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from './describe-advice.ts'

interface AdviceDetailsProps {
  result: ScoreResult
  situation: AdviceSituation
  /** The connected wallet is the one of the page: its advice is open first. */
  isOwn: boolean
}

export function AdviceDetails({ result, situation, isOwn }: AdviceDetailsProps) {
  const tabs = [
    {
      id: 'counterparty',
      title: 'I want to deal with it',
      content: <AdvicePoints advice={describeCounterpartyAdvice(situation)} isSummedUp={isOwn} />,
    },
    {
      id: 'owner',
      title: 'It is my wallet',
      content: <OwnerAdvice situation={situation} isOwn={isOwn} improve={result.improve} />,
    },
    { id: 'developer', title: 'I build on Flow', content: <DeveloperAdvice result={result} /> },
  ]
  return (
    <Tabs
      key={String(isOwn)}
      label="Who asks"
      tabs={tabs}
      first={isOwn ? 'owner' : 'counterparty'}
    />
  )
}

function DeveloperAdvice({ result }: { result: ScoreResult }) {
  const snippet = buildRequireMinSnippet(useConfig().network, result.address)
  const verdict = predictVerdict(result.published, useChainNow())
  return (
    <>
      <p className="font-semibold">Ask the contract in the transaction that relies on it.</p>
      <p className="mt-1 max-w-3xl text-small text-ink-soft">
        This script asks for at least {SNIPPET_MIN_SCORE} points, published in the last{' '}
        {SNIPPET_MAX_AGE_DAYS} days.
        {verdict !== undefined && ` For this wallet the contract answers now: ${verdict}.`}
      </p>
      <figure
        aria-label="Cadence script"
        className="relative mt-3 rounded-control border border-line bg-sunken"
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on small screens. */}
        <pre tabIndex={0} className="overflow-x-auto p-4 pr-12 font-mono text-small leading-6">
          {snippet}
        </pre>
        <div className="absolute top-2 right-2">
          <CopyButton text={snippet} label="Cadence script" />
        </div>
      </figure>
      <p className="mt-2 text-small text-ink-faint">
        Check the account that pays or receives, not an address that the caller names. Unknown and
        stale are no evidence against a wallet: publish its score, and ask again.
      </p>
    </>
  )
}

/** What the snippet asks for: no SUSPICIOUS or HIGH_RISK wallet, by a score of the last 30 days. */
const SNIPPET_MIN_SCORE = SUSPECTED_BELOW
const SNIPPET_MAX_AGE_DAYS = 30

const SECONDS_PER_DAY = 86_400

/** Builds a Cadence script that asks the contract about a wallet. The contract is imported by name where it has no address. */
export function buildRequireMinSnippet(network: Network, address: string): string {
  const contract = CONTRACT_ADDRESSES[network].DharmaScore
  return `${contract === undefined ? 'import "DharmaScore"' : `import DharmaScore from ${contract}`}

access(all) fun main(): Bool {
    let verdict = DharmaScore.requireMin(
        address: ${address},
        minScoreTenths: ${SNIPPET_MIN_SCORE * 10}, // ${SNIPPET_MIN_SCORE} points
        maxAge: ${SNIPPET_MAX_AGE_DAYS * SECONDS_PER_DAY}.0 // ${SNIPPET_MAX_AGE_DAYS} days
    )
    return verdict == DharmaScore.Verdict.pass
}
`
}

/**
 * Returns what the contract answers to the snippet now, by the record on the chain; `nowMs` is the time of the latest block.
 * Undefined where the record is unknown.
 */
export function predictVerdict(
  published: PublishedScore | null | undefined,
  nowMs: number,
): string | undefined {
  if (published === undefined) return undefined
  if (published === null) return 'unknown, because no score of this wallet is published yet'
  const ageMs = nowMs - Date.parse(published.publishedAt)
  if (ageMs > SNIPPET_MAX_AGE_DAYS * SECONDS_PER_DAY * 1_000) {
    return `stale, because the score was published more than ${SNIPPET_MAX_AGE_DAYS} days ago`
  }
  const hasPassed = published.score >= SNIPPET_MIN_SCORE
  return `${hasPassed ? 'pass' : 'fail'}, because the published score is ${published.score}`
}

interface OwnerAdviceProps {
  situation: AdviceSituation
  isOwn: boolean
  improve: ScoreResult['improve']
}

/** What the owner can do: the appeal where there are warnings, else what protects it and raises its score. */
function OwnerAdvice({ situation, isOwn, improve }: OwnerAdviceProps) {
  return (
    <>
      <AdvicePoints advice={describeOwnerAdvice(situation)} isSummedUp={!isOwn} />
      {situation.isAccused ? <AppealLink isOwn={isOwn} /> : <Improvements improve={improve} />}
    </>
  )
}

function AppealLink({ isOwn }: { isOwn: boolean }) {
  return (
    <p className="mt-3">
      <a href={STATUS_HASH} className="link">
        {isOwn ? 'Go to the warnings' : 'Connect this wallet there'}
      </a>
    </p>
  )
}

/** What would raise the score, and by how much; and what would not. */
function Improvements({ improve }: { improve: ScoreResult['improve'] }) {
  return (
    <div className="mt-4 grid gap-x-10 gap-y-4 border-t border-line pt-4 text-small sm:grid-cols-2">
      {improve.length > 0 && (
        <div>
          <h3 className="font-semibold">What would raise the score</h3>
          <ul className="mt-2 space-y-2">
            {improve.map(({ code, text, points }) => (
              <li key={code} className="flex gap-3">
                <PointsBadge points={points} />
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3 className="font-semibold">What cannot raise it</h3>
        <ul className="mt-2 list-disc space-y-1.5 pl-5 text-ink-soft marker:text-ink-faint">
          <li>Publishing the score, or asking for a review: both only repeat what is known.</li>
          <li>NFTs that the wallet made for itself.</li>
          <li>What you say: a statement stands beside a reason, and moves no points.</li>
        </ul>
      </div>
    </div>
  )
}

interface AdvicePointsProps {
  advice: Advice
  /** False where the line that opened it says its summary. */
  isSummedUp: boolean
}

function AdvicePoints({ advice: { summary, points }, isSummedUp }: AdvicePointsProps) {
  return (
    <>
      {isSummedUp && <p className="font-semibold">{summary}</p>}
      <ul className="mt-2 max-w-3xl list-disc space-y-1.5 pl-5 text-small text-ink-soft marker:text-ink-faint">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  )
}
