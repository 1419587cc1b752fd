import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_DEFINITIONS, FACTORS } from '@app/values/factor.ts'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { findName } from '../../lib/address-input.ts'
import { useApi } from '../../lib/api.ts'
import {
  formatPercent,
  formatPoints,
  formatSignedPoints,
  shortenAddress,
} from '../../lib/format/format.ts'
import { formatPartFailure } from '../../lib/format/format-failure.ts'
import { toWidthClass } from '../../lib/percent-class.ts'
import { Link } from '../../lib/router/link.tsx'
import { useConfig } from '../../lib/runtime-config.ts'
import { scoreQuery } from '../../lib/score-query.ts'
import { toFactorTone, toReasonTone, toRiskBadge } from '../../lib/tone.ts'
import { buildButtonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { Badge, PointsBadge } from '../../ui/tone/badge.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { UserText } from '../../ui/user-text.tsx'

export function Comparison({ addresses }: { addresses: readonly [Address, Address] }) {
  const api = useApi()
  const [a, b] = useQueries({
    queries: [scoreQuery(api, addresses[0]), scoreQuery(api, addresses[1])],
  })
  const messages = [a, b].flatMap(({ error }, index) =>
    formatPartFailure(`Score of ${shortenAddress(addresses[index] ?? '')}`, error),
  )
  const isLoading = a.isLoading || b.isLoading
  return (
    <div className="page-width">
      <title>Two wallets compared · Dharma Guard</title>
      <PageHeader title="Two wallets compared" subtitle="Scores, factors and reasons side by side">
        <div className="flex items-center gap-2">
          <CopyButton text={window.location.href} label="link to this comparison" />
          <Link to={`/wallet/${addresses[0]}`} className={buildButtonClass('secondary')}>
            <X className="size-4" aria-hidden="true" />
            End the comparison
          </Link>
        </div>
      </PageHeader>
      <StatusLine messages={messages} />
      {isLoading && <LoadingCard text="Computing Dharma Score..." />}
      {a.data && b.data && <BothWallets results={[a.data.data, b.data.data]} />}
    </div>
  )
}

function BothWallets({ results }: { results: readonly [ScoreResult, ScoreResult] }) {
  const [a, b] = results
  return (
    <div className="rise grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <ComparedScore result={a} />
        <ComparedScore result={b} />
      </div>
      <ComparedFactors results={results} />
      <div className="grid gap-4 md:grid-cols-2">
        <ComparedReasons result={a} />
        <ComparedReasons result={b} />
      </div>
    </div>
  )
}

function ComparedScore({ result }: { result: ScoreResult }) {
  const { address, score, metadata, verdict } = result
  const name = findName(address, useConfig().people)
  const { tone, text } = toRiskBadge(metadata.riskLevel)
  return (
    <section aria-label={name ?? address} className="card p-5 sm:p-6">
      <h2 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {name}
        <Link to={`/wallet/${address}`} className="link font-mono text-small wrap-anywhere">
          {address}
        </Link>
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="figures leading-none">
          <span className="text-display">{formatPoints(score)}</span>
          <span className="ml-0.5 text-ink-faint">/100</span>
        </span>
        <Badge tone={tone}>{text}</Badge>
        <span className="text-small text-ink-soft">
          {formatPercent(metadata.confidence)} confidence
        </span>
      </p>
      <UserText as="p" className="mt-3">
        {verdict && `${verdict}.`}
      </UserText>
    </section>
  )
}

/** The factors of both wallets, the one that sets them apart most first. */
function ComparedFactors({ results }: { results: readonly [ScoreResult, ScoreResult] }) {
  const { people } = useConfig()
  const names = results.map(({ address }) => findName(address, people) ?? shortenAddress(address))
  return (
    <Card title="Factors">
      <ScrollBox label="Factors of both wallets">
        <table className="w-full min-w-[34rem] border-collapse text-left text-small">
          <thead>
            <tr className="border-b border-line text-small text-ink-soft">
              <th scope="col" className="py-2 pr-4 font-medium">
                Factor
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="w-[32%] py-2 pr-4 font-medium">
                  {name}
                </th>
              ))}
              <th scope="col" className="py-2 text-right font-medium">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {compareFactors(...results).map(({ factor, label, difference }) => (
              <tr key={factor} className="border-b border-line align-top last:border-0">
                <th scope="row" className="py-3 pr-4 font-medium">
                  {label}
                </th>
                {results.map(({ address, breakdown, findings }) => (
                  <FactorCell key={address} value={breakdown[factor]} finding={findings[factor]} />
                ))}
                <td className="figures py-3 text-right font-semibold">
                  {formatSignedPoints(difference)}
                  <span className="sr-only"> points</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  )
}

function FactorCell({ value, finding }: { value: number; finding: string }) {
  const tone = FILL_TONE_CLASSES[toFactorTone(value)]
  return (
    <td className="py-3 pr-4">
      <div className="flex items-center gap-3">
        <div className="h-2 flex-1 overflow-hidden rounded-full bg-track" aria-hidden="true">
          <div className={`h-full rounded-full ${toWidthClass(value * 100)} ${tone}`} />
        </div>
        <span className="figures w-12 text-right text-small">{formatPercent(value)}</span>
      </div>
      <UserText as="p" className="mt-1 text-small text-ink-soft">
        {finding}
      </UserText>
    </td>
  )
}

/**
 * Returns the factors of two scores side by side, the one that sets them apart most first. `difference` is the points by
 * which the first wallet is above the second.
 */
export function compareFactors(a: ScoreResult, b: ScoreResult) {
  return FACTORS.map((factor) => {
    const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
    const difference = (a.breakdown[factor] - b.breakdown[factor]) * weightPercent
    return { factor, label, difference }
  }).toSorted((x, y) => Math.abs(y.difference) - Math.abs(x.difference))
}

/** The reasons of one of two wallets, the strongest first. */
function ComparedReasons({ result: { address, reasons } }: { result: ScoreResult }) {
  const name = findName(address, useConfig().people) ?? shortenAddress(address)
  const sorted = reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return (
    <Card title={`Reasons for ${name}`}>
      <ul className="grid gap-3">
        {sorted.map(({ factor, code, headline, text, points }) => (
          <li key={`${factor} ${code}`} className="flex gap-3 text-small">
            <PointsBadge points={points} tone={toReasonTone({ code, points })} />
            <UserText as="p">
              <span className="font-medium">{headline}</span>
              {text !== headline && <span className="block text-small text-ink-soft">{text}</span>}
            </UserText>
          </li>
        ))}
      </ul>
    </Card>
  )
}
