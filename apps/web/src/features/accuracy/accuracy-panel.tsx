import type { ApiClient } from '@app/api/client/client.ts'
import { getAccuracy } from '@app/api/routes/reference.ts'
import type { Accuracy, AccuracyFigure } from '@app/api/schemas/reference.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery, useApi } from '../../lib/api.ts'
import { formatCount, formatPercent } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { CommandList, OutcomesReport } from './outcomes-report.tsx'

export function AccuracyPanel({ loading }: { loading: ReactNode }) {
  const { data, error, refetch } = useQuery(accuracyQuery(useApi()))
  if (data !== undefined) return <AccuracyReport accuracy={data} />
  if (error === null) return loading
  return (
    <EmptyState
      icon={TriangleAlert}
      title="The figures could not be loaded"
      text={formatFailure(error, 'The server may not be running.')}
    >
      <Button variant="secondary" onClick={() => void refetch()}>
        Try Again
      </Button>
    </EmptyState>
  )
}

/** The figures change only with a new version of the server. */
const accuracyQuery = (api: ApiClient) => ({
  ...apiQuery(api, ['accuracy'], getAccuracy, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

function AccuracyReport({ accuracy }: { accuracy: Accuracy }) {
  const [weakest] = accuracy.figures.toSorted((a, b) => a.recallAt1 - b.recallAt1)
  return (
    <div className="rise grid grid-cols-[minmax(0,1fr)] gap-8 pt-5">
      <Section title={`What version ${accuracy.version} finds`}>
        <p className="mb-3 text-ink-soft">
          Measured on wallets of public research sets that were listed for a crime, beside ordinary
          ones. {accuracy.method}
        </p>
        <FiguresTable accuracy={accuracy} weakest={weakest} />
      </Section>
      {weakest && (
        <Section title="What an accusation is worth">
          <AccusationChart recall={weakest.recallAt1} />
        </Section>
      )}
      <Section title="What became of accusations">
        <OutcomesReport />
      </Section>
      <Section title="What the figures do not show">
        <ul className="list-disc space-y-1.5 pl-5 text-ink-soft marker:text-ink-faint">
          {accuracy.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </Section>
      <Section title="Measure it again">
        <CommandList commands={accuracy.reproduce} />
      </Section>
      <Section title="Where the wallets come from">
        <dl className="grid gap-3 text-small">
          {accuracy.sources.map(({ set, name, description, reference, url }) => (
            <div key={set}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-ink-soft">{description}</dd>
              <dd className="mt-0.5 text-small">
                <ExternalLink url={url}>{reference}</ExternalLink>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 text-body font-semibold">{title}</h3>
    {children}
  </section>
)

/** An example: 1 in 100 of the ordinary wallets is accused. */
const WALLETS = 10_000
const ILLICIT = 100
const WRONG = Math.round((WALLETS - ILLICIT) / 100)

/** What becomes of the wallets of the example when the share `recall` of the illicit ones is found. */
function AccusationChart({ recall }: { recall: number }) {
  const found = Math.round(ILLICIT * recall)
  const groups: [count: number, dot: string, text: string][] = [
    [found, 'bg-bad-fill', 'illicit wallets found'],
    [ILLICIT - found, 'border border-bad-fill', 'illicit wallets missed'],
    [WRONG, 'bg-fair-fill', 'ordinary wallets wrongly accused'],
  ]
  return (
    <>
      <p className="text-ink-soft">
        Take {formatCount(WALLETS)} wallets, {ILLICIT} of them illicit, and accuse by score alone,
        so strictly that 1 in 100 ordinary wallets is hit. By the weakest set above:
      </p>
      <ul className="mt-4 grid gap-5 rounded-control bg-sunken p-4 sm:grid-cols-3 sm:p-5">
        {groups.map(([count, dot, text]) => (
          <li key={text}>
            <p className="max-sm:flex max-sm:items-baseline max-sm:gap-2">
              <span className="figures block text-page">{count}</span>
              <span className="block text-small text-ink-soft">{text}</span>
            </p>
            <div className="mt-2.5 flex flex-wrap gap-1" aria-hidden="true">
              {Array.from({ length: count }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: all dots are equal
                <span key={index} className={`size-2 rounded-full ${dot}`} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <strong className="font-semibold">
          Of {found + WRONG} accused wallets, {WRONG} are ordinary: the accusation is right{' '}
          {formatPercent(found / (found + WRONG))} of the time.
        </strong>{' '}
        <span className="text-ink-soft">
          So a low score is a reason to look, never a verdict. Flags can be undone, and a freeze or
          a recovery needs the vote of the DAO.
        </span>
      </p>
    </>
  )
}

interface FiguresTableProps {
  accuracy: Accuracy
  weakest: AccuracyFigure | undefined
}

function FiguresTable({ accuracy, weakest }: FiguresTableProps) {
  const names = new Map(accuracy.sources.map(({ set, name }) => [set, name]))
  return (
    <>
      <table className="w-full text-left text-small">
        <thead className="text-small text-ink-faint">
          <tr className="border-b border-line align-bottom *:py-2 *:font-normal">
            <th scope="col">Wallets</th>
            <th scope="col">Found</th>
            <th scope="col" className="w-px pl-4 text-right sm:pl-8">
              AUC
            </th>
          </tr>
        </thead>
        <tbody>
          {accuracy.figures.map((figure) => {
            const { set, label, illicit, normal, recallAt1, recallAt5, auc } = figure
            return (
              <tr key={`${set}-${label}`} className="border-b border-line align-top *:py-3">
                <th scope="row" className="w-[45%] pr-4 sm:w-[40%] font-normal">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    {names.get(set) ?? set}{' '}
                    {figure === weakest && <Badge tone="poor">Weakest</Badge>}
                  </span>
                  <span className="figures block text-small text-ink-faint">
                    {formatCount(illicit)} {label} wallets, {formatCount(normal)} ordinary
                  </span>
                </th>
                <td className="space-y-1.5">
                  <RecallBar share={recallAt1} fill="bg-brand-fill" falsePositiveRate="1%" />
                  <RecallBar share={recallAt5} fill="bg-line-strong" falsePositiveRate="5%" />
                </td>
                <td className="figures pl-4 text-right font-medium sm:pl-8">{auc.toFixed(3)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Legend />
    </>
  )
}

interface RecallBarProps {
  share: number
  fill: string
  /** Share of the ordinary wallets that are accused. */
  falsePositiveRate: string
}

const RecallBar = ({ share, fill, falsePositiveRate }: RecallBarProps) => (
  <div className="flex items-center gap-2.5">
    <span className="h-2 flex-1 overflow-hidden rounded-full bg-track" aria-hidden="true">
      <span className={`block h-full rounded-full ${fill}`} style={{ width: `${share * 100}%` }} />
    </span>
    <span className="figures w-10 text-right text-small leading-5 font-medium">
      {formatPercent(share)}
      <span className="sr-only">
        {' '}
        found when {falsePositiveRate} of the ordinary wallets are accused
      </span>
    </span>
  </div>
)

const Legend = () => (
  <div className="mt-3 grid gap-1 text-small text-ink-soft">
    <p className="flex items-baseline gap-2.5">
      <LegendSwatch fill="bg-brand-fill" />
      Found when 1 in 100 ordinary wallets is wrongly accused: recall at 1% false positives
    </p>
    <p className="flex items-baseline gap-2.5">
      <LegendSwatch fill="bg-line-strong" />
      The same when 5 in 100 are
    </p>
    <p>
      <abbr title="Area under the ROC curve" className="font-medium no-underline">
        AUC
      </abbr>
      : of all pairs of an illicit and an ordinary wallet, how often the illicit one scores lower. A
      coin would reach 0.5.
    </p>
  </div>
)

const LegendSwatch = ({ fill }: { fill: string }) => (
  <span className={`h-2 w-5 shrink-0 rounded-full ${fill}`} aria-hidden="true" />
)
